import { listRemoteFailures } from '../remotes/failure.repository';
import { databaseSentence } from '../database/database-sentence';
import { createPool, type Pool } from '../database/pool';
import { checkSchema, migrate } from '../database/migrate';
import { hashPassword } from '../passwords/password-hasher';
import { assertAcceptablePassword } from '../passwords/password-policy';
import { acceptableUsername } from '../users/username';
import { takeAuthor } from './author';
import { runJackpot } from './jackpot';
import { runMint } from './mint';
import { runReconcile } from './reconcile';
import { runSetPassword } from './set-password';
import { runSettleRound } from './settle-round';
import { runTrialBalance } from './trial-balance';
import { verifyLedger } from './verify';

const USAGE = `npm run admin -- verify                          recompte tout le grand livre
npm run admin -- create-capo <nom> <mot de passe>   crée la tête d'une hiérarchie
npm run admin -- set-password <nom> <mot de passe>  change un mot de passe et ferme les sessions du compte
npm run admin -- mint <capo> <montant> [--reference mot]
                                                    émet de la monnaie vers un capo (TND), une fois par référence
npm run admin -- trial-balance [nom]                balance d'un sous-arbre, ou de tous
npm run admin -- reconcile [--older-than secondes]  rapproche les manches ouvertes du livre du fournisseur
npm run admin -- reconcile --ended <heures>         compare les manches terminées, et paie un gain qui n'est jamais venu
npm run admin -- settle-round <fournisseur> <manche> <joueur> close | refund | win <montant> <transaction>
                                                    termine une manche que le livre du fournisseur ne termine pas
npm run admin -- jackpot                            montre les cagnottes et leurs derniers réglages
npm run admin -- jackpot set <bronze|silver|gold> [--rate %] [--seed TND] [--ceiling-min TND] [--ceiling-max TND]
Ce qui change quelque chose est noté sous votre nom sur cette machine, ou sous un autre : --by nom.
`;

/** These may come before a server's first start, so they bring the schema; the others want it as this version has it. */
const FIRST_CHORES = ['create-capo', 'mint'];

const CHORES: Record<string, (pool: Pool, words: string[], author: string) => Promise<number>> = {
  // For `npm run release -- status`, which prints them.
  async 'remote-failures'(pool) {
    process.stdout.write(`${JSON.stringify(await listRemoteFailures(pool))}\n`);
    return 0;
  },
  jackpot: runJackpot,
  reconcile: runReconcile,
  async verify(pool) {
    const fault = await verifyLedger(pool);
    process.stdout.write(
      fault === null
        ? 'Les comptes sont justes.\n'
        : `FAUX : ${fault.rule} — première ligne : ${fault.row}\n`,
    );
    return fault === null ? 0 : 1;
  },
  async 'create-capo'(pool, [name = '', password = ''], author) {
    const username = acceptableUsername(name);
    assertAcceptablePassword(password, username);
    await pool
      .query("select create_capo($1, $2) from set_config('palier.operator', $3, true)", [
        username,
        await hashPassword('operator', password),
        author,
      ])
      .catch((error: unknown) => {
        const isTaken = error instanceof Error && 'code' in error && error.code === '23505';
        throw isTaken ? new Error(`Le nom ${username} est déjà pris.`) : error;
      });
    process.stdout.write(`Capo créé : ${username}\n`);
    return 0;
  },
  mint: runMint,
  'set-password': runSetPassword,
  'settle-round': runSettleRound,
  'trial-balance': runTrialBalance,
};

/** A word too many is a mistake, such as a password in two words; the other chores look for themselves. */
const MOST_WORDS: Record<string, number> = {
  'remote-failures': 0,
  verify: 0,
  'create-capo': 2,
  'set-password': 2,
  'trial-balance': 1,
};

/** Runs an operator's command. Returns the exit code. */
export async function runCommand([name = '', ...words]: readonly string[]): Promise<number> {
  const { rest, author } = takeAuthor(words);
  const chore = Object.hasOwn(CHORES, name) ? CHORES[name] : undefined;
  const databaseUrl = process.env.DATABASE_URL;
  if (chore === undefined || databaseUrl === undefined) {
    process.stderr.write(chore === undefined ? USAGE : 'DATABASE_URL est absente.\n');
    return 2;
  }
  if (rest.length > (MOST_WORDS[name] ?? rest.length)) {
    process.stderr.write('Un mot de trop : ce qui contient une espace se met entre guillemets.\n');
    return 2;
  }
  try {
    await (FIRST_CHORES.includes(name) ? migrate(databaseUrl) : checkSchema(databaseUrl));
  } catch (error) {
    process.stderr.write(`${databaseSentence(error)}\n`);
    return 1;
  }
  const pool = createPool(databaseUrl, { asOwner: true });
  try {
    return await chore(pool, rest, author);
  } catch (error) {
    process.stderr.write(`${databaseSentence(error)}\n`);
    return 1;
  } finally {
    await pool.end();
  }
}
