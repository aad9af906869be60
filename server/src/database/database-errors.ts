const LOST_CONNECTION_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];
/** Errors of the driver without a code: the server accepted a connection and did not answer. */
const TIMEOUT = /due to connection timeout|timeout exceeded when trying to connect|Query read timeout/;
/** All connections of the pool were in use. */
const WAITED_FOR_POOL = /timeout exceeded when trying to connect/;
/** The connection ended during a statement, or since the previous statement. */
const DISCONNECTED = /Connection terminated|is not queryable/;
/** CERT_HAS_EXPIRED, UNABLE_TO_VERIFY_LEAF_SIGNATURE, HOSTNAME_MISMATCH, ERR_TLS_CERT_ALTNAME_INVALID, … */
const REFUSED_CERTIFICATE = /CERT|CRL|LEAF_SIGNATURE|HOSTNAME_MISMATCH/;

/**
 * Whether the error says that the database did not answer within the time limit: further queries would wait
 * as long.
 */
export const isTimeout = (error: unknown): boolean => error instanceof Error && TIMEOUT.test(error.message);

/** Whether the database was not reached or the connection was lost, without an answer of the database. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host name with several addresses, such as localhost, gives one error per address.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnreachable);
  const { code = '', syscall = '', message } = error as NodeJS.ErrnoException;
  return (
    ['connect', 'getaddrinfo'].includes(syscall) ||
    LOST_CONNECTION_CODES.includes(code) ||
    DISCONNECTED.test(message) ||
    isTimeout(error)
  );
}

/** Whether another host may accept the connection: this one does not answer, is starting or is stopping. */
export const isConnectionRefusedByHost = (error: Error): boolean =>
  (isDatabaseUnreachable(error) && !WAITED_FOR_POOL.test(error.message)) ||
  ((error as NodeJS.ErrnoException).code ?? '').startsWith('57P');

/**
 * Whether the connection failed because the database has no certificate, or one that is expired or of another
 * host.
 */
export function isCertificateRefused({ code, message }: NodeJS.ErrnoException): boolean {
  return REFUSED_CERTIFICATE.test(code ?? '') || /does not support SSL/.test(message);
}

const SENTENCES: Record<string, string> = {
  '28P01':
    'The database refuses the password, or has no such account (palier migrate makes all but the owner)',
  '28000': 'The database refuses the account',
  '3D000': 'The database does not exist: create it (createdb)',
  '42501':
    'The account lacks a right: run palier migrate with the owner of the database in OWNER_DATABASE_URL',
  '53300': 'The database has no free connection left (max_connections)',
  '55P03': 'A table to be migrated is locked by a backup or a recount: wait until it ends',
};
const NO_ANSWER = 'The database does not answer: check its address';
const UNTRUSTED = 'The certificate of the database is refused';

/**
 * For operators: a database error as a sentence on what to do, with its code or message; the message of any
 * other error.
 */
export function databaseSentence(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const sentence = SENTENCES[code] ?? connectionSentence(error);
  // An AggregateError has no message.
  return sentence === undefined ? message : `${sentence} (${message || code}).`;
}

function connectionSentence(error: unknown): string | undefined {
  if (isDatabaseUnreachable(error)) return NO_ANSWER;
  return isCertificateRefused(error as Error) ? UNTRUSTED : undefined;
}
