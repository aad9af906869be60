import { canonicalUsername } from '../../src/sessions/password-policy';
import { makePeople, stateOf } from '../people';
import { errorsOf, send } from '../raw-http';
import type { FaultRow } from '../row';

const SNEAKED = {
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

const rows: FaultRow[] = [
  {
    id: 'E57',
    fault: 'role, parent, balance, flag and id slipped into every body and query',
    bound: '400, nothing changes',
    trials: { short: 1, long: 1 },
    async run({ cluster }) {
      const people = await makePeople(cluster);
      const { accessToken: token } = await people.admin.signIn();
      const child = people.client;
      const posts: [string, Record<string, unknown>][] = [
        ['/auth/admin/register-client', { username: 'sneaked-in', password: 'Bonjour77', balance: 0 }],
        ['/transactions', { receiverUsername: child.username, amount: 1, type: 'DEPOSIT' }],
        [`/user/update-status/${child.id}`, { active: false }],
        [
          `/auth/change-sub-account-password/${child.id}`,
          { oldPassword: 'Bonjour77', newPassword: 'Bonjour77' },
        ],
        ['/auth/change-password', { oldPassword: 'Client1234', newPassword: 'Bonjour77' }],
        ['/user/sub-accounts', {}],
        ['/auth/login', { username: child.username, password: 'Client1234' }],
        ['/auth/logout', {}],
      ];
      const failures: string[] = [];
      const before = await stateOf(cluster.owner);
      let trials = 0;
      const expectRefused = async (path: string, body: unknown): Promise<void> => {
        trials += 1;
        const answer = await send(cluster.processes[0]!.url, {
          method: 'POST',
          path: `/api/v1${path}`,
          token,
          body,
        });
        if (answer.status !== 400 || errorsOf(answer).length === 0)
          failures.push(`${path} ${JSON.stringify(body)}: ${answer.status} ${answer.text}`);
      };
      for (const [path, body] of posts) {
        for (const [field, value] of Object.entries(SNEAKED)) {
          if (field in body) continue;
          await expectRefused(path, { ...body, [field]: value });
          await expectRefused(`${path}?${field}=${String(value)}`, body);
        }
        await expectRefused(
          path,
          JSON.stringify(body).replace(
            '{',
            '{"__proto__":{"role":"ROLE_CAPO"}'.concat(Object.keys(body).length > 0 ? ',' : ''),
          ),
        );
      }
      if ((await stateOf(cluster.owner)) !== before) failures.push('the state changed');
      return { trials, failures };
    },
  },
  {
    id: 'E58',
    fault: "search terms with wildcards, quotes, backslashes, other scripts, 10 KB, a stranger's name",
    bound: "the literal matches among one's own children, as an oracle counts them",
    trials: { short: 80, long: 1_000 },
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
        send(cluster.processes[page % 2]!.url, {
          method: 'POST',
          path: `/api/v1/user/search?username=${encodeURIComponent(term)}&page=${page}&size=100`,
          token,
        });
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
    fault: 'ids that are none',
    bound: '400 or 404 with a sentence',
    trials: { short: 1, long: 1 },
    async run({ cluster }) {
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      let trials = 0;
      for (const id of BAD_IDS) {
        for (const [method, path] of [
          ['GET', `/user/sub-account/${id}`],
          ['POST', `/user/update-status/${id}`],
          ['POST', `/auth/change-sub-account-password/${id}`],
          ['GET', `/transactions/history/outgoing?targetUserId=${id}`],
        ] as const) {
          trials += 1;
          const answer = await send(cluster.processes[0]!.url, { method, path: `/api/v1${path}`, token });
          if (![400, 404].includes(answer.status) || errorsOf(answer).length === 0)
            failures.push(`${path}: ${answer.status} ${answer.text}`);
        }
      }
      return { trials, failures };
    },
  },
  {
    id: 'E62',
    fault: 'many status changes of one account at once, over two processes',
    bound: 'an explicit target wins, toggles keep parity',
    trials: { short: 2, long: 50 },
    async run({ cluster, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      const { id } = await cluster.newChild('admin', 0);
      const failures: string[] = [];
      const change = (index: number, body?: unknown) =>
        send(cluster.processes[index % 2]!.url, {
          method: 'POST',
          path: `/api/v1/user/update-status/${id}`,
          token,
          body,
        });
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
          failures.push(`trial ${trial}: parity lost after ${count}`);
        await Promise.all(
          Array.from({ length: 8 }, (_, index) => change(index, { active: trial % 2 === 0 })),
        );
        if ((await isActive()) !== (trial % 2 === 0)) failures.push(`trial ${trial}: the target lost`);
      }
      return { trials, failures };
    },
  },
];
export default rows;
