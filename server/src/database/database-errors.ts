const LOST_LINE = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];
/** The driver gives no code when the server accepts a connection and then says nothing, or hangs up. */
const SILENCE = /timeout expired|timeout exceeded when trying to connect|Query read timeout/;
/** While a statement is asked, or since the one before it. */
const HUNG_UP = /Connection terminated|is not queryable/;

/** Whether the database has not answered for as long as we wait: whoever asks next waits as long, and in vain. */
export const isSilent = (error: unknown): boolean => error instanceof Error && SILENCE.test(error.message);

/**
 * Whether the database was not reached (no such host, no way there, nobody listening) or its line was lost, rather than that
 * it has said something. A name with several addresses, as localhost has, gives an error for each.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(isUnreachable);
  const { code = '', syscall = '', message } = error as NodeJS.ErrnoException;
  return (
    ['connect', 'getaddrinfo'].includes(syscall) ||
    LOST_LINE.includes(code) ||
    HUNG_UP.test(message) ||
    isSilent(error)
  );
}

/** CERT_HAS_EXPIRED, UNABLE_TO_VERIFY_LEAF_SIGNATURE, HOSTNAME_MISMATCH, ERR_TLS_CERT_ALTNAME_INVALID, … */
const REFUSED_CERTIFICATE = /CERT|CRL|LEAF_SIGNATURE|HOSTNAME_MISMATCH/;

/** Whether a database was reached that does not prove who it is: its certificate has run out or is another's, or it has none. */
export function isUntrusted({ code, message }: NodeJS.ErrnoException): boolean {
  return REFUSED_CERTIFICATE.test(code ?? '') || /does not support SSL/.test(message);
}
