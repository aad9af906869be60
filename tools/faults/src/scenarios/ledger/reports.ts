import { deposit, pay, withdrawal } from '../../actors/api-client';
import { read } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

const DAY_MS = 86_400_000;
const TIME_ZONE = 'Africa/Tunis';
const MOVEMENTS = 60;

/** A time as the report's query expects it: local, with milliseconds, without a zone. */
const toLocal = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(at)
    .replace(' ', 'T') + `.${String(at.getTime() % 1000).padStart(3, '0')}`;

interface Totals {
  readonly totalIn: number;
  readonly totalOut: number;
  readonly totalNet: number;
}

const scenarios: Scenario[] = [
  {
    id: 'A15',
    title: 'report totals',
    fault: 'reports over random periods, bounded to the millisecond of a transfer, and over an empty period',
    bound:
      'equal to a recount of the transfers to the cent; adjacent periods add up; an empty period gives zeros',
    trials: { short: 15, long: 500, budgetS: 10 },
    async run({ cluster, random, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 100);
      for (let call = 0; call < MOVEMENTS; call += 1)
        await pay(cluster, call, token, random.pick([deposit, withdrawal])(username, random.between(1, 50)));
      const { rows: moments } = await cluster.owner.query<{ at: Date }>(
        `select created_at as at from transfers where initiator_account_id = (select account_id from users where username = 'admin')
          order by id desc limit 300`,
      );
      const failures: string[] = [];
      const readTotals = async (from: Date, to: Date): Promise<Totals> => {
        const answer = await read(
          random.pick(cluster.processes).url,
          `/transactions/report?from=${toLocal(from)}&to=${toLocal(to)}`,
          token,
        );
        if (answer.status !== 200) failures.push(`${toLocal(from)} to ${toLocal(to)}: ${answer.status}`);
        return answer.json as Totals;
      };
      const recount = async (from: Date, to: Date): Promise<string> => {
        const { rows: sums } = await cluster.owner.query<{ sum_in: string; sum_out: string }>(
          `select coalesce(sum(amount) filter (where kind in ('DEPOSIT', 'USER_CREATION')), 0) as sum_in,
                  coalesce(sum(amount) filter (where kind = 'WITHDRAWAL'), 0) as sum_out
             from transfers
            where initiator_account_id = (select account_id from users where username = 'admin')
              and created_at >= $1 and created_at < $2::timestamptz + interval '1 millisecond'`,
          [from, to],
        );
        return format(Number(sums[0]!.sum_in) / 1e6, Number(sums[0]!.sum_out) / 1e6);
      };
      const now = Date.now();
      const moment = (): Date =>
        random.between(0, 1) === 0
          ? new Date(random.pick(moments).at.getTime() + random.between(-1, 1))
          : new Date(now - random.between(0, 40 * DAY_MS));
      for (let trial = 0; trial < trials; trial += 1) {
        const [from, between, to] = [moment(), moment(), moment()].sort((a, b) => a.getTime() - b.getTime());
        const after = new Date(between!.getTime() + 1);
        const whole = await readTotals(from!, to!);
        const expected = await recount(from!, to!);
        if (format(whole.totalIn, whole.totalOut) !== expected)
          failures.push(
            `${toLocal(from!)} to ${toLocal(to!)}: ${JSON.stringify(whole)}, recount ${expected}`,
          );
        if (after <= to!) {
          const [one, other] = [await readTotals(from!, between!), await readTotals(after, to!)];
          const together = format(one.totalIn + other.totalIn, one.totalOut + other.totalOut);
          if (together !== expected)
            failures.push(`cut at ${toLocal(between!)}: ${together} instead of ${expected}`);
        }
      }
      const empty = await readTotals(new Date('1990-01-01'), new Date('1990-01-02'));
      if (JSON.stringify(empty) !== '{"totalIn":0,"totalOut":0,"totalNet":0}')
        failures.push(`empty period: ${JSON.stringify(empty)}`);
      return { trials, failures };
    },
  },
];
export default scenarios;

const format = (totalIn: number, totalOut: number): string => `${totalIn.toFixed(2)}/${totalOut.toFixed(2)}`;
