import { connect } from 'node:net';
import { depositOf } from '@palier/test-support/actors/api-client';
import { read } from '@palier/test-support/actors/raw-http';
import { portOf } from '@palier/test-support/actors/server-process';
import { atOnce } from '@palier/test-support/at-once';
import type { Random } from '@palier/test-support/random';
import { untilTrue } from '@palier/test-support/wait-until';
import type { Scenario } from '../../scenario';

/** Sends a request and drops the connection at a random moment. */
const dropRequest = (port: number, head: string, body: string, random: Random): Promise<void> =>
  new Promise<void>((resolve) => {
    const whole = head + body;
    const length = random.pick([20, head.length, whole.length - 3, whole.length, whole.length]);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(whole.slice(0, length));
      setTimeout(() => socket.destroy(), random.between(0, 8));
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });

export default [
  {
    id: 'F73',
    title: 'aborted requests',
    fault: 'clients that disconnect in the middle of a call',
    bound: 'no connection, transaction or lock remains',
    trials: { short: 60, long: 1_000 },
    async run({ cluster, random, trials, within, expect, expectAnswer }) {
      const { accessToken } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const port = portOf(cluster.urlOf(0));
      const body = JSON.stringify(depositOf(username, 1));
      const head =
        `POST /api/v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accessToken}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      for (let trial = 0; trial < trials; trial += 20)
        await atOnce(20, () => dropRequest(port, head, body, random));
      const isIdle = async (): Promise<boolean> => {
        const { busy } = await cluster.readRow<{ busy: number }>(
          `select count(*)::int as busy from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()
              and (state like 'idle in transaction%'
                   or (state = 'active' and backend_type = 'client backend'))`,
        );
        return busy === 0;
      };
      expect(await untilTrue(isIdle, within(5_000)), 'transactions stayed open');
      expectAnswer('afterwards', await read(cluster.urlOf(0), '/user/me', accessToken), 200);
    },
  },
] satisfies Scenario[];
