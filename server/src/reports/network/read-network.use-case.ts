import type { NetworkFigures, NetworkReport } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { Caller } from '../../sessions/authenticate';
import type { ReportDependencies } from '../read-report.use-case';
import { accountNotFound } from '../../users/errors';
import { assertDayRange, type Period } from '../report-range';
import { findHead, NETWORK_TOTALS, readNetwork, type NetworkTotals } from './network.repository';

/** This many sub-accounts have a line each; the others are summed up in one line. */
const MAX_LINES = 1_000;

const combine = (valueOf: (field: keyof NetworkTotals) => bigint): NetworkTotals =>
  Object.fromEntries(NETWORK_TOTALS.map((field) => [field, valueOf(field)])) as Record<
    keyof NetworkTotals,
    bigint
  >;

const toFigures = (totals: NetworkTotals): NetworkFigures => ({
  received: fromMicros(totals.received),
  returned: fromMicros(totals.returned),
  settlement: fromMicros(totals.received - totals.returned),
  deposits: fromMicros(totals.deposits),
  withdrawals: fromMicros(totals.withdrawals),
  net: fromMicros(totals.deposits - totals.withdrawals),
  stakes: fromMicros(totals.stakes),
  wins: fromMicros(totals.wins),
  grossGamingRevenue: fromMicros(totals.stakes - totals.wins),
  jackpotPrizes: fromMicros(totals.prizes),
  activePlayers: Number(totals.activePlayers),
});

/**
 * The network of the caller, or of a user below the caller, between two local dates, both included (decision
 * 0053).
 */
export async function readNetworkReport(
  { pool, timeZone, slowReads }: ReportDependencies,
  { user }: Caller,
  { from, to, of }: Period & { readonly of?: string | undefined },
): Promise<NetworkReport> {
  const period = { from, to };
  assertDayRange(period);
  return slowReads.run(`user ${user.id}`, async () => {
    const head = await findHead(pool, user.id, of === undefined ? user.id : Number(of));
    if (head === null) throw accountNotFound();
    const { whole, lines } = await readNetwork(pool, { head, period, maxLines: MAX_LINES, timeZone });
    const others = combine((field) => lines.reduce((rest, line) => rest - line[field], whole[field]));
    const otherCount = head.childCount - lines.length;
    return {
      ...period,
      readAt: whole.readAt,
      path: [...head.path],
      whole: toFigures(whole),
      subAccounts: lines.map(({ id, username, roleName, answers, waitedMs, ...totals }) => ({
        id,
        username,
        roleName,
        answers,
        averageWaitS: answers === 0 ? null : Math.round(Number(waitedMs) / answers / 1_000),
        ...toFigures(totals),
      })),
      others: otherCount > 0 ? { count: otherCount, ...toFigures(others) } : null,
    };
  });
}
