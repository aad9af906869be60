import { canonicalUsername } from '@palier/server/users/username';
import { CALLERS, MISSING } from '../../access-table/callers';
import { ENDPOINTS } from '../../access-table/endpoints';
import type { Cluster } from '../../actors/cluster';
import { createHierarchy, readState } from '../../actors/hierarchy';
import { type Contract, type Operation, readContract } from '../../actors/openapi-contract';
import { errorsOf, post, type RawRequest, send } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

const EXTRA_FIELDS = {
  role: 'ROLE_CAPO',
  roleName: 'ROLE_CAPO',
  parentId: 1,
  balance: 1e6,
  active: true,
  id: 1,
  userId: 1,
  initiator: 1,
};
const BAD_IDS = [
  '0',
  '-1',
  '9223372036854775808',
  '2147483648',
  '1.0',
  '01',
  '1e1',
  '+1',
  '%201',
  '1%20OR%201=1',
  '%00',
  '..%2f1',
  '1%00',
  'null',
  '%D9%A1',
  'NaN',
  "1'",
  '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
];
const ALPHABET = [
  ...'abeiorst012.-_%\\\'"*?[](){}|^$;',
  'é',
  '😀',
  'ﬁ',
  'Ａ',
  ' ',
  '\u200b',
  '\0',
  '--',
  '/*',
  '%%',
  '__',
];

interface Call {
  /** A valid request. */
  readonly request: RawRequest & { readonly body?: object };
  /** True for a field of the call's own body or query. */
  readonly isOwn: (field: string) => boolean;
}

/** Every call of the contract by a permitted user; public calls use the contract's example. */
async function createCalls(cluster: Cluster, { operations }: Contract): Promise<Call[]> {
  const users = await createHierarchy(cluster);
  const callers = await Promise.all(
    CALLERS.map(async ({ role, person, sees }) => ({
      role,
      token: person === null ? undefined : (await users[person].signIn()).accessToken,
      child: { ...MISSING, ...(sees.child === undefined ? {} : users[sees.child]) },
    })),
  );
  return operations.map((operation) => {
    const endpoint = ENDPOINTS.find(({ operationId }) => operationId === operation.operationId);
    const caller = callers.find(({ role }) => role !== null && endpoint?.roles.includes(role));
    const subject = caller?.child ?? MISSING;
    const body = endpoint === undefined ? operation.body?.example : endpoint.body?.(subject);
    const own = new Set([
      ...operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      ...Object.keys(body ?? {}),
    ]);
    return {
      request: {
        method: operation.method,
        path: endpoint?.path(subject) ?? exampleOf(operation),
        token: caller?.token,
        ...(body === undefined ? {} : { body: body as object }),
      },
      isOwn: (field) => own.has(field),
    };
  });
}

const exampleOf = ({ template, parameters }: Operation): string =>
  parameters.some(({ name }) => name === 'token') ? `${template}?token=x` : template;

