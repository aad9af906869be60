/** Replaces `AbortSignal.timeout`, which the oldest supported browsers (README) do not have. */
export function abortAfter(limitMs: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), limitMs);
  return controller.signal;
}
