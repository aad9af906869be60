import { MANAGEMENT_ROLES, OVERSEEING_ROLES, ROLES, type Role } from '@palier/shared/contracts';
import { PEOPLE_PASSWORD, type PersonName } from './people';

export const RELATIONS = [
  'self',
  'parent',
  'child',
  'grandchild',
  'sibling',
  "sibling's child",
  'other tree',
  'missing',
] as const;
export type Relation = (typeof RELATIONS)[number];

export interface CallerRow {
  readonly role: Role | null;
  readonly person: PersonName | null;
  /** Who stands where, seen from the caller; a rung that does not exist is left out. */
  readonly sees: Readonly<Partial<Record<Relation, PersonName>>>;
}

/** From the foot upwards: what a caller may do to its child ends that child's sessions. */
export const CALLERS: readonly CallerRow[] = [
  {
    role: null,
    person: null,
    sees: { self: 'client', child: 'admin', 'other tree': 'otherAdmin' },
  },
  {
    role: 'ROLE_CLIENT',
    person: 'client',
    sees: { self: 'client', parent: 'admin', sibling: 'client2', 'other tree': 'otherClient' },
  },
  {
    role: 'ROLE_ADMIN',
    person: 'admin',
    sees: {
      self: 'admin',
      parent: 'superAdmin',
      child: 'client',
      sibling: 'admin2',
      "sibling's child": 'client3',
      'other tree': 'otherClient',
    },
  },
  {
    role: 'ROLE_SUPER_ADMIN',
    person: 'superAdmin',
    sees: {
      self: 'superAdmin',
      parent: 'capo',
      child: 'admin',
      grandchild: 'client',
      sibling: 'superAdmin2',
      "sibling's child": 'admin3',
      'other tree': 'otherAdmin',
    },
  },
  {
    role: 'ROLE_CAPO',
    person: 'capo',
    sees: {
      self: 'capo',
      child: 'superAdmin',
      grandchild: 'admin',
      sibling: 'otherCapo',
      "sibling's child": 'otherSuperAdmin',
      'other tree': 'otherAdmin',
    },
  },
];

export interface Subject {
  readonly id: number;
  readonly username: string;
  /** A session of its own that no cell calls from. */
  readonly sessionId: string;
}
export const MISSING: Subject = {
  id: 2_000_000_000,
  username: 'nobody-at-all',
  sessionId: '00000000-0000-4000-8000-000000000000',
};

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
  /** Statuses of a cell that passes; 200 alone unless a third party has its say. */
  readonly passes?: readonly number[];
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
    passes: [200, 503],
  },
  {
    ...own,
    operationId: 'listGames',
    roles: ROLES,
    method: 'GET',
    path: fixed('/casino/games?providerCode=PRAGMATIC'),
    passes: [200, 503],
  },
  {
    ...own,
    operationId: 'launchGame',
    roles: ['ROLE_CLIENT'],
    method: 'POST',
    path: fixed('/casino/launch?gameCode=x&providerCode=PRAGMATIC'),
    passes: [404, 503],
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

/** What a cell must answer; `passes` when it is allowed. */
export type Verdict = 'passes' | 'unauthenticated' | 'not-allowed' | 'not-found';

export function verdictOf(endpoint: EndpointRow, { role }: CallerRow, relation: Relation | null): Verdict {
  if (role === null) return 'unauthenticated';
  if (!endpoint.roles.includes(role)) return 'not-allowed';
  return relation === null || relation === (endpoint.isOfOneself ? 'self' : 'child') ? 'passes' : 'not-found';
}
