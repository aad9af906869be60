import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRow } from '../row';
import { portOf, startChaosProxy } from '../tools/chaos-proxy';

const rows: FaultRow[] = [
  {
    id: 'A2',
    fault:
      'an agent’s deposits and withdrawals cross with its parent’s, over both processes; readers sum meanwhile (A3)',
    bound: 'no 5xx and no deadlock reaches a caller; every sum is the same; none below zero',
    trials: { short: 2, long: 60 },
    async run({ cluster, random, trials }) {
      const { username: agent } = await cluster.newChild('superadmin', 500);
      const [agentSession, parentSession] = await Promise.all([
        cluster.login(agent),
        cluster.login('superadmin'),
      ]);
      const create = await cluster.processes[0]!.call('POST', '/auth/admin/register-client', {
        token: agentSession.accessToken,
        body: { username: `${agent}-c`, password: 'Enfant1234', balance: 100 },
      });
      const failures: string[] = [];
      if (create.status !== 200) failures.push(`the client was not created: ${create.status}`);
      const moves = [
        { token: parentSession.accessToken, receiverUsername: agent, type: 'DEPOSIT' },
        { token: parentSession.accessToken, receiverUsername: agent, type: 'WITHDRAWAL' },
        { token: agentSession.accessToken, receiverUsername: `${agent}-c`, type: 'DEPOSIT' },
        { token: agentSession.accessToken, receiverUsername: `${agent}-c`, type: 'WITHDRAWAL' },
      ];
      const endsAt = performance.now() + trials * 1_000;
      const isOver = (): boolean => performance.now() > endsAt;
      let calls = 0;
      const worker = async (): Promise<void> => {
        while (!isOver()) {
          const { token, ...move } = random.pick(moves);
          const amount = random.between(1, 2_000) / 100;
          const answer = await random
            .pick(cluster.processes.filter((one) => one.isRunning()))
            .call('POST', '/transactions', {
              token,
              body: { ...move, amount },
            });
          calls += 1;
          if (answer.status !== 200 && answer.status !== 400)
            failures.push(`${move.type} ${amount}: ${answer.status} ${JSON.stringify(answer.body)}`);
        }
      };
      const read = async (): Promise<{ sum: string; lowest: string; accounts: string }> => {
        const { rows: found } = await cluster.owner.query<{ sum: string; lowest: string; accounts: string }>(
          `select sum(balance)::text as sum, (min(balance) filter (where kind = 'USER'))::text as lowest,
                  count(*)::text as accounts from accounts`,
        );
        return found[0]!;
      };
      const first = await read();
      let sums = 0;
      const reader = async (): Promise<void> => {
        while (!isOver()) {
          const { sum, lowest, accounts } = await read();
          sums += 1;
          if (sum !== first.sum || accounts !== first.accounts || BigInt(lowest) < 0n)
            failures.push(`read ${sum} over ${accounts} accounts, lowest ${lowest}`);
        }
      };
      await Promise.all([...Array.from({ length: 16 }, worker), reader(), reader()]);
      const leaked = cluster.processes
        .flatMap(({ log }) => log)
        .filter((line) => line.includes('deadlock')).length;
      if (leaked > 0) failures.push(`${leaked} deadlocks in the logs`);
      return { trials: calls, failures: failures.slice(0, 20), measured: `${calls} transfers, ${sums} sums` };
    },
  },
  {
    id: 'A7',
    fault: 'the answer is lost after the commit, and the call is made again with its key',
    bound: 'one posting, the same agentNewBalance',
    trials: { short: 5, long: 50 },
    async run({ cluster, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const line = await startChaosProxy(cluster.processes.map(({ url }) => portOf(url)));
      const failures: string[] = [];
      const deposit = (key: string): Promise<{ status: number; body: string }> =>
        fetch(`${line.url}/api/v1/transactions`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ receiverUsername: username, amount: 0.25, type: 'DEPOSIT' }),
          signal: AbortSignal.timeout(30_000),
        }).then(
          async (answer) => ({ status: answer.status, body: await answer.text() }),
          () => ({ status: 0, body: '' }),
        );
      for (let trial = 0; trial < trials; trial += 1) {
        const key = `lost-${username}-${trial}`;
        line.fault = 'drop-replies';
        const lost = await deposit(key);
        line.fault = 'none';
        const [second, third] = [await deposit(key), await deposit(key)];
        const balance = await cluster.balanceOf(username);
        if (
          lost.status !== 0 ||
          second.status !== 200 ||
          second.body !== third.body ||
          balance !== 0.25 * (trial + 1)
        )
          failures.push(
            `trial ${trial}: ${lost.status}, ${second.status} ${second.body}, ${third.body}, ${balance} TND`,
          );
      }
      await line.stop();
      return { trials, failures };
    },
  },
  {
    id: 'A13',
    fault: 'a balance read through the other process right after the answer',
    bound: 'the new balance, every time',
    trials: { short: 20, long: 1_000 },
    async run({ cluster, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      const { id, username } = await cluster.newChild('admin', 0);
      const failures: string[] = [];
      for (let trial = 1; trial <= trials; trial += 1) {
        const [writes, reads] = trial % 2 === 0 ? [0, 1] : [1, 0];
        const moved = await cluster.processes[writes]!.call('POST', '/transactions', {
          token,
          body: { receiverUsername: username, amount: 0.01, type: 'DEPOSIT' },
        });
        const { body } = await cluster.processes[reads]!.call('GET', `/user/sub-account/${id}`, { token });
        const { balance } = body as { balance?: number };
        if (moved.status !== 200 || Math.round((balance ?? Number.NaN) * 100) !== trial)
          failures.push(`trial ${trial}: ${moved.status}, read ${balance}`);
      }
      return { trials, failures: failures.slice(0, 10) };
    },
  },
  {
    id: 'F73',
    fault: 'callers that hang up in the middle of their calls',
    bound: 'no connection or transaction of the database is left busy; the next call is served',
    trials: { short: 100, long: 1_000 },
    async run({ cluster, trials, random }) {
      const { accessToken: token } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const server = cluster.processes[0]!;
      for (let from = 0; from < trials; from += 20)
        await Promise.all(
          Array.from({ length: 20 }, () =>
            server
              .call('POST', '/transactions', {
                token,
                body: { receiverUsername: username, amount: 0.01, type: 'DEPOSIT' },
                timeoutMs: random.between(1, 15),
              })
              .catch(() => null),
          ),
        );
      await wait(1_000);
      const failures: string[] = [];
      const { rows: busy } = await cluster.owner.query<{ state: string }>(
        "select state from pg_stat_activity where application_name = 'palier' and state <> 'idle' and pid <> pg_backend_pid() and state_change < now() - interval '900 ms'",
      );
      if (busy.length > 0)
        failures.push(`${busy.length} connections are left: ${busy.map(({ state }) => state).join()}`);
      const { status } = await server.call('GET', '/user/me', { token });
      if (status !== 200) failures.push(`the next call was answered ${status}`);
      return { trials, failures };
    },
  },
  {
    id: 'F69',
    isApart: true,
    fault: '500 slow-loris connections (head, body) and a flood of calls beside one who works',
    bound: 'every slow one cut in time (head 10 s); the flood gets 429 with Retry-After; the other is served',
    trials: { long: 500 },
    async run({ ownCluster, trials }) {
      const { connect } = await import('node:net');
      const cluster = await ownCluster({ processes: 1, environment: { RATE_LIMIT: '50' } });
      const server = cluster.processes[0]!;
      const { port } = portOf(server.url);
      const failures: string[] = [];
      const startedAt = performance.now();
      const slow = Array.from({ length: trials }, (_, index) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(
          index % 2 === 0
            ? 'GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: '
            : 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
        );
        const drip = setInterval(() => socket.write('a'), 2_000);
        socket.resume();
        return new Promise<number>((resolve) =>
          socket.on('close', () => {
            clearInterval(drip);
            resolve(performance.now() - startedAt);
          }),
        );
      });
      const { accessToken: worker } = await cluster.login('superadmin');
      const { accessToken: flooder } = await cluster.login('admin');
      const flood = await Promise.all(
        Array.from({ length: 400 }, () => server.call('GET', '/user/me', { token: flooder })),
      );
      const refused = flood.filter(({ status }) => status === 429);
      if (refused.length < 340) failures.push(`${refused.length} of 400 were refused`);
      if (!refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1))
        failures.push('no Retry-After');
      const served: number[] = [];
      for (let call = 0; call < 20; call += 1) {
        const since = performance.now();
        const { status } = await server.call('GET', '/user/me', { token: worker });
        if (status !== 200) failures.push(`the other was answered ${status}`);
        served.push(performance.now() - since);
      }
      const cutAfter = Math.max(...(await Promise.all(slow)));
      if (cutAfter > 45_000) failures.push(`a slow one was cut only after ${(cutAfter / 1000).toFixed(1)} s`);
      return {
        trials: trials + 420,
        failures,
        measured: `last slow one cut after ${(cutAfter / 1000).toFixed(1)} s, the other’s slowest call ${Math.max(...served).toFixed(0)} ms`,
      };
    },
  },
];
export default rows;
