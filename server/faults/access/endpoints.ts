import { MANAGEMENT_ROLES, OVERSEEING_ROLES, ROLES, type Role } from '@palier/shared/contracts';
import { PEOPLE_PASSWORD } from '../people';
import { LISTED } from '../tools/aggregator';
import type { Subject } from './callers';

export interface EndpointRow {
  /** Of the published contract. */
  readonly operationId: string;
  readonly roles: readonly Role[];
  /** True when it concerns an account: then only a direct child passes, or oneself where `isOfOneself`. */
  readonly concernsAccount: boolean;
  readonly isOfOneself?: true;
  readonly method: 'GET' | 'POST';
  readonly path: (subject: Subject) => string;
  readonly body?: (subject: Subject) => unknown;
}

const fixed = (path: string) => (): string => `/api/v1${path}`;
const NAMELESS = { password: 'Bonjour77', balance: 1 };
let names = 0;
const register = (): unknown => ({
  ...NAMELESS,
  username: `cell-${(names += 1)}-${Date.now().toString(36)}`,
});
const own = { concernsAccount: false } as const;
const REPORT = 'from=2026-01-01T00:00:00&to=2026-12-31T23:59:59.999';

/** Every call that needs a session, with who may make it. Its cells are the callers, and their relations where it concerns an account. */
export const ENDPOINTS: readonly EndpointRow[] = [
  { ...own, operationId: 'readCurrentUser', roles: ROLES, method: 'GET', path: fixed('/user/me') },
  {
    ...own,
    operationId: 'listOwnSessions',
    roles: ROLES,
    method: 'GET',
    path: fixed('/auth/sessions'),
  },
  {
    operationId: 'endOwnSession',
    roles: ROLES,
    concernsAccount: true,
    isOfOneself: true,
    method: 'POST',
    path: ({ sessionId }) => `/api/v1/auth/sessions/${sessionId}/end`,
  },
  {
    ...own,
    operationId: 'endOtherSessions',
    roles: ROLES,
    method: 'POST',
    path: fixed('/auth/sessions/end-others'),
  },
  {
    ...own,
    operationId: 'readOwnJournal',
    roles: ROLES,
    method: 'GET',
    path: fixed('/user/journal?size=25'),
  },
  {
    operationId: 'readSubAccountJournal',
    roles: MANAGEMENT_ROLES,
    concernsAccount: true,
    method: 'GET',
    path: ({ id }) => `/api/v1/user/sub-account/${id}/journal?size=25`,
  },
  {
    ...own,
    operationId: 'listSubAccounts',
    roles: MANAGEMENT_ROLES,
    method: 'POST',
    path: fixed('/user/sub-accounts?page=0&size=25'),
  },
  {
    ...own,
    operationId: 'searchSubAccounts',
    roles: MANAGEMENT_ROLES,
    method: 'POST',
    path: fixed('/user/search?username=a&page=0&size=25'),
  },
  {
    operationId: 'readSubAccount',
    roles: MANAGEMENT_ROLES,
    concernsAccount: true,
    method: 'GET',
    path: ({ id }) => `/api/v1/user/sub-account/${id}`,
  },
  {
    operationId: 'updateStatus',
    roles: MANAGEMENT_ROLES,
    concernsAccount: true,
    method: 'POST',
    path: ({ id }) => `/api/v1/user/update-status/${id}`,
    body: () => ({ active: true }),
  },
  {
    operationId: 'createTransaction',
    roles: MANAGEMENT_ROLES,
    concernsAccount: true,
    method: 'POST',
    path: fixed('/transactions'),
    body: ({ username }) => ({ receiverUsername: username, amount: 1, type: 'DEPOSIT' }),
  },
  {
    operationId: 'createTransaction',
    roles: MANAGEMENT_ROLES,
    concernsAccount: true,
    method: 'POST',
    path: fixed('/transactions'),
    body: ({ username }) => ({ receiverUsername: username, amount: 1, type: 'WITHDRAWAL' }),
  },
  {
    ...own,
    operationId: 'resolveAttempt',
    roles: MANAGEMENT_ROLES,
    method: 'POST',
    path: fixed('/transactions/attempts/never-made'),
  },
  {
    ...own,
    operationId: 'readReport',
    roles: ROLES,
    method: 'GET',
    path: fixed(`/transactions/report?${REPORT}`),
  },
  {
    ...own,
    operationId: 'readDailyReport',
    roles: ROLES,
    method: 'GET',
    path: fixed('/transactions/report/days?from=2026-01-01&to=2026-01-31'),
  },
  {
    ...own,
    operationId: 'listOutgoing',
    roles: ROLES,
    method: 'GET',
    path: fixed('/transactions/history/outgoing?page=0&size=25'),
  },
  {
    operationId: 'listOutgoing',
    // Anyone may ask for its own history; an account in it is a child's, which a client has not.
    roles: ROLES,
    concernsAccount: true,
    method: 'GET',
    path: ({ id }) => `/api/v1/transactions/history/outgoing?page=0&size=25&targetUserId=${id}`,
  },
  {
    ...own,
    operationId: 'listIncoming',
    roles: ROLES,
    method: 'GET',
    path: fixed('/transactions/history/incoming?page=0&size=10'),
  },
  {
    ...own,
    operationId: 'readDayClose',
    roles: MANAGEMENT_ROLES,
    method: 'GET',
    path: fixed('/books/day-close'),
  },
  {
    ...own,
    operationId: 'readDayClose',
    roles: MANAGEMENT_ROLES,
    method: 'GET',
    path: fixed('/books/day-close?date=2026-03-29'),
  },
  {
    ...own,
    operationId: 'readTrialBalance',
    roles: OVERSEEING_ROLES,
    method: 'GET',
    path: fixed('/books/trial-balance'),
  },
  {
    ...own,
    operationId: 'listProviders',
    roles: ROLES,
    method: 'GET',
    path: fixed('/casino/providers'),
  },
  {
    ...own,
    operationId: 'listGames',
    roles: ROLES,
    method: 'GET',
    path: fixed(`/casino/games?providerCode=${LISTED.provider}`),
  },
  {
    ...own,
    operationId: 'launchGame',
    roles: ['ROLE_CLIENT'],
    method: 'POST',
    path: fixed(`/casino/launch?gameCode=${LISTED.game}&providerCode=${LISTED.provider}`),
  },
  {
    ...own,
    operationId: 'readJackpotCounters',
    roles: ROLES,
    method: 'GET',
    path: fixed('/jackpot/counters'),
  },
  {
    ...own,
    operationId: 'registerSuperAdmin',
    roles: ['ROLE_CAPO'],
    method: 'POST',
    path: fixed('/auth/capo/register-super-admin'),
    body: register,
  },
  {
    ...own,
    operationId: 'registerAdmin',
    roles: ['ROLE_SUPER_ADMIN'],
    method: 'POST',
    path: fixed('/auth/super-admin/register-admin'),
    body: register,
  },
  {
    ...own,
    operationId: 'registerClient',
    roles: ['ROLE_ADMIN'],
    method: 'POST',
    path: fixed('/auth/admin/register-client'),
    body: register,
  },
  {
    operationId: 'changeSubAccountPassword',
    roles: MANAGEMENT_ROLES,
    concernsAccount: true,
    method: 'POST',
    path: ({ id }) => `/api/v1/auth/change-sub-account-password/${id}`,
    body: () => ({ oldPassword: PEOPLE_PASSWORD, newPassword: PEOPLE_PASSWORD }),
  },
  {
    ...own,
    operationId: 'changePassword',
    roles: ROLES,
    method: 'POST',
    path: fixed('/auth/change-password'),
    body: () => ({ oldPassword: PEOPLE_PASSWORD, newPassword: PEOPLE_PASSWORD }),
  },
  {
    ...own,
    operationId: 'listCanaries',
    roles: ROLES,
    method: 'GET',
    path: fixed('/remotes/canaries'),
  },
  // Last: it ends the caller's session.
  { ...own, operationId: 'logout', roles: ROLES, method: 'POST', path: fixed('/auth/logout') },
];
