import type { Queryable } from '../../database/pool';

/**
 * Writes the codes of providers as the ledger does: callbacks are compared without case, and a vendor's log
 * may spell them otherwise.
 */
export function createProviderSpelling(database: Queryable) {
  const spellings = new Map<string, string>();
  return async <Entry extends { readonly providerCode: string | null }>(
    entries: readonly Entry[],
  ): Promise<readonly Entry[]> => {
    const unknown = new Set(entries.flatMap(({ providerCode: code }) => (code === null ? [] : [code])));
    for (const code of spellings.keys()) unknown.delete(code);
    for (const [code, spelled] of await findLedgerSpellings(database, [...unknown]))
      spellings.set(code, spelled);
    return entries.map((entry) => {
      const spelled = entry.providerCode === null ? undefined : spellings.get(entry.providerCode);
      return spelled === undefined ? entry : { ...entry, providerCode: spelled };
    });
  };
}

/** Of codes that have an account of the house, also in another case; the same case comes first. */
async function findLedgerSpellings(
  database: Queryable,
  codes: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  if (codes.length === 0) return [];
  const { rows } = await database.query<{ code: string; spelled: string }>(
    `select distinct on (given.code) given.code, substr(a.code, 7) as spelled
       from unnest($1::text[]) as given (code)
       join accounts a on a.kind = 'HOUSE' and lower(a.code) = lower('house:' || given.code)
      order by given.code, a.code <> 'house:' || given.code`,
    [codes],
  );
  return rows.map(({ code, spelled }) => [code, spelled]);
}
