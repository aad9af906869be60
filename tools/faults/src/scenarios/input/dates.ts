import { errorsOf, read } from '../../actors/raw-http';
import type { ServerProcess } from '../../actors/server-process';
import type { Scenario } from '../../scenario';

/** Reports and history over fixed dates, which must not depend on the time zone of the process. */
async function readFixedPeriods(server: ServerProcess, token: string): Promise<string> {
  const periods = [
    ['2026-03-29T00:00:00', '2026-03-29T23:59:59.999'],
    ['2026-10-25T01:30:00', '2026-10-25T02:30:00'],
    ['1900-01-01T00:00:00', '9999-12-31T23:59:59.999'],
    ['2016-01-01T00:00:00', '2026-12-31T23:59:59'],
  ];
  const answers = [];
  for (const [from, to] of periods)
    answers.push((await read(server.url, `/transactions/report?from=${from}&to=${to}`, token)).text);
  answers.push((await read(server.url, '/transactions/history/outgoing?page=0&size=100', token)).text);
  return answers.join('\n');
}

const scenarios: Scenario[] = [
  {
    id: 'F67',
    title: 'date parameters',
    fault: 'reversed, impossible and zoned dates, far years; servers in three time zones',
    bound: '400, or the same sums in every time zone',
    trials: { short: 1, long: 1, budgetS: 15 },
    async run(context) {
      const { cluster, isLong } = context;
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      const good = '2026-03-01T00:00:00';
      const bad = [
        '2026-02-30T00:00:00',
        '2025-02-29T00:00:00',
        '2026-03-01T24:00:00',
        '2026-03-01T23:60:00',
        '2026-13-01T00:00:00',
        '0001-01-01T00:00:00',
        '10000-01-01T00:00:00',
        `${good}Z`,
        `${good}%2B01:00`,
        '2026-03-01',
        '2026-3-1T0:0:0',
        `${good}.1234`,
        `${good}%00`,
        '',
        'now',
        '-infinity',
        "2026-03-01T00:00:00'",
      ];
      for (const date of bad) {
        for (const query of [`from=${date}&to=${good}`, `from=${good}&to=${date}`]) {
          const answer = await read(cluster.processes[0]!.url, `/transactions/report?${query}`, token);
          if (answer.status !== 400 || errorsOf(answer).length === 0)
            failures.push(`${query}: ${answer.status} ${answer.text}`);
        }
      }
      const reversed = await read(
        cluster.processes[0]!.url,
        `/transactions/report?from=2026-03-02T00:00:00&to=${good}`,
        token,
      );
      if (reversed.status !== 400) failures.push(`reversed: ${reversed.status}`);
      if (isLong) {
        const own = await context.startOwnCluster({ processes: 1 });
        const session = await own.login('admin');
        const answersByZone = new Set([await readFixedPeriods(own.processes[0]!, session.accessToken)]);
        for (const TZ of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
          const inOtherZone = await own.start({ environment: { TZ } });
          await inOtherZone.ready();
          answersByZone.add(await readFixedPeriods(inOtherZone, session.accessToken));
        }
        if (answersByZone.size !== 1) failures.push('the answers depend on the time zone of the process');
      }
      return { trials: bad.length * 2 + 1, failures };
    },
  },
];

export default scenarios;