const scenarios: Scenario[] = [
  {
    id: 'E57',
    title: 'mass assignment',
    fault: 'role, parent, balance, flag and id added to every body and query',
    bound: '400, no change',
    trials: { short: 1, long: 1, budgetS: 2 },
    async run({ cluster }) {
      const failures: string[] = [];
      const contract = await readContract(cluster.processes[0]!.url);
      const calls = await createCalls(cluster, contract);
      const before = await readState(cluster.owner);
      let trials = 0;
      const expectRefused = async (request: RawRequest): Promise<void> => {
        trials += 1;
        const answer = await send(cluster.processes[trials % 2]!.url, request);
        if (answer.status !== 400 || errorsOf(answer).length === 0)
          failures.push(
            `${request.method} ${request.path} ${JSON.stringify(request.body)}: ${answer.status} ${answer.text}`,
          );
      };
      for (const { request, isOwn } of calls) {
        const { path, body = {} } = request;
        const extra = Object.entries(EXTRA_FIELDS).filter(([field]) => !isOwn(field));
        for (const [field, value] of extra) {
          const sign = path.includes('?') ? '&' : '?';
          await expectRefused({ ...request, path: `${path}${sign}${field}=${String(value)}` });
          if (request.method === 'POST')
            await expectRefused({ ...request, body: { ...body, [field]: value } });
        }
        if (request.method !== 'POST') continue;
        const rest = JSON.stringify(body).slice(1);
        await expectRefused({
          ...request,
          body: `{"__proto__":{"role":"ROLE_CAPO"}${rest === '}' ? '' : ','}${rest}`,
        });
      }
      if ((await readState(cluster.owner)) !== before) failures.push('the state changed');
      // Last, because these calls may change data: without the added field each call must be well formed, otherwise the 400 proves nothing.
      for (const { request } of calls) {
        const answer = await send(cluster.processes[0]!.url, request);
        if (answer.status === 400) failures.push(`${request.path} without the field: ${answer.text}`);
      }
      return { trials, failures, measured: `${calls.length} calls` };
    },
  },
  {
    id: 'E58',
    title: 'search terms',
    fault: 'search terms with wildcards, quotes, backslashes, other scripts, 10 KB, a foreign username',
    bound: 'exactly the children that contain the term literally',
    trials: { short: 80, long: 1_000, budgetS: 5 },
    async run({ cluster, random, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      for (const name of ['under_score', 'under-score', 'under.score', 'underxscore']) {
        await cluster.owner.query(
          `select register_user_at(id, $1 || '-' || substr(md5(random()::text), 1, 6), password_hash, 'ROLE_CLIENT', 0, null, null, null)
             from users where username = 'admin'`,
          [name],
        );
      }
      const { rows: children } = await cluster.owner.query<{ username: string }>(
        "select username from users where parent_id = (select id from users where username = 'admin') order by child_seq",
      );
      const failures: string[] = [];
      const search = (term: string, page: number) =>
        post(
          cluster.processes[page % 2]!.url,
          `/user/search?username=${encodeURIComponent(term)}&page=${page}&size=100`,
          undefined,
          token,
        );
      for (let trial = 0; trial < trials; trial += 1) {
        const { username } = random.pick(children);
        const from = random.between(0, username.length - 1);
        const term = random.pick([
          () => username.slice(from, from + random.between(1, 6)),
          () => Array.from({ length: random.between(1, 4) }, () => random.pick(ALPHABET)).join(''),
          () => username.slice(0, 3).toUpperCase() + random.pick(ALPHABET),
          () => username.replace(/[._-]/, random.pick(['_', '%', '.', '\\_'])),
        ])();
        const expected = children.filter((child) => child.username.includes(canonicalUsername(term)));
        const answer = await search(term, 0);
        const { data, totalElements } = answer.json as {
          data?: { username: string }[];
          totalElements?: number;
        };
        const found = (data ?? []).map((child) => child.username).sort();
        if (
          answer.status !== 200 ||
          totalElements !== expected.length ||
          found.join() !==
            expected
              .slice(0, 100)
              .map((child) => child.username)
              .sort()
              .join()
        )
          failures.push(
            `${JSON.stringify(term)}: ${answer.status}, ${totalElements} found, ${expected.length} expected`,
          );
      }
      for (const stranger of ['superadmin', 'admin-sfax', 'capo']) {
        const { totalElements } = (await search(stranger, 1)).json as { totalElements: number };
        if (totalElements !== 0) failures.push(`${stranger} was found`);
      }
      const long = await search('a'.repeat(10_000), 0);
      if (long.status !== 400 || errorsOf(long).length === 0) failures.push(`10 KB: ${long.status}`);
      return { trials, failures };
    },
  },
  {
    id: 'E59',
    title: 'malformed ids',
    fault: 'malformed account ids in path and query',
    bound: '400 or 404 with a message',
    trials: { short: 1, long: 1, budgetS: 2 },
    async run({ cluster }) {
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      let trials = 0;
      for (const id of BAD_IDS) {
        for (const [method, path, body] of [
          ['GET', `/user/sub-account/${id}`],
          ['POST', `/user/update-status/${id}`, { active: true }],
          // A complete body: an incomplete one would be refused whatever the id.
          [
            'POST',
            `/auth/change-sub-account-password/${id}`,
            { oldPassword: 'Bonjour77', newPassword: 'Bonjour77' },
          ],
          ['GET', `/transactions/history/outgoing?targetUserId=${id}`],
        ] as const) {
          trials += 1;
          const answer = await send(cluster.processes[0]!.url, {
            method,
            path: `/api/v1${path}`,
            token,
            body,
          });
          if (![400, 404].includes(answer.status) || errorsOf(answer).length === 0)
            failures.push(`${path}: ${answer.status} ${answer.text}`);
        }
      }
      return { trials, failures };
    },
  },
  {
    id: 'E62',
    title: 'concurrent status changes',
    fault: 'many status changes of one account at once over two processes',
    bound: 'an explicit target is reached; toggles keep parity',
    trials: { short: 2, long: 50, budgetS: 6 },
    async run({ cluster, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      const { id } = await cluster.newChild('admin', 0);
      const failures: string[] = [];
      const change = (index: number, body?: unknown) =>
        post(cluster.processes[index % 2]!.url, `/user/update-status/${id}`, body, token);
      const isActive = async (): Promise<boolean> =>
        (await cluster.owner.query<{ active: boolean }>('select active from users where id = $1', [id]))
          .rows[0]!.active;
      for (let trial = 0; trial < trials; trial += 1) {
        const count = 9 + (trial % 2);
        const before = await isActive();
        const toggles = await Promise.all(Array.from({ length: count }, (_, index) => change(index)));
        const refused = toggles.find(({ status }) => status !== 200);
        if (refused !== undefined)
          failures.push(`trial ${trial}: a toggle failed: ${refused.status} ${refused.text}`);
        if ((await isActive()) !== (count % 2 === 0 ? before : !before))
          failures.push(`trial ${trial}: wrong parity after ${count}`);
        await Promise.all(
          Array.from({ length: 8 }, (_, index) => change(index, { active: trial % 2 === 0 })),
        );
        if ((await isActive()) !== (trial % 2 === 0))
          failures.push(`trial ${trial}: the target status was not reached`);
      }
      return { trials, failures };
    },
  },
];
export default scenarios;
