import { MANAGEMENT_ROLES, OVERSEEING_ROLES, ROLES, type Role } from '@palier/shared/contracts';
import { LISTED } from '@palier/test-support/actors/aggregator';
import { USER_PASSWORD } from '@palier/test-support/actors/hierarchy';
import type { Caller, Relation, Subject } from './callers';

export interface Endpoint {
  /** The operation of the published contract. */
  readonly operationId: string;
  readonly roles: readonly Role[];
  /** The call is about an account: only a direct child is allowed, or with `isOfOneself` only the caller. */
  readonly concernsAccount: boolean;
  readonly isOfOneself?: true;
  /** The call is about what the account has received: the account and its parent are allowed. */
  readonly isOfReceipts?: true;
  /** The call may name the caller and any account below the caller. */
  readonly isOfSubtree?: true;
  /** The call is about what a client has: an account of an agent is answered like a missing one. */
  readonly isOfClients?: true;
  /** The call follows the sign-out of the caller, so it has a session of its own. */
  readonly hasOwnSession?: true;
  /** The answer that an admitted caller of the table gets, where it is a refusal for a reason of its own. */
  readonly admittedWith?: { readonly status: number; readonly code: string };
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: (subject: Subject) => string;
  readonly body?: (subject: Subject) => unknown;
}

export const REFUSAL_REASON = 'Compte à vérifier';
const REQUESTING_ROLES: readonly Role[] = ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_CLIENT'];

type Body = NonNullable<Endpoint['body']>;
type Request = Pick<Endpoint, 'method' | 'path' | 'body'>;

/** A call about an account; `path` is relative to /api/v1. */
const about = (operationId: string, roles: readonly Role[], { path, ...request }: Request): Endpoint => ({
  operationId,
  roles,
  concernsAccount: true,
  path: (subject) => `/api/v1${path(subject)}`,
  ...request,
});

/** A call without an account: its method and path, as in `GET /user/me`. */
function withoutAccount(
  operationId: string,
  roles: readonly Role[],
  call: `${Endpoint['method']} /${string}`,
  body?: Body,
): Endpoint {
  const [method, path] = call.split(' ') as [Endpoint['method'], string];
  return {
    ...about(operationId, roles, { method, path: () => path, ...(body === undefined ? {} : { body }) }),
    concernsAccount: false,
  };
}

let names = 0;
const registrationBody = (): unknown => ({
  password: 'Matmata77',
  balance: 1,
  username: `cell-${(names += 1)}-${Date.now().toString(36)}`,
});
const transferBody =
  (type: string): Body =>
  ({ username }) => ({ receiverUsername: username, amount: 1, type });
const samePasswordBody = (): unknown => ({ oldPassword: USER_PASSWORD, newPassword: USER_PASSWORD });
const REPORT_QUERY = 'from=2026-01-01T00:00:00&to=2026-12-31T23:59:59.999';
const DAYS_QUERY = 'from=2026-01-01&to=2026-01-31';
const OUTGOING_PATH = '/transactions/history/outgoing?page=0&size=25';
const FAVOURITE_PATH: `/${string}` = `/casino/favourites/${LISTED.provider}/${LISTED.game}`;
const LAUNCH_QUERY = `gameCode=${LISTED.game}&providerCode=${LISTED.provider}`;

/**
 * Every call that needs a session, with the roles that may make the call. A call about an account has a cell
 * for each relation.
 */
