// The payload converter of the workflow bundle. A payload that cannot be decoded (a signal with a strange encoding,
// say) becomes a marker and not an error: an error here would fail each workflow task and freeze the run for good.
import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/workflow';

const marker = 'adjourn/undecodable';

export const payloadConverter: PayloadConverter = {
  toPayload: (value) => defaultPayloadConverter.toPayload(value),
  fromPayload: <T>(payload: Payload): T => {
    try {
      return defaultPayloadConverter.fromPayload<T>(payload);
    } catch (error) {
      return { [marker]: error instanceof Error ? error.message.slice(0, 300) : 'unreadable' } as T;
    }
  },
};

/** Why a value could not be decoded, or null when it could. */
export function undecodable(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !(marker in value)) return null;
  return String(value[marker as keyof typeof value]);
}

/** A payload that is decoded as one that could not be. */
export function refusalOf(reason: string): Payload {
  return defaultPayloadConverter.toPayload({ [marker]: reason });
}
