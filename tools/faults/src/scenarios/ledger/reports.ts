import { depositOf, pay, withdrawalOf } from '../../actors/api-client';
import { read } from '../../actors/raw-http';
import type { ScenarioContext, Scenario } from '../../scenario';

const DAY_MS = 86_400_000;
const TIME_ZONE = 'Africa/Tunis';
const MOVEMENTS = 60;
const LOCAL = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A time as the report's query expects it: local, with milliseconds, without a zone. */
const toLocal = (at: Date): string =>
  `${LOCAL.format(at).replace(' ', 'T')}.${String(at.getTime() % 1000).padStart(3, '0')}`;

interface Totals {
  readonly totalIn: number;
  readonly totalOut: number;
  readonly totalNet: number;
}

const format = (totalIn: number, totalOut: number): string => `${totalIn.toFixed(2)}/${totalOut.toFixed(2)}`;

async function readTotals(
  { cluster, random, expectAnswer }: ScenarioContext,
  token: string,
  from: Date,
  to: Date,
): Promise<Totals> {
  const path = `/transactions/report?from=${toLocal(from)}&to=${toLocal(to)}`;
  const answer = await read(random.pick(cluster.processes).url, path, token);
  expectAnswer(path, answer, 200);
  return answer.json as Totals;
}

/** The admin's totals from the transfers themselves. */
async function recount({ cluster }: ScenarioContext, from: Date, to: Date): Promise<string> {
  const { given, taken } = await cluster.readRow<{ given: string; taken: string }>(
    `select coalesce(sum(amount) filter (where kind in ('DEPOSIT', 'USER_CREATION')), 0) as given,
            coalesce(sum(amount) filter (where kind = 'WITHDRAWAL'), 0) as taken
       from transfers
      where initiator_account_id = (select account_id from users where username = 'admin')
        and created_at >= $1 and created_at < $2::timestamptz + interval '1 millisecond'`,
    [from, to],
  );
  return format(Number(given) / 1e6, Number(taken) / 1e6);
}

export default [
  {
    id: 'A15',
    title: 'report totals',
    fault: 'reports over random periods, bounded to the millisecond of a transfer, and over an empty period',
    bound:
      'equal to a recount of the transfers to the cent; adjacent periods add up; an empty period gives zeros',
    trials: { short: 15, long: 500, budgetS: 10 },
    async run(context) {
      const { cluster, random, trials, expect } = context;
      const { accessToken: token } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 100);
      for (let call = 0; call < MOVEMENTS; call += 1)
        await pay(
          cluster,
          call,
          token,
          random.pick([depositOf, withdrawalOf])(username, random.between(1, 50)),
        );
      const { rows: transfers } = await cluster.owner.query<{ at: Date }>(
        `select created_at as at from transfers where initiator_account_id = (select account_id from users where username = 'admin')
          order by id desc limit 300`,
      );
      const now = Date.now();
      const drawTime = (): number =>
        random.chance(0.5)
          ? random.pick(transfers).at.getTime() + random.between(-1, 1)
          : now - random.between(0, 40 * DAY_MS);
      for (let trial = 0; trial < trials; trial += 1) {
        const times = [drawTime(), drawTime(), drawTime()].sort((one, other) => one - other);
        const [from, cut, to] = times.map((time) => new Date(time)) as [Date, Date, Date];
        const whole = await readTotals(context, token, from, to);
        const expected = await recount(context, from, to);
        const found = format(whole.totalIn, whole.totalOut);
        expect(found === expected, `${toLocal(from)} to ${toLocal(to)}: ${found}, recount ${expected}`);
        const afterCut = new Date(cut.getTime() + 1);
        if (afterCut > to) continue;
        const one = await readTotals(context, token, from, cut);
        const other = await readTotals(context, token, afterCut, to);
        const together = format(one.totalIn + other.totalIn, one.totalOut + other.totalOut);
        expect(together === expected, `cut at ${toLocal(cut)}: ${together} instead of ${expected}`);
      }
      const empty = await readTotals(context, token, new Date('1990-01-01'), new Date('1990-01-02'));
      const zeros = '{"totalIn":0,"totalOut":0,"totalNet":0}';
      expect(JSON.stringify(empty) === zeros, `empty period: ${JSON.stringify(empty)}`);
    },
  },
] satisfies Scenario[];
