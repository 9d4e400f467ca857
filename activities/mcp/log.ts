/** What the worker logs with; `text` and `data` never hold a secret. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  text: string,
  data?: Record<string, string | number | boolean | null>,
) => void;
