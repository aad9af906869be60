import type { AgentLimits, DepositLimits } from '@palier/shared/contracts/limits';
import { fromMicros, toMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

interface LimitColumns {
  readonly per_movement_micros: bigint | null;
  readonly per_day_micros: bigint | null;
  readonly least_balance_micros: bigint | null;
}

const inDinars = (micros: bigint | null): number | null => (micros === null ? null : fromMicros(micros));
const inMicros = (amount: number | null): bigint | null => (amount === null ? null : toMicros(amount));

const toLimits = (row: LimitColumns | undefined): Omit<AgentLimits, 'proofAbove'> => ({
  perMovement: inDinars(row?.per_movement_micros ?? null),
  perDay: inDinars(row?.per_day_micros ?? null),
  leastBalance: inDinars(row?.least_balance_micros ?? null),
});

/** The limits of an agent that its parent has set, and those of the operator. */
export async function readAgentLimits(
  database: Queryable,
  { accountId, role }: { readonly accountId: number; readonly role: string },
): Promise<{ own: AgentLimits; ofRole: AgentLimits }> {
  const columns = 'per_movement_micros, per_day_micros, least_balance_micros';
  const own = await database.query<LimitColumns>(
    `select ${columns} from agent_limits where account_id = $1`,
    [accountId],
  );
  const ofRole = await database.query<LimitColumns>(`select ${columns} from role_limits where role = $1`, [
    role,
  ]);
  const sums = await database.query<{ of_parent: bigint | null; of_operator: bigint | null }>(
    'select of_parent, of_operator from proof_sums where account_id = $1',
    [accountId],
  );
  const { of_parent: byParent = null, of_operator: byOperator = null } = sums.rows[0] ?? {};
  return {
    own: { ...toLimits(own.rows[0]), proofAbove: inDinars(byParent) },
    ofRole: { ...toLimits(ofRole.rows[0]), proofAbove: inDinars(byOperator) },
  };
}

/** Sets the limits of a direct child; false without such a child that is an agent. */
export async function storeAgentLimits(
  database: Queryable,
  parentId: number,
  childId: number,
  { perMovement, perDay, leastBalance, proofAbove }: AgentLimits,
): Promise<boolean> {
  const { rows } = await database.query<{ outcome: string }>(
    'select set_agent_limits($1, $2, $3, $4, $5, $6) as outcome',
    [
      parentId,
      childId,
      inMicros(perMovement),
      inMicros(perDay),
      inMicros(leastBalance),
      inMicros(proofAbove),
    ],
  );
  return rows[0]?.outcome === 'set';
}

interface DepositRow extends LimitColumns {
  readonly receiver: number;
  readonly given_today: bigint;
  readonly left_to_receive: bigint | null;
  readonly stopped: 'paused' | 'excluded' | null;
  readonly stopped_until: string | null;
}

/** SQL for what is used in the current period: a row of an earlier period counts nothing. */
export const usedNow = (column: string): string =>
  `case when u.began_on >= period_start(u.period, local_day(now(), z.zone)) then u.${column} else 0 end`;

/** SQL for the end of the exclusion or pause that runs. */
export const STOP_END = '(case when s.excluded_until > now() then s.excluded_until else s.paused_until end)';

/** What limits a deposit from one account to others, by the id of each other account. */
export async function readDepositLimits(
  database: Queryable,
  payerAccountId: number,
  receiverAccountIds: readonly number[],
  timeZone: string,
): Promise<ReadonlyMap<number, DepositLimits>> {
  const { rows } = await database.query<DepositRow>({
    name: 'deposit-limits',
    text: `select a.id as receiver, l.*, coalesce((
               select ${usedNow('given')} from limit_usage u
                where u.account_id = $1 and u.period = 'day'), 0) as given_today,
             (select min(greatest(o.amount_micros - ${usedNow('received')}, 0))
                from own_limits o join limit_usage u using (account_id, period)
               where o.account_id = a.id and o.kind = 'received') as left_to_receive,
             case when s.excluded_until > now() then 'excluded' when s.paused_until > now() then 'paused' end
               as stopped,
             ${localTime(STOP_END, '$3')} as stopped_until
        from limits_of_agent($1) l cross join limit_zone z join accounts a on a.id = any($2)
        left join player_stops s on s.account_id = a.id`,
    values: [payerAccountId, receiverAccountIds, timeZone],
  });
  return new Map(rows.map((row) => [row.receiver, toDepositLimits(row)]));
}

function toDepositLimits(row: DepositRow): DepositLimits {
  const { perMovement, perDay, leastBalance } = toLimits(row);
  return {
    ...(perMovement === null ? {} : { perMovement }),
    ...(perDay === null ? {} : { leftToday: Math.max(perDay - fromMicros(row.given_today), 0) }),
    ...(leastBalance === null ? {} : { leastBalance }),
    ...(row.left_to_receive === null ? {} : { leftToReceive: fromMicros(row.left_to_receive) }),
    ...(row.stopped === null ? {} : { stopped: row.stopped, stoppedUntil: row.stopped_until ?? '' }),
  };
}
