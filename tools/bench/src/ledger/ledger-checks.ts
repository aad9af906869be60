import { verifyLedger } from '@palier/server/operator/verify';
import { asOwner } from './populate';

/**
 * The ledgers of a run, each verified after money has moved in it. `say` announces each verification, which takes minutes for ten
 * million transfers.
 */
export function createLedgerChecks(say: (line: string) => void) {
  const counted = new Map<string, string>();
  return {
    /** Starts watching a database for new transfers. */
    async follow(databaseUrl: string): Promise<void> {
      counted.set(databaseUrl, await readLastTransfer(databaseUrl));
    },
    /** Verifies every ledger with new transfers since the last call: null, or the fault. */
    async recount(): Promise<string | null> {
      for (const [databaseUrl, known] of counted) {
        const last = await readLastTransfer(databaseUrl);
        if (last === known) continue;
        counted.set(databaseUrl, last);
        say(`  verifying the ledger of ${nameOf(databaseUrl)} …`);
        const fault = await recountLedger(databaseUrl);
        if (fault !== null) return fault;
      }
      return null;
    },
  };
}

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

const readLastTransfer = (databaseUrl: string): Promise<string> =>
  asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ last: string }>('select last_value as last from transfer_ids');
    return rows[0]?.last ?? '';
  });

/** Null when the ledger agrees, else the broken rule and its first row. */
const recountLedger = (databaseUrl: string): Promise<string | null> =>
  asOwner(databaseUrl, async (client) => {
    // For this connection, because ten million postings are sorted several times.
    await client.query("set work_mem = '256MB'");
    const fault = await verifyLedger(client);
    return fault === null ? null : `${nameOf(databaseUrl)}: ${fault.rule} (${fault.row})`;
  });
