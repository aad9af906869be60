import * as z from 'zod/mini';
import {
  agentNewBalanceSchema,
  attemptSchema,
  changePasswordSchema,
  dailyReportSchema,
  dayCloseSchema,
  gamesResponseSchema,
  hasManagementRights,
  historyPageSchema,
  jackpotCountersSchema,
  journalSchema,
  launchResponseSchema,
  loginResponseSchema,
  loginSchema,
  providersResponseSchema,
  refreshSchema,
  registerSchema,
  reportSchema,
  subAccountPageSchema,
  tokensSchema,
  transactionSchema,
  trialBalanceSchema,
  updateStatusResponseSchema,
  updateStatusSchema,
  userSchema,
} from '../../contracts';
import { dayClose, trialBalance } from './books';
import { mockGames, mockProviders } from './games';
import { journalOf, recordAct } from './journal';
import { checkPassword, childById, childrenOf, MockRefusal, register, transfer } from './operations';
import { dailyReport, history, pageOf, report, toUser } from './reads';
import { tokenOf } from './token';
import type { MockAccount, MockWorld } from './world';

export interface MockCall {
  readonly world: MockWorld;
  /** The signed-in account; routes that anybody may call do not read it. */
  readonly caller: MockAccount;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Where the mocked game is played. */
  readonly gameAddress: string;
}

export interface MockRoute {
  readonly method: 'GET' | 'POST';
  /** With `:name` where a parameter stands, as the server writes it. */
  readonly path: string;
  readonly access: 'anybody' | 'signed-in' | 'management';
  readonly request?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  readonly answer: (call: MockCall) => unknown;
}

const nothing = z.object({});
const tokensFor = (account: MockAccount) => ({
  accessToken: tokenOf(account.id),
  refreshToken: tokenOf(account.id),
});

function login({ world, body }: MockCall) {
  const { username, password } = loginSchema.parse(body);
  const account = world.accounts.find((found) => found.username === username && found.password === password);
  if (account?.isActive !== true) throw new MockRefusal(401, 'unauthenticated', 'Invalid email or password.');
  return { ...tokensFor(account), user: toUser(account) };
}

const registerRoute = (path: string): MockRoute => ({
  method: 'POST',
  path,
  access: 'management',
  request: registerSchema,
  response: agentNewBalanceSchema,
  answer: ({ world, caller, body }) => ({
    agentNewBalance: register(world, caller, registerSchema.parse(body)),
  }),
});

function setPassword(account: MockAccount, password: string): object {
  checkPassword(password);
  account.password = password;
  return {};
}

