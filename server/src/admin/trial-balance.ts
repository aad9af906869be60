import { fromMicros } from '@palier/shared/money';
import type { Queryable } from '../database/pool';

/** The money of one subtree, in micro-dinars: where it stands, and what came in and went out across its border. */
export interface TrialBalance {
  readonly username: string;
  readonly own: bigint;
  readonly below: bigint;
  /** Staked and not won back by its players, less what pots paid them: with the houses and the pots. */
  readonly inPlay: bigint;
  /** Given to its head: by its parent or, for a capo, by the issue account. */
  readonly issued: bigint;
  /** Taken from its head by its parent. */
  readonly withdrawn: bigint;
}

/** Design §3: children + own + in play = issued − withdrawn, in any subtree. */
export const isBalanced = ({ own, below, inPlay, issued, withdrawn }: TrialBalance): boolean =>
  own + below + inPlay === issued - withdrawn;

/** Of the subtree that `username` heads, or of every capo's. Counted from the postings; none when nobody has that name. */
export async function readTrialBalances(
  database: Queryable,
  username: string | null,
): Promise<TrialBalance[]> {
  const { rows } = await database.query<TrialBalance>(
    `with recursive tree as (
       select id as root, id, account_id from users where ($1::text is null and parent_id is null) or username = $1
       union all select t.root, u.id, u.account_id from users u join tree t on u.parent_id = t.id),
     held as (
       select t.root, coalesce(sum(a.balance) filter (where t.id = t.root), 0)::bigint as own,
              coalesce(sum(a.balance) filter (where t.id <> t.root), 0)::bigint as below
         from tree t join accounts a on a.id = t.account_id group by t.root),
     moved as (
       select tree.root,
              coalesce(-sum(p.amount) filter (where other.kind in ('HOUSE', 'JACKPOT')), 0)::bigint as "inPlay",
              coalesce(sum(p.amount) filter (where tree.id = tree.root and (other.kind = 'ISSUE'
                or x.kind in ('DEPOSIT', 'USER_CREATION') and x.target_id = tree.account_id)), 0)::bigint as issued,
              coalesce(-sum(p.amount) filter (where tree.id = tree.root
                and x.kind = 'WITHDRAWAL' and x.target_id = tree.account_id), 0)::bigint as withdrawn
         from tree join postings p on p.account_id = tree.account_id join transfers x on x.id = p.transfer_id
         join accounts other on other.id = case p.account_id when x.debit_account_id then x.credit_account_id
                                                             else x.debit_account_id end
        group by tree.root)
     select u.username, h.own, h.below, coalesce(m."inPlay", 0) as "inPlay", coalesce(m.issued, 0) as issued,
            coalesce(m.withdrawn, 0) as withdrawn
       from held h join users u on u.id = h.root left join moved m on m.root = h.root order by u.id`,
    [username],
  );
  return rows;
}

/** `npm run admin -- trial-balance [nom]`: exits 1 when an equality does not hold, or nobody has that name. */
export async function runTrialBalance(database: Queryable, [name]: string[]): Promise<number> {
  const balances = await readTrialBalances(database, name ?? null);
  if (name !== undefined && balances.length === 0) throw new Error(`Personne ne s'appelle ${name}.`);
  for (const balance of balances) {
    const { username, own, below, inPlay, issued, withdrawn } = balance;
    process.stdout.write(
      `${username} : propre ${fromMicros(own)}, sous-comptes ${fromMicros(below)}, total ${fromMicros(own + below)} TND\n` +
        `  sous-comptes ${fromMicros(below)} + propre ${fromMicros(own)} + en jeu ${fromMicros(inPlay)} ` +
        `${isBalanced(balance) ? '=' : '≠'} émis ${fromMicros(issued)} − retiré ${fromMicros(withdrawn)}\n`,
    );
  }
  const { rows: kinds } = await database.query<{ kind: string; sum: bigint }>(
    'select kind, sum(balance)::bigint as sum from accounts group by kind order by kind',
  );
  for (const { kind, sum } of kinds) process.stdout.write(`${kind} : ${fromMicros(sum)} TND\n`);
  const isClosed = kinds.reduce((sum, row) => sum + row.sum, 0n) === 0n;
  return isClosed && balances.every(isBalanced) ? 0 : 1;
}
