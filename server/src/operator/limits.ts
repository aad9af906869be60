import { readTypedAmount, UsageError, type DatabaseCall, type OperatorCommand } from './operator-command';
import { localTime } from '../database/local-time';
import { STOP_END } from '../limits/agent-limits.repository';
import { readTimeZone } from '../config/config';
import { print } from './printed-text';

const ROLES: Readonly<Record<string, string>> = {
  capo: 'ROLE_CAPO',
  'super-admin': 'ROLE_SUPER_ADMIN',
  admin: 'ROLE_ADMIN',
};
const OPTIONS = ['per-movement', 'per-day', 'least-balance'] as const;

interface RoleLimits {
  readonly role: string;
  readonly movement: string | null;
  readonly day: string | null;
  readonly balance: string | null;
}

/** `limits` shows the limits of roles; `limits set <role> --per-day …` sets them. */
export const limits: OperatorCommand = {
  forms: [
    '',
    'set <capo|super-admin|admin> [--per-movement <TND>] [--per-day <TND>] [--least-balance <TND>]',
  ],
  summary: 'shows or sets the limits on what agents of a role give',
  help: 'set replaces all limits of the role: one that is not given is removed. Parents set stricter ones.',
  words: [0, 2],
  options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' }] as const)),
  database: 'owner',
  async run(call) {
    const [word] = call.words;
    if (word === 'set') return setRoleLimits(call);
    if (word !== undefined) throw new UsageError('The only action is set.');
    return showRoleLimits(call);
  },
};

async function setRoleLimits({ pool, words: [, name = ''], options, operator }: DatabaseCall) {
  const role = ROLES[name];
  if (role === undefined) throw new UsageError('The role is capo, super-admin or admin.');
  const amounts = OPTIONS.map((option) => {
    const typed = options[option];
    const amount = typeof typed === 'string' ? readTypedAmount(typed, 3) : null;
    if (typed !== undefined && amount === null) throw new UsageError(`--${option} must be an amount in TND.`);
    return amount?.toString() ?? null;
  });
  const { rows } = await pool.query<{ changed: number }>(
    "select set_role_limits($1, $2, $3, $4) as changed from set_config('palier.operator', $5, false)",
    [role, ...amounts, operator],
  );
  return `Limits of ${name} set: ${rows[0]?.changed ?? 0} accounts.`;
}

async function showRoleLimits({ pool }: DatabaseCall): Promise<string> {
  const { rows } = await pool.query<RoleLimits>(
    `select role, in_dinars(per_movement_micros) as movement, in_dinars(per_day_micros) as day,
            in_dinars(least_balance_micros) as balance from role_limits order by role`,
  );
  if (rows.length === 0) return 'No role has limits.';
  const lines = rows.map(
    ({ role, movement, day, balance }) =>
      `${role}: movement ${movement ?? ''}, day ${day ?? ''}, balance ${balance ?? ''}`,
  );
  return lines.join('\n');
}

interface ProtectionLine {
  readonly at: string;
  readonly username: string;
  readonly actor: string;
  readonly kind: string;
  readonly detail: string | null;
}

/** `protection` reports who has set a limit, begun a pause or an exclusion, when and what. */
export const protection: OperatorCommand = {
  forms: ['[--user <name>] [--days <n>]'],
  summary: 'reports limits, pauses and exclusions: who, when, what',
  help: 'Without --days, those of the last 30 days. The last lines are the pauses and exclusions that run.',
  options: { user: { type: 'string' }, days: { type: 'string' } },
  database: 'application',
  async run({ pool, options: { user, days = '30' }, environment }) {
    if (typeof days !== 'string' || !/^[1-9]\d{0,4}$/.test(days))
      throw new UsageError('--days must be a number of days.');
    const timeZone = readTimeZone(environment);
    const { rows } = await pool.query<ProtectionLine>(
      `select ${localTime('j.created_at', '$1')} as at, u.username,
              coalesce(j.operator, actor.username, 'palier') as actor, j.kind, j.reason as detail
         from journal_entries j join users u on u.id = j.user_id
         left join users actor on actor.id = j.actor_id
        where j.kind in ('limits-changed', 'own-limit-set', 'own-limit-asked', 'paused', 'excluded')
          and j.created_at > now() - make_interval(days => $2) and ($3::text is null or u.username = $3)
        order by j.id`,
      [timeZone, Number(days), user ?? null],
    );
    for (const { at, username, actor, kind, detail } of rows)
      print(`${at.slice(0, 19)} ${username} ${kind} by ${actor}: ${detail ?? ''}`);
    const running = await pool.query<{ username: string; kind: string; until: string }>(
      `select u.username, case when s.excluded_until > now() then 'excluded' else 'paused' end as kind,
              ${localTime(STOP_END, '$1')} as until
         from users u join player_stops s on s.account_id = u.account_id
        where (s.excluded_until > now() or s.paused_until > now()) and ($2::text is null or u.username = $2)
        order by u.username`,
      [timeZone, user ?? null],
    );
    for (const { username, kind, until } of running.rows)
      print(`${username} is ${kind} until ${until.slice(0, 16)}`);
    return `${rows.length} changes, ${running.rows.length} players stopped.`;
  },
};