/** Every call of spec §7 and ours beside them, each with the contracts it is held against. */
export const MOCK_ROUTES: readonly MockRoute[] = [
  {
    method: 'POST',
    path: '/auth/login',
    access: 'anybody',
    request: loginSchema,
    response: loginResponseSchema,
    answer: login,
  },
  {
    method: 'GET',
    path: '/auth/validate-token',
    access: 'signed-in',
    response: nothing,
    answer: () => ({}),
  },
  {
    method: 'POST',
    path: '/auth/refresh-token',
    access: 'signed-in',
    request: refreshSchema,
    response: tokensSchema,
    answer: ({ caller }) => tokensFor(caller),
  },
  { method: 'POST', path: '/auth/logout', access: 'anybody', response: nothing, answer: () => ({}) },
  {
    method: 'POST',
    path: '/auth/change-password',
    access: 'signed-in',
    request: changePasswordSchema,
    response: nothing,
    answer({ caller, body }) {
      const { oldPassword, newPassword } = changePasswordSchema.parse(body);
      if (oldPassword !== caller.password) {
        throw new MockRefusal(400, 'invalid-input', "L'ancien mot de passe est incorrect.");
      }
      return setPassword(caller, newPassword);
    },
  },
  {
    method: 'POST',
    path: '/auth/change-sub-account-password/:id',
    access: 'management',
    request: changePasswordSchema,
    response: nothing,
    answer({ world, caller, params, body }) {
      const child = childById(world, caller, params[0] ?? '');
      const answer = setPassword(child, changePasswordSchema.parse(body).newPassword);
      recordAct(world, child, caller, 'password-changed');
      return answer;
    },
  },
  registerRoute('/auth/admin/register-client'),
  registerRoute('/auth/super-admin/register-admin'),
  registerRoute('/auth/capo/register-super-admin'),
  {
    method: 'GET',
    path: '/user/me',
    access: 'signed-in',
    response: userSchema,
    answer: ({ caller }) => toUser(caller),
  },
  {
    method: 'POST',
    path: '/user/sub-accounts',
    access: 'management',
    response: subAccountPageSchema,
    answer: ({ world, caller, query }) => pageOf(childrenOf(world, caller).map(toUser), query, 25),
  },
  {
    method: 'POST',
    path: '/user/search',
    access: 'management',
    response: subAccountPageSchema,
    answer({ world, caller, query }) {
      const term = (query.get('username') ?? '').trim().toLowerCase();
      const found = childrenOf(world, caller).filter(({ username }) => username.includes(term));
      return pageOf(found.map(toUser), query, 25);
    },
  },
  {
    method: 'GET',
    path: '/user/sub-account/:id',
    access: 'management',
    response: userSchema,
    answer: ({ world, caller, params }) => toUser(childById(world, caller, params[0] ?? '')),
  },
  {
    method: 'GET',
    path: '/user/sub-account/:id/journal',
    access: 'management',
    response: journalSchema,
    answer: ({ world, caller, params, query }) =>
      journalOf(world, childById(world, caller, params[0] ?? ''), query),
  },
  {
    method: 'POST',
    path: '/user/update-status/:id',
    access: 'management',
    request: updateStatusSchema,
    response: updateStatusResponseSchema,
    answer({ world, caller, params, body }) {
      const child = childById(world, caller, params[0] ?? '');
      const wasActive = child.isActive;
      child.isActive = updateStatusSchema.parse(body)?.active ?? !wasActive;
      if (child.isActive !== wasActive)
        recordAct(world, child, caller, child.isActive ? 'activated' : 'deactivated');
      return { id: child.id, active: child.isActive };
    },
  },
  {
    method: 'POST',
    path: '/transactions',
    access: 'management',
    request: transactionSchema,
    response: agentNewBalanceSchema,
    answer: ({ world, caller, body }) => ({
      agentNewBalance: transfer(world, caller, transactionSchema.parse(body)),
    }),
  },
  {
    method: 'POST',
    path: '/transactions/attempts/:key',
    access: 'management',
    response: attemptSchema,
    answer({ world, params }) {
      const key = params[0] ?? '';
      world.attempts[key] ??= null;
      return { wasCarriedOut: world.attempts[key] !== null };
    },
  },
  {
    method: 'GET',
    path: '/transactions/report',
    access: 'signed-in',
    response: reportSchema,
    answer: ({ world, caller, query }) =>
      report(world, caller, query.get('from') ?? '', query.get('to') ?? ''),
  },
  {
    method: 'GET',
    path: '/transactions/report/days',
    access: 'signed-in',
    response: dailyReportSchema,
    answer: ({ world, caller, query }) =>
      dailyReport(world, caller, query.get('from') ?? '', query.get('to') ?? ''),
  },
  {
    method: 'GET',
    path: '/books/day-close',
    access: 'management',
    response: dayCloseSchema,
    answer: ({ world, caller, query }) => dayClose(world, caller, query.get('date')),
  },
  {
    method: 'GET',
    path: '/books/trial-balance',
    access: 'management',
    response: trialBalanceSchema,
    answer: ({ world, caller }) => trialBalance(world, caller),
  },
  {
    method: 'GET',
    path: '/transactions/history/outgoing',
    access: 'signed-in',
    response: historyPageSchema,
    answer({ world, caller, query }) {
      const target = query.get('targetUserId');
      const child = target === null ? null : childById(world, caller, target);
      const items = history(
        world,
        ({ initiatorId, receiverId }) =>
          initiatorId === caller.id && (child === null || receiverId === child.id),
      );
      return pageOf(items, query, 25);
    },
  },
  {
    method: 'GET',
    path: '/transactions/history/incoming',
    access: 'signed-in',
    response: historyPageSchema,
    answer: ({ world, caller, query }) =>
      pageOf(
        history(
          world,
          ({ initiatorId, receiverId }) => receiverId === caller.id && initiatorId !== caller.id,
        ),
        query,
        10,
      ),
  },
  {
    method: 'GET',
    path: '/jackpot/counters',
    access: 'signed-in',
    response: jackpotCountersSchema,
    answer: ({ world }) => ({ ...world.pots }),
  },
  {
    method: 'GET',
    path: '/casino/providers',
    access: 'signed-in',
    response: providersResponseSchema,
    answer: mockProviders,
  },
  {
    method: 'GET',
    path: '/casino/games',
    access: 'signed-in',
    response: gamesResponseSchema,
    answer: ({ query }) => ({ games: mockGames(query.get('providerCode')) }),
  },
  {
    method: 'POST',
    path: '/casino/launch',
    access: 'signed-in',
    response: launchResponseSchema,
    answer({ caller, query, gameAddress }) {
      if (caller.roleName !== 'ROLE_CLIENT')
        throw new MockRefusal(403, 'not-allowed', 'Seuls les joueurs jouent.');
      return { launch_url: `${gameAddress}?game=${encodeURIComponent(query.get('gameCode') ?? '')}` };
    },
  },
];

export const isAllowed = ({ access }: MockRoute, caller: MockAccount | null): boolean =>
  access === 'anybody' ||
  (caller !== null && (access === 'signed-in' || hasManagementRights(caller.roleName)));
