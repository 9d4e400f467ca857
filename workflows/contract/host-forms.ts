// Forms that the host itself asks with.
import { z } from 'zod';
import type { JsonObject } from './json.ts';

/** After a call was sent and its reply lost. */
export const UnknownAnswer = z.object({
  outcome: z.enum(['run-again', 'done', 'failed']),
  comment: z.string().optional(),
});
export const unknownForm: JsonObject = {
  type: 'object',
  properties: {
    outcome: {
      type: 'string',
      title: 'What happened?',
      oneOf: [
        { const: 'run-again', title: 'Run again' },
        { const: 'done', title: 'Treat as done' },
        { const: 'failed', title: 'Treat as failed' },
      ],
    },
    comment: { type: 'string', title: 'Note (the model and the log see it)', maxLength: 2000 },
  },
  required: ['outcome'],
};

/** After a person agreed to open a link. */
export const FinishedAnswer = z.object({ outcome: z.enum(['retry', 'give-up']) });
export const finishedForm: JsonObject = {
  type: 'object',
  properties: {
    outcome: {
      type: 'string',
      title: 'Are you done there?',
      oneOf: [
        { const: 'retry', title: 'I finished: retry' },
        { const: 'give-up', title: 'Give up' },
      ],
    },
  },
  required: ['outcome'],
};
