import { verifyLedger } from '@palier/server/operator/verify';
import { asOwner } from './populate';

/** The ledgers of a run, each recounted when money has moved there. */
export interface LedgerChecks {
  /** From now on, money that moves in this database is recounted. */
  follow(databaseUrl: string): Promise<void>;
  /** Recounts every ledger where money has moved since the last time; null when all agree, else what is wrong. */
  recount(): Promise<string | null>;
}

/** `say` is told before each recount: that of ten million transfers takes minutes. */
export function createLedgerChecks(say: (line: string) => void): LedgerChecks {
  const counted = new Map<string, string>();
  return {
    async follow(databaseUrl) {
      counted.set(databaseUrl, await lastTransfer(databaseUrl));
    },
    async recount() {
      for (const [databaseUrl, known] of counted) {
        const last = await lastTransfer(databaseUrl);
        if (last === known) continue;
        counted.set(databaseUrl, last);
        say(`  recounting the books of ${nameOf(databaseUrl)} …`);
        const fault = await recountLedger(databaseUrl);
        if (fault !== null) return fault;
      }
      return null;
    },
  };
}

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

const lastTransfer = (databaseUrl: string): Promise<string> =>
  asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ last: string }>('select last_value as last from transfer_ids');
    return rows[0]?.last ?? '';
  });

/** Null when the books of this database agree, else the rule that is broken and its first wrong row. */
const recountLedger = (databaseUrl: string): Promise<string | null> =>
  asOwner(databaseUrl, async (client) => {
    // For this connection alone: ten million postings are sorted several times over.
    await client.query("set work_mem = '256MB'");
    const fault = await verifyLedger(client);
    return fault === null ? null : `${nameOf(databaseUrl)}: ${fault.rule} (${fault.row})`;
  });
