import { isAxiosError, type AxiosError, type AxiosResponse } from 'axios';
import { errorBodySchema } from '../contracts';

/** The first sentence of the response's `errors` array (spec §8), or `fallback` when there is none. */
export function firstError(error: unknown, fallback: string): string {
  if (!isAxiosError(error)) return fallback;
  const body = errorBodySchema.safeParse(error.response?.data);
  return (body.success ? body.data.errors[0] : undefined) ?? fallback;
}

/**
 * True when the call was answered with a refusal. False when the answer was lost, or came from a time-out or a fault on the
 * way (408, 5xx): the call may have been carried out.
 */
export const wasAnswered = (error: unknown): error is AxiosError & { readonly response: AxiosResponse } =>
  isAxiosError(error) &&
  error.response !== undefined &&
  error.response.status < 500 &&
  error.response.status !== 408;

/** Where the spec says "only logged" (§8): the one place such silences go through. */
export function logIgnored(error: unknown, reason: string): void {
  console.warn(`${reason}:`, error instanceof Error ? error.message : error);
}
