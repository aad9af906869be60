import type { Cluster } from './cluster';

export interface Books {
  readonly hits: bigint;
  readonly wins: bigint;
  readonly prizes: bigint;
  readonly reseeds: bigint;
  readonly unbalanced: bigint;
  readonly shared: bigint;
  readonly contributions: bigint;
}

/** Draws, wins and movements of the pots, counted apart from each other. */
export async function readJackpotTotals({ owner }: Cluster): Promise<Books> {
  const { rows } = await owner.query<Books>(
    `select (select count(*) from jackpot_draws where ended_at is not null) as hits,
            (select count(*) from jackpot_wins) as wins,
            (select count(*) from transfers where kind = 'JACKPOT_WIN') as prizes,
            (select count(*) from transfers t join jackpot_pots p on p.account_id = t.credit_account_id where t.kind = 'ISSUE') - 3 as reseeds,
            (select count(*) from audit_jackpot where seeds_micros + contributions_micros <> prizes_micros + balance_micros) as unbalanced,
            (select count(*) from (select draw_id from jackpot_wins group by draw_id having count(*) > 1) x) as shared,
            (select sum(contributions_micros)::bigint from audit_jackpot) as contributions`,
  );
  return rows[0]!;
}

/** One readable line for each rule that the books break. */
export function jackpotFailures(books: Books): string[] {
  const { hits, wins, prizes, reseeds, unbalanced, shared } = books;
  const isSame = [wins, prizes, reseeds].every((count) => count === hits);
  return [
    ...(isSame ? [] : [`${hits} hits, ${wins} wins, ${prizes} prizes, ${reseeds} new seeds`]),
    ...(unbalanced === 0n ? [] : [`${unbalanced} pots whose seeds + contributions ≠ prizes + pot`]),
    ...(shared === 0n ? [] : [`${shared} hits with more than one winner`]),
  ];
}
