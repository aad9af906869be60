import type { FastifyBaseLogger } from 'fastify';
import type { Role } from '@palier/shared/contracts';
import { runPeriodically } from '../concurrency/run-periodically';
import type { Queryable } from '../database/pool';

const READ_EVERY_MS = 5_000;

/** The roles whose accounts must have a second factor (decision 0091). */
export interface FactorRule {
  /** Whether the account must add a second factor before anything else. */
  mustAddFactor(user: { readonly id: number; readonly role: Role }): Promise<boolean>;
  /** Reads the roles again. */
  refresh(): Promise<void>;
}

/**
 * The rule as the database has it. The roles are kept in the process, so that calls of all other accounts
 * read nothing; for an account of such a role its factors are read at each call.
 */
export function createFactorRule(database: Queryable): FactorRule {
  let roles: ReadonlySet<string> | null = null;

  async function refresh(): Promise<void> {
    const { rows } = await database.query<{ role: string }>('select role from roles_with_factor');
    roles = new Set(rows.map(({ role }) => role));
  }

  return {
    refresh,
    async mustAddFactor({ id, role }) {
      if (roles === null) await refresh();
      if (roles?.has(role) !== true) return false;
      const { rows } = await database.query<{ isMissing: boolean }>({
        name: 'missing-factor',
        text: 'select not has_factor($1) as "isMissing"',
        values: [id],
      });
      return rows[0]!.isMissing;
    },
  };
}

/** Reads the roles every five seconds, until the returned function is called. */
export const startReadingFactorRule = (
  rule: Pick<FactorRule, 'refresh'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): (() => void) =>
  runPeriodically(READ_EVERY_MS, async () => {
    await rule
      .refresh()
      .catch((error: unknown) => log.warn({ err: error }, 'roles with a second factor not read'));
  });
