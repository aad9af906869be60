import { parseArgs } from 'node:util';
import { fromMicros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
import { lookupUsername } from '../users/username';
import { readTypedAmount } from './typed-amount';

interface Issue {
  readonly username: string;
  readonly amount_micros: bigint;
  readonly created_at: Date;
  readonly reference: string | null;
  readonly issued_by: string;
}

/**
 * `mint <capo> <amount>` issues money, once for each `--reference`: repeated, because its answer was lost, it tells what was
 * issued. Without a reference, an amount that the capo was issued in the last twelve hours is refused.
 */
export async function runMint(
  pool: Pool,
  [name = '', typed = '', ...options]: string[],
  author: string,
): Promise<number> {
  const amount = readTypedAmount(typed);
  const [option = '--'] = options;
  // « 10 000 » comes as two words: it is not to issue 10.
  if (amount === null || !option.startsWith('--'))
    throw new Error('Le montant doit être un nombre positif, à 2 décimales au plus, sans espace.');
  const reference = readReference(options);
  const { rows: capos } = await pool.query<{ username: string; account_id: number }>(
    "select username, account_id from users where username = $1 and role = 'ROLE_CAPO'",
    [lookupUsername(name)],
  );
  const [capo] = capos;
  if (capo === undefined) throw new Error(`Aucun capo ne s'appelle ${name}.`);

  const { rows: issued } = await pool.query<{ op_id: bigint; is_new: boolean }>(
    'select op_id, is_new from issue_money($1, $2, $3, $4)',
    [capo.account_id, amount.toString(), author, reference],
  );
  const [made] = issued;
  if (made === undefined) throw new Error('Le solde maximal du compte serait dépassé.');
  const { rows } = await pool.query<Issue>('select * from audit_issues where op_id = $1', [made.op_id]);
  const issue = rows[0]!;
  if (made.is_new) {
    process.stdout.write(`${told(issue)}.\n`);
    return 0;
  }
  if (reference === null)
    throw new Error(
      `Déjà fait : ${told(issue)}. Pour en émettre encore autant, donnez une référence nouvelle : --reference <mot>.`,
    );
  if (issue.username !== capo.username || issue.amount_micros !== amount)
    throw new Error(`Cette référence a déjà servi : ${told(issue)}.`);
  process.stdout.write(`Déjà fait, rien de plus : ${told(issue)}.\n`);
  return 0;
}

function readReference(words: string[]): string | null {
  try {
    const { reference = null } = parseArgs({
      args: words,
      options: { reference: { type: 'string' } },
    }).values;
    if (reference !== '') return reference;
  } catch {
    // An option that there is not, or a word too many.
  }
  throw new Error('Essayez : mint <capo> <montant> [--reference <mot>] [--by <nom>].');
}

const told = ({ username, amount_micros, created_at, reference, issued_by }: Issue): string =>
  `${fromMicros(amount_micros)} TND émis vers ${username} par ${issued_by} le ${created_at.toISOString()}` +
  (reference === null ? '' : `, référence ${reference}`);
