import { isAxiosError, type AxiosError, type AxiosResponse } from 'axios';

/**
 * The first sentence of the response's `errors` array (section 8 of docs/spec-coverage.md), or `fallback` when there is none. Nothing else
 * of the body
 * is needed: any server that speaks the spec's wire will do, and `code` is our own addition.
 */
export function firstError(error: unknown, fallback: string): string {
  if (!isAxiosError(error)) return fallback;
  const body = error.response?.data as { readonly errors?: unknown } | null | undefined;
  const first: unknown = Array.isArray(body?.errors) ? body.errors[0] : null;
  return typeof first === 'string' ? first : fallback;
}

/**
 * True when the call was answered with a refusal. False when the answer was lost, timed out (408) or is a server's or gateway's
 * error (5xx): the call may have been carried out.
 */
export const wasAnswered = (error: unknown): error is AxiosError & { readonly response: AxiosResponse } =>
  isAxiosError(error) &&
  error.response !== undefined &&
  error.response.status < 500 &&
  error.response.status !== 408;

/** Logs an error that is shown nowhere, where the spec says "only logged" (§8). Every such case goes through here. */
export function logIgnored(error: unknown, reason: string): void {
  console.warn(`${reason}:`, error instanceof Error ? error.message : error);
}