export const ENDPOINTS: readonly Endpoint[] = [
  withoutAccount('readCurrentUser', ROLES, 'GET /user/me'),
  withoutAccount('listOwnSessions', ROLES, 'GET /auth/sessions'),
  {
    ...about('endOwnSession', ROLES, {
      method: 'POST',
      path: ({ sessionId }) => `/auth/sessions/${sessionId}/end`,
    }),
    isOfOneself: true,
  },
  withoutAccount('endOtherSessions', ROLES, 'POST /auth/sessions/end-others'),
  withoutAccount('readOwnFactors', ROLES, 'GET /auth/factors'),
  withoutAccount('proveIdentity', ROLES, 'POST /auth/proof', () => ({ password: USER_PASSWORD })),
  withoutAccount('beginAuthenticatorApp', ROLES, 'POST /auth/factors/app'),
  {
    ...withoutAccount('confirmAuthenticatorApp', ROLES, 'POST /auth/factors/app/confirm', () => ({
      code: 'wrong',
    })),
    admittedWith: { status: 400, code: 'invalid-input' },
  },
  // The callers have begun to add an app, and have none.
  {
    ...withoutAccount('removeAuthenticatorApp', ROLES, 'POST /auth/factors/app/remove'),
    admittedWith: { status: 409, code: 'conflict' },
  },
  {
    ...withoutAccount('renewRecoveryCodes', ROLES, 'POST /auth/factors/recovery-codes'),
    admittedWith: { status: 409, code: 'conflict' },
  },
  withoutAccount('readOwnJournal', ROLES, 'GET /user/journal?size=25'),
  withoutAccount('listNotices', ROLES, 'GET /user/notices?size=25'),
  withoutAccount('markNoticesRead', ROLES, 'POST /user/notices/read', () => ({ upTo: 1 })),
  withoutAccount('readFloat', MANAGEMENT_ROLES, 'GET /user/float'),
  withoutAccount('readNoticeMarks', ROLES, 'GET /user/notice-marks'),
  withoutAccount('setNoticeMarks', ROLES, 'POST /user/notice-marks', () => ({
    lowBalance: 10,
    largeMovement: null,
  })),
  about('readSubAccountJournal', MANAGEMENT_ROLES, {
    method: 'GET',
    path: ({ id }) => `/user/sub-account/${id}/journal?size=25`,
  }),
  withoutAccount('listSubAccounts', MANAGEMENT_ROLES, 'POST /user/sub-accounts?page=0&size=25'),
  withoutAccount('searchSubAccounts', MANAGEMENT_ROLES, 'POST /user/search?username=a&page=0&size=25'),
  // Accounts that are not the caller's direct children are null in the answer.
  withoutAccount('readNamedSubAccounts', MANAGEMENT_ROLES, 'POST /user/sub-accounts/named', () => ({
    usernames: ['client'],
  })),
  withoutAccount('findAccounts', MANAGEMENT_ROLES, 'GET /user/find?query=cl'),
  about('readSubAccount', MANAGEMENT_ROLES, { method: 'GET', path: ({ id }) => `/user/sub-account/${id}` }),
  {
    ...about('readAccountPage', MANAGEMENT_ROLES, { method: 'GET', path: ({ id }) => `/user/account/${id}` }),
    isOfSubtree: true,
  },
  {
    ...about('listAccountEvents', MANAGEMENT_ROLES, {
      method: 'GET',
      path: ({ id }) => `/user/account/${id}/events`,
    }),
    isOfSubtree: true,
  },
  {
    ...about('listAccountEvents', MANAGEMENT_ROLES, {
      method: 'GET',
      path: ({ id }) => `/user/account/${id}/events?before=9.9.9`,
    }),
    isOfSubtree: true,
  },
  about('readSubAccountLimits', OVERSEEING_ROLES, {
    method: 'GET',
    path: ({ id }) => `/user/sub-account/${id}/limits`,
  }),
  about('setSubAccountLimits', OVERSEEING_ROLES, {
    method: 'POST',
    path: ({ id }) => `/user/sub-account/${id}/limits`,
    body: () => ({ perMovement: 1_000_000, perDay: null, leastBalance: null }),
  }),
  withoutAccount('readProtection', ['ROLE_CLIENT'], 'GET /user/protection'),
  withoutAccount('setOwnLimit', ['ROLE_CLIENT'], 'POST /user/protection/limits', () => ({
    kind: 'received',
    period: 'month',
    amount: 1_000_000,
  })),
  withoutAccount('confirmOwnLimit', ['ROLE_CLIENT'], 'POST /user/protection/limits/confirm', () => ({
    kind: 'received',
    period: 'month',
  })),
  about('updateStatus', MANAGEMENT_ROLES, {
    method: 'POST',
    path: ({ id }) => `/user/update-status/${id}`,
    body: () => ({ active: true }),
  }),
  about('createTransaction', MANAGEMENT_ROLES, {
    method: 'POST',
    path: () => '/transactions',
    body: transferBody('DEPOSIT'),
  }),
  about('createTransaction', MANAGEMENT_ROLES, {
    method: 'POST',
    path: () => '/transactions',
    body: transferBody('WITHDRAWAL'),
  }),
  {
    ...about('readMovement', ROLES, {
      method: 'GET',
      path: ({ movementId }) => `/transactions/${movementId}`,
    }),
    isOfReceipts: true,
  },
  about('reverseDeposit', MANAGEMENT_ROLES, {
    method: 'POST',
    path: ({ movementId }) => `/transactions/${movementId}/reversal`,
  }),
  withoutAccount('listOwnRequests', REQUESTING_ROLES, 'GET /requests'),
  withoutAccount('listOwnRequests', REQUESTING_ROLES, 'GET /requests?before=9'),
  withoutAccount('makeRequest', REQUESTING_ROLES, 'POST /requests', () => ({ type: 'DEPOSIT', amount: 1 })),
  {
    ...about('withdrawRequest', REQUESTING_ROLES, {
      method: 'POST',
      path: ({ withdrawnRequestId }) => `/requests/${withdrawnRequestId}/withdraw`,
    }),
    isOfOneself: true,
  },
  withoutAccount('listReceivedRequests', MANAGEMENT_ROLES, 'GET /requests/received'),
  withoutAccount('markRequestsSeen', MANAGEMENT_ROLES, 'POST /requests/received/seen', () => ({ upTo: 1 })),
  about('readReceivedRequest', MANAGEMENT_ROLES, {
    method: 'GET',
    path: ({ refusedRequestId }) => `/requests/received/${refusedRequestId}`,
  }),
  about('refuseRequest', MANAGEMENT_ROLES, {
    method: 'POST',
    path: ({ refusedRequestId }) => `/requests/received/${refusedRequestId}/refuse`,
    body: () => ({ reason: REFUSAL_REASON }),
  }),
  withoutAccount('resolveAttempt', MANAGEMENT_ROLES, 'POST /transactions/attempts/never-made'),
  withoutAccount('readReport', ROLES, `GET /transactions/report?${REPORT_QUERY}`),
  withoutAccount('readDailyReport', ROLES, `GET /transactions/report/days?${DAYS_QUERY}`),
  withoutAccount('listOutgoing', ROLES, `GET ${OUTGOING_PATH}`),
  // Every role reads its own history; `targetUserId` must be a child, and clients have none.
  about('listOutgoing', ROLES, { method: 'GET', path: ({ id }) => `${OUTGOING_PATH}&targetUserId=${id}` }),
  withoutAccount('listIncoming', ROLES, 'GET /transactions/history/incoming?page=0&size=10'),
  withoutAccount('readDayClose', MANAGEMENT_ROLES, 'GET /reports/day-close'),
  withoutAccount('readDayClose', MANAGEMENT_ROLES, 'GET /reports/day-close?date=2026-03-29'),
  withoutAccount('readTrialBalance', OVERSEEING_ROLES, 'GET /reports/trial-balance'),
  {
    ...about('readNetwork', MANAGEMENT_ROLES, {
      method: 'GET',
      path: ({ id }) => `/transactions/report/network?${DAYS_QUERY}&of=${id}`,
    }),
    isOfSubtree: true,
  },
  withoutAccount('readNetwork', MANAGEMENT_ROLES, `GET /transactions/report/network?${DAYS_QUERY}`),
  withoutAccount('listProviders', ROLES, 'GET /casino/providers'),
  withoutAccount('listGames', ROLES, `GET /casino/games?providerCode=${LISTED.provider}`),
  {
    ...about('readRound', ROLES, {
      method: 'GET',
      path: ({ stakeNumber }) => `/casino/round/${stakeNumber}`,
    }),
    isOfSubtree: true,
    isOfClients: true,
  },
  withoutAccount('listTitles', ROLES, 'GET /casino/titles'),
  withoutAccount('readLobby', ['ROLE_CLIENT'], 'GET /casino/lobby'),
  withoutAccount('listRelated', ['ROLE_CLIENT'], `GET /casino/related/${LISTED.provider}/${LISTED.game}`),
  withoutAccount('readSitting', ['ROLE_CLIENT'], 'GET /casino/sitting'),
  withoutAccount('listOwnRounds', ['ROLE_CLIENT'], 'GET /casino/rounds'),
  withoutAccount('addFavourite', ['ROLE_CLIENT'], `PUT ${FAVOURITE_PATH}`),
  withoutAccount('removeFavourite', ['ROLE_CLIENT'], `DELETE ${FAVOURITE_PATH}`),
  withoutAccount('launchGame', ['ROLE_CLIENT'], `POST /casino/launch?${LAUNCH_QUERY}`),
  withoutAccount('readJackpotCounters', ROLES, 'GET /jackpot/counters'),
  withoutAccount(
    'registerSuperAdmin',
    ['ROLE_CAPO'],
    'POST /auth/capo/register-super-admin',
    registrationBody,
  ),
  withoutAccount(
    'registerAdmin',
    ['ROLE_SUPER_ADMIN'],
    'POST /auth/super-admin/register-admin',
    registrationBody,
  ),
  withoutAccount('registerClient', ['ROLE_ADMIN'], 'POST /auth/admin/register-client', registrationBody),
  about('changeSubAccountPassword', MANAGEMENT_ROLES, {
    method: 'POST',
    path: ({ id }) => `/auth/change-sub-account-password/${id}`,
    body: samePasswordBody,
  }),
  withoutAccount('changePassword', ROLES, 'POST /auth/change-password', samePasswordBody),
  withoutAccount('listCanaries', ROLES, 'GET /remotes/canaries'),
  withoutAccount('reportMount', ROLES, 'POST /remotes/reports', () => ({ remote: 'none', version: '1.0.0' })),
  // Last, because it ends the caller's session.
  withoutAccount('logout', ROLES, 'POST /auth/logout'),
  {
    ...withoutAccount('pausePlay', ['ROLE_CLIENT'], 'POST /user/protection/pause', () => ({ hours: 24 })),
    hasOwnSession: true,
  },
  {
    ...withoutAccount('excludeOneself', ['ROLE_CLIENT'], 'POST /user/protection/exclusion', () => ({
      months: 6,
    })),
    hasOwnSession: true,
  },
];

/** The relations for which a call about an account is allowed. */
function reachOf({ isOfSubtree, isOfReceipts, isOfOneself }: Endpoint): readonly Relation[] {
  if (isOfSubtree) return ['self', 'child', 'grandchild'];
  if (isOfReceipts) return ['self', 'child'];
  return [isOfOneself ? 'self' : 'child'];
}

/** The required answer of a cell. */
export type Verdict = 'passes' | 'unauthenticated' | 'not-allowed' | 'not-found';

export function verdictOf(endpoint: Endpoint, { role, sees }: Caller, relation: Relation | null): Verdict {
  if (role === null) return 'unauthenticated';
  if (!endpoint.roles.includes(role)) return 'not-allowed';
  if (relation === null) return 'passes';
  if (endpoint.isOfClients === true && sees[relation]?.startsWith('client') !== true) return 'not-found';
  return reachOf(endpoint).includes(relation) ? 'passes' : 'not-found';
}
