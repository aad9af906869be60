import { read } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

const GOOD = '2026-03-01T00:00:00';
const BAD_DATES = [
  ...['2026-02-30T00:00:00', '2025-02-29T00:00:00', '2026-03-01T24:00:00', '2026-03-01T23:60:00'],
  ...['2026-13-01T00:00:00', '0001-01-01T00:00:00', '10000-01-01T00:00:00', '2026-03-01', '2026-3-1T0:0:0'],
  ...[`${GOOD}Z`, `${GOOD}%2B01:00`, `${GOOD}.1234`, `${GOOD}%00`, `${GOOD}'`, '', 'now', '-infinity'],
];
/** Paths of reports over fixed dates, and of the history: their answers must not depend on the time zone of the process. */
const FIXED_DATE_PATHS = [
  '/transactions/report?from=2026-03-29T00:00:00&to=2026-03-29T23:59:59.999',
  '/transactions/report?from=2026-10-25T01:30:00&to=2026-10-25T02:30:00',
  '/transactions/report?from=1900-01-01T00:00:00&to=9999-12-31T23:59:59.999',
  '/transactions/report?from=2016-01-01T00:00:00&to=2026-12-31T23:59:59',
  '/transactions/history/outgoing?page=0&size=100',
];

export default [
  {
    id: 'F67',
    title: 'date parameters',
    fault: 'reversed, impossible and zoned dates, far years; servers in three time zones',
    bound: '400, or the same sums in every time zone',
    trials: { short: 1, long: 1, budgetS: 15 },
    async run({ cluster, isLong, startOwnCluster, expect, expectAnswer }) {
      const { accessToken: token } = await cluster.login('admin');
      const pairs = BAD_DATES.flatMap((date) => [
        [date, GOOD],
        [GOOD, date],
      ]);
      const reversed = ['2026-03-02T00:00:00', GOOD];
      for (const [from, to] of [...pairs, reversed]) {
        const path = `/transactions/report?from=${from}&to=${to}`;
        expectAnswer(path, await read(cluster.urlOf(0), path, token), 400);
      }
      if (isLong) {
        const own = await startOwnCluster({ processes: 1 });
        const { accessToken } = await own.login('admin');
        const answers = new Set<string>();
        for (const environment of [{}, { TZ: 'America/Los_Angeles' }, { TZ: 'Pacific/Kiritimati' }]) {
          const server = await own.start({ environment });
          await server.ready();
          const ofZone = FIXED_DATE_PATHS.map(
            async (path) => (await read(server.url, path, accessToken)).text,
          );
          answers.add((await Promise.all(ofZone)).join('\n'));
        }
        expect(answers.size === 1, 'the answers depend on the time zone of the process');
      }
      return { trials: BAD_DATES.length * 2 + 1 };
    },
  },
] satisfies Scenario[];
