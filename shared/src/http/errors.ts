import { isAxiosError, type AxiosError, type AxiosResponse } from 'axios';

/** The first text of the response's `errors` array, or `fallback` when there is none. */
export const firstError = (error: unknown, fallback: string): string => errorsOf(error)[0] ?? fallback;

/** The texts of the response's `errors` array. */
export function errorsOf(error: unknown): readonly string[] {
  const { errors } = Object(isAxiosError(error) ? error.response?.data : null) as {
    readonly errors?: unknown;
  };
  return Array.isArray(errors) ? errors.filter((text) => typeof text === 'string') : [];
}

/** The stable code of a refusal, undefined for any other error. */
export function codeOf(error: unknown): unknown {
  if (!isAxiosError(error)) return undefined;
  return (error.response?.data as { readonly code?: unknown } | null | undefined)?.code;
}

/** The field of the request that a refusal is about, if it names one. */
export function refusedField(error: unknown): string | undefined {
  if (!isAxiosError(error)) return undefined;
  const { field } = Object(error.response?.data) as { readonly field?: unknown };
  return typeof field === 'string' ? field : undefined;
}

/**
 * True when the server refused the call, which was therefore not carried out. False when the answer was lost,
 * timed out (408) or is an error of a server or gateway (5xx): the call may have been carried out.
 */
export const isDefiniteRefusal = (
  error: unknown,
): error is AxiosError & { readonly response: AxiosResponse } =>
  isAxiosError(error) &&
  error.response !== undefined &&
  error.response.status < 500 &&
  error.response.status !== 408;

/** Logs an error that is not shown: every case that the specification calls "only logged". */
export function logIgnored(error: unknown, reason: string): void {
  console.warn(`${reason}:`, error instanceof Error ? error.message : error);
}
