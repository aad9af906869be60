import type {
  DailyReport,
  DayClose,
  ErrorBody,
  HistoryItem,
  LoginResponse,
  Page,
  Provider,
  Report,
  User,
} from '@palier/shared/contracts';
import { after, before } from 'node:test';
import { createTestDatabase } from '@palier/test-support/test-database';
import { createApp } from '../../src/app';
import type { App } from '../../src/http/app-type';
import { isCallbackPath } from '../../src/http/callback-path';
import { readConfig, type Config } from '../../src/config/config';
import { createPool, type Pool } from '../../src/database/pool';
import { readValue } from '../database';

/**
 * Every field that a body of the contract may hold; which of them an answer holds is what the tests assert.
 */
export type AnswerBody = ErrorBody &
  LoginResponse &
  Page<HistoryItem & User> &
  HistoryItem &
  User &
  Report &
  DailyReport &
  DayClose &
  WalletAnswer & {
    readonly agentNewBalance: number;
    readonly transactionId: number;
    readonly wasCarriedOut: boolean;
    readonly providers: readonly Provider[];
    readonly draws: readonly { readonly endedAt: string | null }[];
  };

/** The answer to a game provider's callback. */
interface WalletAnswer {
  readonly status: number;
  readonly user_balance: number;
  readonly msg?: string;
  readonly detail?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: AnswerBody;
}

export interface TestServer {
  readonly app: App;
  readonly config: Config;
  /** The owner's connections, for changes that no caller may make. */
  readonly owner: Pool;
  readonly pool: Pool;
  stop(): Promise<void>;
  login(
    username: string,
    password?: string,
  ): Promise<{ accessToken: string; refreshToken: string; user: { id: number; balance: number } }>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    token?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  wallet(body: object): Promise<WalletAnswer>;
  /** The access token of a new session. */
  tokenOf(username: string, password?: string): Promise<string>;
  /** Sends a deposit of 1 TND to `client`, unless `fields` differ. */
  transfer(token: string, fields?: object, key?: string): Promise<Answer>;
  idOf(username: string): Promise<number>;
  accountOf(username: string): Promise<number>;
  /** TND, read as the owner. */
  balanceOf(username: string): Promise<number>;
}

/** The header of an idempotency key. */
export const withKey = (key?: string): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key };

const PASSWORDS: Record<string, string> = { capo: 'Capo1234', superadmin: 'Super1234', admin: 'Admin1234' };

/** Starts the whole application, without a port, on a new database with the users of the demo. */
export async function startTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const database = await createTestDatabase('demo');
  const owner = createPool(database.url, { asOwner: true });
  const pool = createPool(database.applicationUrl);
  const config = readConfig({
    DATABASE_URL: database.applicationUrl,
    DATA_DIR: database.folder,
    LOG_LEVEL: 'silent',
    PROVIDER_AGENT_TOKEN: 'palier-demo-token',
    PROVIDER_SECRET: 'palier-demo-secret',
    PROVIDER_URL: 'http://127.0.0.1:9/gold_api',
    PROVIDER_LIST_PAUSE_MS: '0',
    RATE_LIMIT: '0',
    REMOTES_FROM: 'folder',
    ...environment,
  });
  const app = await createApp(config, pool);
  const call: TestServer['call'] = async (method, url, token, body, headers = {}) => {
    const response = await app.inject({
      method,
      url: isCallbackPath(url) ? url : `/api/v1${url}`,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const answered = response.body === '' ? {} : response.json<object>();
    return { status: response.statusCode, body: answered as AnswerBody };
  };
  const login: TestServer['login'] = async (username, password = PASSWORDS[username] ?? 'Client1234') =>
    (await call('POST', '/auth/login', undefined, { username, password })).body;
  const columnOf = (column: string, username: string) =>
    readValue<number>(
      owner,
      `select ${column} from users u join accounts a on a.id = account_id where username = $1`,
      [username],
    );
  return {
    app,
    config,
    owner,
    pool,
    call,
    login,
    tokenOf: async (username, password) => (await login(username, password)).accessToken,
    transfer: (token, fields, key) =>
      call(
        'POST',
        '/transactions',
        token,
        {
          receiverUsername: 'client',
          amount: 1,
          type: 'DEPOSIT',
          ...fields,
        },
        withKey(key),
      ),
    idOf: (username) => columnOf('u.id', username),
    accountOf: (username) => columnOf('account_id', username),
    balanceOf: (username) => columnOf('(balance / 1e6)::float8', username),
    async wallet(body) {
      return (
        await call('POST', '/gold_api', undefined, {
          agent_code: 'palier',
          agent_secret: 'palier-demo-secret',
          ...body,
        })
      ).body;
    },
    async stop() {
      await app.close();
      await Promise.all([owner.end(), pool.end()]);
      await database.drop();
    },
  };
}

/**
 * Starts a server, and then runs `prepare`, before the tests of the calling file or block; stops it after
 * them.
 */
export function useTestServer(
  environment: Record<string, string> = {},
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): TestServer {
  const server = {} as TestServer;
  // One hook, because hooks of a file run at the same time.
  before(async () => {
    Object.assign(server, await startTestServer(environment));
    await prepare();
  });
  after(() => server.stop());
  return server;
}
