import { hash, verify } from '@node-rs/argon2';
import { percentile } from '../measure';
import type { BenchRow } from '../row';
import { httpLoad, warmUp } from './loads';
import { asOwner } from './populate';
import type { BenchServer, BenchLedger, Environment } from './environment';

/** The server's password hash parameters (OWASP's second choice). */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PASSWORD = 'Bench-1234';
const STORM_CLIENTS = 16;
const STORM_READERS = 4;
/** Longer than other warm-ups: logins are few, and the server's code must be compiled. */
const LOGINS_WARM_UP_S = 20;

/** The benchmarks of reads and logins. */
export const readRows = (environment: Environment): BenchRow[] => [
  tokenReadRow(environment),
  loginsRow(environment),
  ...stormRows(environment),
];

async function open(environment: Environment) {
  const ledger = await environment.ledger();
  const server = await environment.server();
  const [token = ''] = await server.tokens([ledger.agents[0]?.userId ?? 0]);
  return { ledger, server, token };
}

const tokenReadRow = (environment: Environment): BenchRow => ({
  id: 'me',
  group: 'http',
  title: 'GET /user/me with its token, 64 connections',
  unit: '/s',
  reference: 'a bare GET /hello of the same process',
  goal: { atLeast: 0.22 },
  async prepare() {
    const { ledger, server, token } = await open(environment);
    const me = { method: 'GET', path: '/api/v1/user/me', token } as const;
    const hello = { method: 'GET', path: '/hello' } as const;
    const helloServer = { ...server, url: server.helloUrl };
    await warmUp(ledger, server, [me]);
    await warmUp(ledger, helloServer, [hello]);
    const load = { connections: 64 };
    return {
      subject: async () => (await httpLoad(ledger, server, [me], load)).perSecond,
      reference: async () => (await httpLoad(ledger, helloServer, [hello], load)).perSecond,
    };
  },
});

const loginsRow = (environment: Environment): BenchRow => ({
  id: 'logins',
  group: 'http',
  title: 'logins, 16 clients',
  unit: '/s',
  reference: 'Argon2id alone, saturated (m=19456 t=2 p=1)',
  goal: { atLeast: 0.85 },
  async prepare() {
    const { ledger, server } = await open(environment);
    const stored = await hash(PASSWORD, ARGON2);
    const verifyOne = () => verify(stored, PASSWORD);
    return {
      subject: await prepareLogins(ledger, server),
      reference: () => measureRate(ledger.seconds, STORM_CLIENTS, verifyOne),
    };
  },
});

/** The two readings of a login storm: what it does to reads, and how many logins it has. */
async function prepareStorm(environment: Environment) {
  const { ledger, server, token } = await open(environment);
  const readP99 = async (): Promise<number> => {
    const times: number[] = [];
    const headers = { authorization: `Bearer ${token}` };
    await measureRate(ledger.seconds, STORM_READERS, async () => {
      const startedAt = performance.now();
      await (await fetch(`${server.url}/api/v1/user/me`, { headers })).arrayBuffer();
      times.push(performance.now() - startedAt);
    });
    return percentile(times, 0.99);
  };
  return { readP99, logIn: await prepareLogins(ledger, server) };
}

const stormRows = (environment: Environment): BenchRow[] => [
  {
    id: 'storm-p99',
    group: 'http',
    title: 'p99 of GET /user/me during a login storm',
    unit: 'ms',
    reference: 'the same while nobody logs in',
    goal: { atMost: 3 },
    async prepare() {
      const { readP99, logIn } = await prepareStorm(environment);
      return { reference: readP99, subject: async () => (await Promise.all([readP99(), logIn()]))[0] };
    },
  },
  {
    // Without this row a throttled storm would make reads fast.
    id: 'storm-logins',
    group: 'http',
    title: 'logins of such a storm',
    unit: '/s',
    reference: 'the same while nobody reads',
    goal: { atLeast: 0.4 },
    async prepare() {
      const { readP99, logIn } = await prepareStorm(environment);
      return { reference: logIn, subject: async () => (await Promise.all([readP99(), logIn()]))[1] };
    },
  },
];

/** Gives every client a password; returns the reading of logins per second, after a warm-up. */
async function prepareLogins(ledger: BenchLedger, server: BenchServer): Promise<() => Promise<number>> {
  const passwordHash = await hash(PASSWORD, ARGON2);
  const sql = "update users set password_hash = $1 where role = 'ROLE_CLIENT' and password_hash = ''";
  await asOwner(ledger.databaseUrl, (client) => client.query(sql, [passwordHash]));
  const clients = ledger.agents.flatMap(({ children }) => children);
  const calls = clients.map(({ username }) => ({
    method: 'POST' as const,
    path: '/api/v1/auth/login',
    body: JSON.stringify({ username, password: PASSWORD }),
  }));
  const load = (seconds: number) =>
    httpLoad({ ...ledger, seconds }, server, calls, { connections: STORM_CLIENTS });
  await load(LOGINS_WARM_UP_S);
  return async () => (await load(ledger.seconds)).perSecond;
}

/** Runs `work` in a closed loop of `clients`; returns the rate. */
async function measureRate(seconds: number, clients: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() - startedAt < seconds * 1_000; done += 1) await work();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (done * 1_000) / (performance.now() - startedAt);
}
