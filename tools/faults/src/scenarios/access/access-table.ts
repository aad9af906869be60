import { CALLERS, MISSING, RELATIONS, type Caller, type Subject } from '../../access-table/callers';
import { ENDPOINTS, verdictOf, type Endpoint, type Verdict } from '../../access-table/endpoints';
import type { Cluster } from '../../actors/cluster';
import { createHierarchy, readState, type TestUser, type TestUserName } from '../../actors/hierarchy';
import { readContract } from '../../actors/openapi-contract';
import { comparable, type RawAnswer, type RawRequest, send } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

interface Cell {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  readonly isMissing: boolean;
  readonly verdict: Verdict;
  readonly request: RawRequest;
}

const STATUS: Record<Exclude<Verdict, 'passes'>, number> = {
  unauthenticated: 401,
  'not-allowed': 403,
  'not-found': 404,
};

const sessionIdOf = (accessToken: string): string =>
  (JSON.parse(atob(accessToken.split('.')[1] ?? '')) as { sid: string }).sid;

/** Every cell of the table as a request of a newly signed-in user. */
async function createCells(cluster: Cluster): Promise<Cell[]> {
  const users = await createHierarchy(cluster);
  const subjects = {} as Record<TestUserName, Subject>;
  for (const [name, person] of Object.entries(users) as [TestUserName, TestUser][])
    subjects[name] = { ...person, sessionId: sessionIdOf((await person.signIn()).accessToken) };
  const cells: Cell[] = [];
  for (const caller of CALLERS) {
    const token = caller.person === null ? undefined : (await users[caller.person].signIn()).accessToken;
    for (const endpoint of ENDPOINTS) {
      for (const relation of endpoint.concernsAccount ? RELATIONS : [null]) {
        const person = relation === null ? undefined : caller.sees[relation];
        const isMissing = relation === 'missing';
        if (relation !== null && !isMissing && person === undefined) continue;
        const subject = person === undefined ? MISSING : subjects[person];
        cells.push({
          name: `${caller.role ?? 'anonymous'} ${endpoint.operationId}${relation === null ? '' : ` of ${relation}`}`,
          endpoint,
          caller,
          isMissing,
          verdict: verdictOf(endpoint, caller, relation),
          request: {
            method: endpoint.method,
            path: endpoint.path(subject),
            token,
            ...(endpoint.body === undefined ? {} : { body: endpoint.body(subject) }),
          },
        });
      }
    }
  }
  return cells;
}

