import { fuzz, type FuzzCaller } from '../../actors/contract-fuzzer';
import { createHierarchy, readState, type TestUser } from '../../actors/hierarchy';
import { readContract } from '../../actors/openapi-contract';
import { type RawRequest, send } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

const PAYLOADS = [
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '1; SELECT pg_sleep(30)',
  "' || pg_sleep(30) || '",
  '$1',
  "\\'; --",
  "%' AND 1=0 UNION SELECT password_hash FROM users --",
  "admin'/*",
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  "E'\\\\'",
];

const scenarios: Scenario[] = [
  {
    id: 'F63',
    title: 'contract fuzzing',
    fault: 'random requests generated from the published contract, as every role and without a session',
    bound: 'no 5xx; a message in every refusal; only fields of the contract; the process survives',
    trials: { short: 2_000, long: 50_000, budgetS: 64 },
    async run({ cluster, random, trials }) {
      const users = await createHierarchy(cluster);
      const contract = await readContract(cluster.processes[0]!.url);
      const failures: string[] = [];
      for (const operation of contract.operations) {
        const breach = contract.exampleBreach(operation);
        if (breach !== null) failures.push(`the example of ${operation.operationId}: ${breach}`);
      }
      for (const { operationId, summary, method, template, body, answer } of contract.operations)
        if (
          operationId === undefined ||
          summary === undefined ||
          (answer !== undefined && answer.example === undefined) ||
          (body?.required === true && body.example === undefined)
        )
          failures.push(`${method} ${template} lacks an operationId, a summary or an example`);
      const callerOf = async (person: TestUser): Promise<FuzzCaller> => ({
        token: (await person.signIn()).accessToken,
        async renew() {
          await cluster.owner.query('delete from login_failures');
          await cluster.owner.query('update users set active = true where id = $1', [person.id]);
          return callerOf(person);
        },
      });
      const callers = await Promise.all(
        [users.capo, users.superAdmin, users.admin, users.client].map(callerOf),
      );
      const fuzzed = await fuzz(
        contract,
        cluster.processes.map(({ url }) => url),
        callers,
        random,
        trials,
      );
      if (!cluster.processes.every((server) => server.isRunning())) failures.push('a process ended');
      const counts = [...fuzzed.statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${count}×${status}`)
        .join(' ');
      await cluster.owner.query('delete from login_failures');
      return {
        trials,
        failures: [...failures, ...fuzzed.failures],
        measured: `${counts}, ${fuzzed.renewals} renewed sessions`,
      };
    },
  },
  {
    id: 'F68',
    title: 'SQL and template injection',
    fault: 'SQL and template payloads in every string parameter',
    bound: 'no effect, no database sleep',
    trials: { short: 1, long: 5, budgetS: 5 },
    async run({ cluster, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      const before = await readState(cluster.owner);
      for (let trial = 0; trial < trials; trial += 1) {
        for (const payload of PAYLOADS) {
          const inPath = encodeURIComponent(payload);
          const requests: RawRequest[] = [
            { method: 'POST', path: `/api/v1/user/search?username=${inPath}&page=0&size=25` },
            { method: 'POST', path: '/api/v1/auth/login', body: { username: payload, password: payload } },
            {
              method: 'POST',
              path: '/api/v1/transactions',
              body: { receiverUsername: payload, amount: 1, type: 'DEPOSIT' },
            },
            {
              method: 'POST',
              path: '/api/v1/transactions',
              body: { receiverUsername: 'client', amount: 1, type: payload },
            },
            { method: 'POST', path: '/api/v1/auth/refresh-token', body: { refreshToken: payload } },
            { method: 'GET', path: `/api/v1/user/sub-account/${inPath}` },
            { method: 'GET', path: `/api/v1/transactions/report?from=${inPath}&to=${inPath}` },
            { method: 'GET', path: `/api/v1/casino/games?providerCode=${inPath}` },
            {
              method: 'POST',
              path: '/api/v1/transactions',
              body: { receiverUsername: 'nobody', amount: 1, type: 'DEPOSIT' },
              headers: { 'idempotency-key': payload.replaceAll(' ', '') },
            },
          ];
          for (const request of requests) {
            const answer = await send(cluster.processes[0]!.url, { ...request, token });
            const isRead = request.path.includes('/search') || request.path.includes('/casino');
            // pg_sleep would run into the statement timeout, which answers 503.
            if (answer.status >= 500) failures.push(`${request.path}: ${answer.status}`);
            if (answer.status === 200 && !isRead)
              failures.push(`${request.path} ${JSON.stringify(request.body)} passed`);
          }
        }
        await cluster.owner.query('delete from login_failures');
      }
      if ((await readState(cluster.owner)) !== before) failures.push('the state changed');
      return { trials: trials * PAYLOADS.length * 9, failures };
    },
  },
];
export default scenarios;
