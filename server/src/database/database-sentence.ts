import { isUnreachable, isUntrusted } from './database-errors';

const SENTENCES: Record<string, string> = {
  '28P01': 'La base de données refuse le mot de passe de DATABASE_URL',
  '28000': 'La base de données refuse le compte de DATABASE_URL',
  '3D000': 'La base nommée par DATABASE_URL n’existe pas : créez-la (createdb)',
  '42501': 'Le compte de DATABASE_URL n’a pas le droit de créer les tables et les rôles de Palier',
  '53300': 'La base de données n’a plus de connexion libre (max_connections)',
  '55P03': 'Une table à migrer est retenue, par une sauvegarde ou un recompte : attendez-en la fin',
};
const NO_ANSWER = 'La base de données ne répond pas : vérifiez DATABASE_URL';
const UNTRUSTED = 'Le certificat de la base de données est refusé';

/** What an operator is told of an error: for a database error a sentence on what to do, with its code or message; else the message. */
export function databaseSentence(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const sentence =
    SENTENCES[code] ??
    (isUnreachable(error) ? NO_ANSWER : isUntrusted(error as Error) ? UNTRUSTED : undefined);
  // For a host name with several addresses the error has no message of its own, only one error per address.
  return sentence === undefined ? message : `${sentence} (${message || code}).`;
}
