import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from './migrate';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;
/** Not yet up, or in recovery: worth waiting for. */
const WAITED_FOR = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03',
  '57P01',
];
const SENTENCES: Record<string, string> = {
  '28P01': 'La base de données refuse le mot de passe de DATABASE_URL.',
  '28000': 'La base de données refuse le compte de DATABASE_URL.',
  '3D000': 'La base nommée par DATABASE_URL n’existe pas : créez-la (createdb).',
  '42501': 'Le compte de DATABASE_URL n’a pas le droit de créer les tables et les rôles de Palier.',
};

/**
 * Brings the schema up to date; a database that is still starting is waited for (30 s). Throws an Error with one clear
 * sentence when it does not come, refuses us, or is newer than this version.
 */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await migrate(databaseUrl);
    } catch (error) {
      const code = codeOf(error);
      const sentence = SENTENCES[code];
      if (sentence !== undefined) throw new Error(`${sentence} (${code})`);
      if (!WAITED_FOR.includes(code)) throw error;
      if (performance.now() > deadline)
        throw new Error(`La base de données ne répond pas (${code}). Vérifiez DATABASE_URL.`);
      await wait(PAUSE_MS);
    }
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error) return String(error.code);
  // The driver gives no code when the server accepts the connection and then says nothing, or hangs up.
  if (/timeout expired/.test(error.message)) return 'ETIMEDOUT';
  if (/Connection terminated/.test(error.message)) return 'ECONNRESET';
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
