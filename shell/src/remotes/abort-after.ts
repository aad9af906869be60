/** A signal that aborts after `limitMs`: the oldest browsers we serve (README) have no `AbortSignal.timeout`. */
export function abortAfter(limitMs: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), limitMs);
  return controller.signal;
}
