// Spans of time in the config: "90s", "1m", "2 days", or a number of milliseconds.
import ms, { type StringValue } from 'ms';
import { z } from 'zod';

/** In milliseconds, within the bounds of a contract's field. */
export function durationWithin(bounds: z.ZodInt) {
  const least = bounds.minValue ?? 0;
  const most = bounds.maxValue ?? Number.MAX_SAFE_INTEGER;
  const wrong = `must be a time from ${ms(least)} to ${ms(most)}, such as "30s", "5m", "12h" or "2d"`;
  return z.union([z.number(), z.string()], wrong).transform((given, context): number => {
    const parsed = typeof given === 'number' ? given : parse(given);
    if (parsed !== undefined && parsed >= least && parsed <= most) return Math.round(parsed);
    context.addIssue({ code: 'custom', message: wrong });
    return z.NEVER;
  });
}

function parse(text: string): number | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : ms(trimmed as StringValue);
}