/** Variants of a request; none may pass where the plain request is refused. */
const VARIANTS: readonly { name: string; of: (request: RawRequest) => RawRequest }[] = [
  ...['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'].map((method) => ({
    name: method,
    of: (request: RawRequest) => ({ ...request, method }),
  })),
  {
    name: 'the other verb',
    of: (request) => ({ ...request, method: request.method === 'GET' ? 'POST' : 'GET' }),
  },
  { name: 'double slash', of: (request) => ({ ...request, path: request.path.replace('/v1/', '/v1//') }) },
  { name: 'leading slashes', of: (request) => ({ ...request, path: `/${request.path}` }) },
  { name: 'trailing slash', of: (request) => ({ ...request, path: request.path.replace(/(\?|$)/, '/$1') }) },
  { name: '%2e%2e', of: (request) => ({ ...request, path: request.path.replace('/v1/', '/v1/x/%2e%2e/') }) },
  { name: '..', of: (request) => ({ ...request, path: request.path.replace('/v1/', '/v1/x/../') }) },
  {
    name: 'encoded letter',
    of: (request) => ({ ...request, path: request.path.replace('/api/', '/%61pi/') }),
  },
  {
    name: 'upper case',
    of: (request) => ({
      ...request,
      path: request.path.replace(/^\/api\/v1\/[a-z]+/, (p) => p.toUpperCase()),
    }),
  },
  { name: 'semicolon', of: (request) => ({ ...request, path: request.path.replace(/(\?|$)/, ';x=1$1') }) },
  {
    name: 'override headers',
    of: (request) => ({
      ...request,
      headers: {
        'x-http-method-override': 'GET',
        'x-method-override': 'GET',
        'x-original-url': '/api/v1/user/me',
        'x-rewrite-url': '/api/v1/user/me',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-user': 'capo',
      },
    }),
  },
  {
    name: 'repeated parameters',
    of: (request) => {
      const query = request.path.split('?')[1] ?? 'targetUserId=1';
      return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${query}` };
    },
  },
];

const isHtml = (answer: RawAnswer): boolean => (answer.headers['content-type'] ?? '').startsWith('text/html');

const scenarios: Scenario[] = [
  {
    id: 'E56',
    title: 'access table',
    fault: 'every caller on every endpoint for every relation',
    bound:
      'only the listed cells pass; an account outside reach answers as a missing one, byte for byte; refused calls change nothing',
    trials: { short: 1, long: 3, budgetS: 12 },
    async run({ cluster, trials: rounds }) {
      const failures: string[] = [];
      let trials = 0;
      const contract = await readContract(cluster.processes[0]!.url);
      const unlisted = contract.operations.filter(
        ({ operationId, isPublic }) =>
          !isPublic && !ENDPOINTS.some((endpoint) => endpoint.operationId === operationId),
      );
      for (const { method, template } of unlisted)
        failures.push(`${method} ${template} is not in the access table`);
      for (let round = 0; round < rounds; round += 1) {
        const cells = await createCells(cluster);
        const base = cluster.processes[round % cluster.processes.length]!.url;
        const before = await readState(cluster.owner);
        const missing = new Map<string, string>();
        for (const cell of [...cells].sort((one, other) => Number(other.isMissing) - Number(one.isMissing))) {
          if (cell.verdict === 'passes') continue;
          trials += 1;
          const answer = await send(base, cell.request);
          const { code } = (answer.json ?? {}) as { code?: string };
          if (answer.status !== STATUS[cell.verdict] || code !== cell.verdict)
            failures.push(`${cell.name}: ${cell.verdict} expected, ${answer.status} ${answer.text}`);
          const breach = contract.breach(contract.operation(cell.endpoint.operationId), answer);
          if (breach !== null) failures.push(`${cell.name}: ${breach}`);
          const kind = `${cell.caller.role} ${cell.endpoint.operationId} ${cell.verdict}`;
          if (cell.isMissing) missing.set(kind, comparable(answer));
          else if (missing.has(kind) && missing.get(kind) !== comparable(answer))
            failures.push(
              `${cell.name}: ${comparable(answer)}, but for a missing account ${missing.get(kind)}`,
            );
        }
        if ((await readState(cluster.owner)) !== before) failures.push('a refused cell changed the state');
        for (const cell of cells) {
          if (cell.verdict !== 'passes') continue;
          trials += 1;
          const answer = await send(base, cell.request);
          if (answer.status !== 200)
            failures.push(`${cell.name}: should pass, ${answer.status} ${answer.text}`);
          const breach = contract.breach(contract.operation(cell.endpoint.operationId), answer);
          if (breach !== null) failures.push(`${cell.name}: ${breach}`);
        }
      }
      return { trials, failures };
    },
  },
  {
    id: 'E60',
    title: 'request variants',
    fault: 'refused calls with other verbs, slashes, dots, case, override headers, repeated parameters',
    bound: 'the same decision, or 400, 404, 405; no change',
    trials: { short: 1, long: 1, budgetS: 14 },
    async run({ cluster, random, isLong }) {
      const failures: string[] = [];
      let trials = 0;
      const refused = (await createCells(cluster)).filter(({ verdict }) => verdict !== 'passes');
      const cells = isLong ? refused : random.shuffled(refused).slice(0, 40);
      const before = await readState(cluster.owner);
      for (const cell of cells) {
        for (const variant of VARIANTS) {
          trials += 1;
          const answer = await send(cluster.processes[trials % 2]!.url, variant.of(cell.request));
          // The shell's page answers every unknown path and contains no account data.
          const isPage =
            [200, 503].includes(answer.status) &&
            !answer.text.startsWith('{"data') &&
            (isHtml(answer) || answer.text.includes('npm run build'));
          const isEmptyOptions = variant.name === 'OPTIONS' && answer.text === '';
          if (![400, 401, 403, 404, 405].includes(answer.status) && !isPage && !isEmptyOptions)
            failures.push(`${cell.name} by ${variant.name}: ${answer.status} ${answer.text.slice(0, 120)}`);
        }
      }
      if ((await readState(cluster.owner)) !== before) failures.push('a variant changed the state');
      return { trials, failures };
    },
  },
];
export default scenarios;
