import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

/** The money of one subtree, in micro-dinars: its balances, and what entered and left it. */
export interface SubtreeBalance {
  readonly id: number;
  readonly username: string;
  readonly own: bigint;
  readonly below: bigint;
  /**
   * Staked and not won back by its players, less their jackpot wins: the money on the accounts of houses and
   * pots.
   */
  readonly inPlay: bigint;
  /** Given to the subtree's head: by its parent or, for a capo, by the issue account. */
  readonly issued: bigint;
  /** Taken from the subtree's head by its parent. */
  readonly withdrawn: bigint;
}

/**
 * Zero when the ledger is correct: children + own + in play = issued − withdrawn, in any subtree (section 3
 * of docs/design.md).
 */
export const gapOf = ({ own, below, inPlay, issued, withdrawn }: SubtreeBalance): bigint =>
  own + below + inPlay - (issued - withdrawn);

/**
 * The heads of the subtrees: all capos, one username, or the children of one user and the user without its
 * children.
 */
type Heads = 'capos' | { readonly username: string } | { readonly childrenOf: number };

/**
 * The balances of subtrees, by name. Balances and net play are read from the accounts; what was issued to a
 * head and withdrawn from it is summed from its postings. The cost depends on the number of accounts and not
 * on the number of game movements.
 */
export async function readSubtreeBalances(database: Queryable, heads: Heads): Promise<SubtreeBalance[]> {
  const username = typeof heads === 'object' && 'username' in heads ? heads.username : null;
  const parentId = typeof heads === 'object' && 'childrenOf' in heads ? heads.childrenOf : null;
  // Money that a head receives or returns is posted in its list I (by its parent) or S (by the issue
  // account). The list S of a player has what its payout requests reserve, which stays its own money.
  const { rows } = await database.query<SubtreeBalance>(
    `with recursive head as (
       select id, username, account_id, parent_id from users
        where case when $2::int is not null then $2 in (id, parent_id)
                   when $1::text is not null then username = $1
                   else parent_id is null end),
     tree as (
       select id as root, id, account_id from head
       union all
       select t.root, u.id, u.account_id from users u join tree t on u.parent_id = t.id
        where t.root is distinct from $2),
     held as (
       select t.root, coalesce(sum(b.held) filter (where t.id = t.root), 0)::bigint as own,
              coalesce(sum(b.held) filter (where t.id <> t.root), 0)::bigint as below,
              -sum(a.net_play)::bigint as in_play
         from tree t join accounts a on a.id = t.account_id
         left join reserves v on v.user_account_id = a.id
         left join accounts reserve on reserve.id = v.account_id
        cross join lateral (select a.balance + coalesce(reserve.balance, 0) as held) b
        group by t.root),
     given as (
       select h.id as root, coalesce(sum(p.amount) filter (where p.amount > 0), 0)::bigint as issued,
              coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::bigint as withdrawn
         from head h join postings p on p.account_id = h.account_id
          and (p.list = 'I' or p.list = 'S' and h.parent_id is null) group by h.id)
     select h.id, h.username, held.own, held.below, held.in_play as "inPlay",
            coalesce(given.issued, 0) as issued, coalesce(given.withdrawn, 0) as withdrawn
       from head h join held on held.root = h.id
       left join given on given.root = h.id order by h.username`,
    [username, parentId],
  );
  return rows;
}

/** The database's present time in `timeZone`, as a local date-time. */
export async function readLocalTime(database: Queryable, timeZone: string): Promise<string> {
  const { rows } = await database.query<{ at: string }>(`select ${localTime('now()', '$1')} as at`, [
    timeZone,
  ]);
  return rows[0]?.at ?? '';
}
