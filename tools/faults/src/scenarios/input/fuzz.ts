import { fuzz, type FuzzCaller } from '../../actors/contract-fuzzer';
import { clearThrottle, createHierarchy, readState, type TestUser } from '../../actors/hierarchy';
import { readContract } from '../../actors/openapi-contract';
import { type RawRequest, send } from '../../actors/raw-http';
import { countByStatus } from '../../statistics';
import type { Scenario } from '../../scenario';

const PAYLOADS = [
  ...["' OR '1'='1", "'; DROP TABLE users; --", '1; SELECT pg_sleep(30)', "' || pg_sleep(30) || '", '$1'],
  ...["\\'; --", "%' AND 1=0 UNION SELECT password_hash FROM users --", "admin'/*", '${7*7}', '{{7*7}}'],
  ...['../../etc/passwd', "E'\\\\'"],
];

/** Calls with the payload in each string parameter; the reads among them may succeed. */
function injections(payload: string): (RawRequest & { readonly isRead?: true })[] {
  const inPath = encodeURIComponent(payload);
  const get = (path: string) => ({ method: 'GET', path: `/api/v1${path}` });
  const post = (path: string, body?: object) => ({ method: 'POST', path: `/api/v1${path}`, body });
  const transfer = { receiverUsername: 'client', amount: 1, type: 'DEPOSIT' };
  const headers = { 'idempotency-key': payload.replaceAll(' ', '') };
  return [
    { ...post(`/user/search?username=${inPath}&page=0&size=25`), isRead: true },
    { ...get(`/casino/games?providerCode=${inPath}`), isRead: true },
    post('/auth/login', { username: payload, password: payload }),
    post('/transactions', { ...transfer, receiverUsername: payload }),
    post('/transactions', { ...transfer, type: payload }),
    { ...post('/transactions', { ...transfer, receiverUsername: 'nobody' }), headers },
    post('/auth/refresh-token', { refreshToken: payload }),
    get(`/user/sub-account/${inPath}`),
    get(`/transactions/report?from=${inPath}&to=${inPath}`),
  ];
}

export default [
  {
    id: 'F63',
    title: 'contract fuzzing',
    fault: 'random requests generated from the published contract, as every role and without a session',
    bound: 'no 5xx; a message in every refusal; only fields of the contract; the process survives',
    trials: { short: 2_000, long: 50_000, budgetS: 64 },
    async run(context) {
      const { cluster, expect } = context;
      const users = await createHierarchy(cluster);
      const contract = await readContract(cluster.urlOf(0));
      for (const operation of contract.operations) {
        const { operationId, summary, method, template, body, answer } = operation;
        const breach = contract.exampleBreach(operation);
        expect(breach === null, `the example of ${operationId}: ${breach}`);
        const hasExamples =
          (answer === undefined || answer.example !== undefined) &&
          (body?.required !== true || body.example !== undefined);
        const isDescribed = operationId !== undefined && summary !== undefined && hasExamples;
        expect(isDescribed, `${method} ${template} lacks an operationId, a summary or an example`);
      }
      const callerOf = async (person: TestUser): Promise<FuzzCaller> => ({
        token: (await person.signIn()).accessToken,
        async renew() {
          await clearThrottle(cluster.owner);
          await cluster.owner.query('update users set active = true where id = $1', [person.id]);
          return callerOf(person);
        },
      });
      const { capo, superAdmin, admin, client } = users;
      const callers = await Promise.all([capo, superAdmin, admin, client].map(callerOf));
      const { answers, renewals } = await fuzz(context, contract, callers);
      expect(
        cluster.processes.every((server) => server.isRunning()),
        'a process ended',
      );
      await clearThrottle(cluster.owner);
      return { measured: `${countByStatus(answers)}, ${renewals} renewed sessions` };
    },
  },
  {
    id: 'F68',
    title: 'SQL and template injection',
    fault: 'SQL and template payloads in every string parameter',
    bound: 'no effect, no database sleep',
    trials: { short: 1, long: 5, budgetS: 5 },
    async run({ cluster, trials: rounds, expect }) {
      const { accessToken: token } = await cluster.login('admin');
      const before = await readState(cluster.owner);
      let trials = 0;
      for (let round = 0; round < rounds; round += 1) {
        for (const { isRead = false, ...request } of PAYLOADS.flatMap(injections)) {
          trials += 1;
          const { status } = await send(cluster.urlOf(0), { ...request, token });
          // pg_sleep would run into the statement timeout, which answers 503.
          const isHarmless = status < 500 && (status !== 200 || isRead);
          expect(isHarmless, `${request.path} ${JSON.stringify(request.body)}: ${status}`);
        }
        await clearThrottle(cluster.owner);
      }
      expect((await readState(cluster.owner)) === before, 'the state changed');
      return { trials };
    },
  },
] satisfies Scenario[];
