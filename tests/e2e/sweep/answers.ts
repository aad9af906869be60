import type { Route } from '@playwright/test';

/** Answers a call in place of the server. */
export type Answer = (route: Route) => Promise<void>;

export const json =
  (status: number, body: unknown): Answer =>
  (route) =>
    route.fulfill({ status, json: body });
export const failed = json(500, { errors: [], code: 'internal' });
export const refused = json(400, { errors: ['Refusé par le serveur.', 'Autre.'], code: 'invalid-input' });
export const empty = json(200, { data: [], totalPages: 0, totalElements: 0, currentPage: 0 });
const unbalancedRow = { own: 1, below: 2, total: 3, inPlay: 0, issued: 4, withdrawn: 1, gap: -0.000001 };
/** A trial balance in which a micro-dinar is missing. */
export const unbalanced = json(200, {
  readAt: '2026-03-01T08:00:00.000',
  whole: { id: 1, username: 'capo', ...unbalancedRow },
  subAccounts: [{ id: 2, username: 'superadmin', ...unbalancedRow }],
});
export const LONG_NAME = 'un-nom-d-agent-aussi-long-que-permis'.slice(0, 32);
/** A frozen account far below, with amounts of the largest size. */
export const accountPage = json(200, {
  id: 9,
  username: LONG_NAME,
  roleName: 'ROLE_SUPER_ADMIN',
  active: true,
  isFrozen: true,
  balance: 8999999999.99,
  isDirect: false,
  createdAt: '2026-02-01T09:00:00.000',
  lastSignInAt: null,
  path: [1, 2, 3].map((id) => ({
    id,
    username: LONG_NAME,
  })),
  figures: [1, 7, 30].map((days) => ({
    days,
    received: 8999999999.99,
    returned: 0,
    distributed: 8999999999.99,
    collected: 1250.5,
  })),
});
const event = (key: string, kind: string, more: object = {}) => ({
  key,
  kind,
  date: '2026-03-01T14:05:09.120',
  number: null,
  amount: null,
  balanceAfter: null,
  username: LONG_NAME,
  game: null,
  note: null,
  isReversible: false,
  sessionCount: null,
  reason: null,
  ...more,
});
/** An inactive account with the longest name, and an active one. */
export const withInactive = json(200, {
  data: [false, true].map((active) => ({
    id: active ? 2 : 1,
    username: active ? 'actif' : LONG_NAME,
    balance: 8999999999.99,
    active,
    roleName: 'ROLE_ADMIN',
    parentId: 1,
  })),
  totalPages: 1,
  totalElements: 2,
  currentPage: 0,
});
const moved = { number: 48_213, amount: -1_250_000.5, balanceAfter: 2_500_000.25 };
export const accountEvents = json(200, {
  data: [
    event('I1', 'DEPOSIT', { ...moved, note: 'x'.repeat(120), isReversible: true }),
    event('O1', 'ROLLBACK', {
      ...moved,
      amount: 4,
      username: null,
      game: 'Canopy Idols of the Forgotten Emperor',
    }),
    event('J2', 'sessions-ended', { sessionCount: 3, reason: 'refresh-replayed', username: null }),
    event('J1', 'account-created'),
  ],
  next: '4.2.1',
});
/** A young deposit of the admin, with a long note. */
export const movement = json(200, {
  id: 48213,
  date: '2026-03-01T14:05:09.120',
  targetUsername: 'client',
  initiatorUsername: 'admin',
  initiatorTransactionType: 'DEPOSIT',
  amount: 1250,
  balanceAfter: 148_750.5,
  note: 'n'.repeat(120),
  isReversible: true,
});
const step = { date: '2026-03-01T14:05:09.120', tier: null, isByOperator: false };
/** One line of the player's own rounds, with a long title. */
const ownRound = {
  date: '2026-03-02T23:59:59',
  providerCode: 'MASCOTGAMING',
  gameCode: 'g1',
  gameTitle: 'Canopy Idols of the Forgotten Emperor Deluxe',
  roundId: '6f9619ff',
  stake: 1250.5,
  jackpotPrizes: 0,
  isComplete: true,
};
export const ownRounds = json(200, {
  rounds: [
    { ...ownRound, number: 4, state: 'OPEN', result: -1250.5 },
    { ...ownRound, number: 3, state: 'SETTLED', result: 2500000.125, jackpotPrizes: 2000 },
    { ...ownRound, number: 2, state: 'SETTLED', result: -0.000001 },
    { ...ownRound, number: 1, state: 'ROLLED_BACK', result: 0, gameTitle: null },
  ],
  before: 12,
});
export const noRounds = json(200, { rounds: [], before: null });
const lobbyGame = (gameCode: string, title: string) => ({
  providerCode: 'PRAGMATIC',
  gameCode,
  title,
  banner: '',
});
export const lobby = json(200, {
  recent: [lobbyGame('g1', 'Canopy Idols of the Forgotten Emperor Deluxe'), lobbyGame('g2', 'Trésor')],
  favourites: [lobbyGame('g2', 'Trésor')],
});

/** A round with a step of each kind and long names. */
export const round = json(200, {
  providerCode: 'MASCOTGAMING',
  roundId: '6f9619ff-8b86-d011-b42d-00cf4fc964ff-0123456789abcdef',
  gameCode: 'g1',
  gameTitle: 'Canopy Idols of the Forgotten Emperor Deluxe',
  state: 'SETTLED',
  player: {
    id: 4,
    username: 'un-nom-d-agent-aussi-long-que-permis'.slice(0, 32),
  },
  stake: 1250.5,
  returned: 100,
  wins: 2500000.125,
  jackpotPrizes: 2100,
  net: 2500949.625,
  jackpotContributions: 20.0085,
  balanceBefore: 2e3,
  balanceAfter: 2502e3,
  isComplete: false,
  steps: [
    {
      ...step,
      transactionId: 't-1',
      kind: 'BET',
      amount: -1250.5,
      number: 48213,
      balanceAfter: 749.5,
    },
    {
      ...step,
      transactionId: 't-2',
      kind: 'BET',
      amount: 0,
      number: null,
      balanceAfter: null,
    },
    {
      ...step,
      transactionId: 't-3',
      kind: 'ROLLBACK',
      amount: 100,
      number: 48214,
      balanceAfter: 849.5,
    },
    {
      ...step,
      tier: 'gold',
      kind: 'JACKPOT_WIN',
      amount: 2100,
      number: 48215,
      balanceAfter: 2949.5,
      transactionId: '6f9619ff-8b86-d011-b42d-00cf4fc964ff-0123456789abcdef',
    },
    {
      ...step,
      isByOperator: true,
      transactionId: 't-5',
      kind: 'WIN',
      amount: 2500000.125,
      number: 48216,
      balanceAfter: 2502949.625,
    },
  ],
});
export const lost: Answer = (route) => route.abort('connectionreset');
/** Never answers. */
export const waiting: Answer = () => Promise.resolve();

/** Answers only the calls of an export, which read a hundred items each. */
export const ofExport =
  (answer: Answer): Answer =>
  (route) =>
    route.request().url().includes('size=100') ? answer(route) : route.fallback();

const session = (id: string, isCurrent: boolean) => ({
  id,
  browser: isCurrent ? 'Firefox' : null,
  system: isCurrent ? 'Windows' : null,
  startedAt: '2026-03-01T08:00:12.300',
  lastUsedAt: '2026-03-01T14:05:09.120',
  isCurrent,
});
export const sessions = (others: number, total = others + 1) =>
  json(200, {
    sessions: Array.from({ length: others + 1 }, (_, index) => session(`s${index}`, index === 0)),
    total,
    lastSignInAt: others === 0 ? null : '2026-02-28T21:40:00.000',
  });
/** Every kind of event, and a kind that a later server may add. */
const EVENT_KINDS = [
  'sessions-ended',
  'signed-out',
  'signed-in',
  'password-changed',
  'deactivated',
  'activated',
  'account-created',
  'of-a-later-version',
];
/** A journal with one event of each kind. */
export const journal = (next: number | null) =>
  json(200, {
    data: EVENT_KINDS.map((kind, index) => ({
      id: 100 - index,
      date: '2026-03-01T14:05:09.120',
      kind,
      actorUsername: index % 3 === 0 ? null : 'un-nom-d-agent-aussi-long-que-permis'.slice(0, 32),
      browser: kind === 'signed-in' ? 'Samsung Internet for Android' : null,
      system: kind === 'signed-in' ? 'Android' : null,
      sessionCount: kind === 'sessions-ended' ? 3 : null,
      reason: kind === 'sessions-ended' ? 'refresh-replayed' : null,
    })),
    next,
    lastSignInAt: '2026-02-28T21:40:00.000',
  });
export const noEvents = json(200, { data: [], next: null, lastSignInAt: null });

/** Lists two other sessions; `answer` is for the call that ends them. */
export const endingOthers =
  (answer: Answer): Answer =>
  (route) =>
    (route.request().method() === 'GET' ? sessions(2) : answer)(route);

/** A player's limits: one in use, and a higher one that may be confirmed. */
export const ownLimits = json(200, {
  limits: [
    { kind: 'staked', period: 'day', amount: 50, used: 20, asked: null },
    {
      kind: 'received',
      period: 'month',
      amount: 300,
      used: 300,
      asked: { amount: 500, from: '2026-03-02T10:00:00.000', isConfirmable: true },
    },
  ],
  pausedUntil: '2026-03-08T10:00:00.000',
  excludedUntil: null,
});

const request = (id: number, status: string, more: object = {}) => ({
  id,
  type: 'WITHDRAWAL',
  amount: 1_250_000,
  note: 'n'.repeat(120),
  createdAt: '2026-03-01T14:05:09.120',
  expiresAt: '2026-03-04T14:05:09.120',
  ageS: 90_000,
  isReserved: false,
  status,
  seenAt: null,
  closedAt: null,
  reason: null,
  transactionId: null,
  ...more,
});
const closed = { closedAt: '2026-03-02T09:00:00.000' };
/** A request in each of its states. */
export const ownRequests = json(200, {
  data: [
    request(6, 'OPEN', { type: 'DEPOSIT' }),
    request(5, 'OPEN', { isReserved: true, seenAt: '2026-03-01T15:00:00.000' }),
    request(4, 'PAID', { ...closed, type: 'DEPOSIT', transactionId: 48213 }),
    request(3, 'REFUSED', { ...closed, reason: 'Compte à vérifier' }),
    request(2, 'WITHDRAWN', { ...closed, note: null }),
    request(1, 'EXPIRED', { ...closed, note: null }),
  ],
  next: 1,
  payoutsReserve: true,
});
/** The request of a sub-account that a movement pays. */
export const requestToPay = json(
  200,
  request(7, 'OPEN', { userId: 9, username: LONG_NAME, isReserved: true }),
);
export const noRequests = json(200, { data: [], next: null, payoutsReserve: false });
/** What sub-accounts ask for: one request with a long name and note, one of them reserved. */
export const receivedRequests = json(200, {
  data: [
    request(7, 'OPEN', { userId: 9, username: LONG_NAME, isReserved: true }),
    request(8, 'OPEN', { userId: 10, username: 'client', type: 'DEPOSIT', amount: 50, note: null }),
  ],
  next: null,
  total: 2,
});

/** The own balance lasts until the evening. */
export const floatEstimate = json(200, { endsAt: '2026-03-01T18:40:00', missing: 1_250_000 });
export const noticeMarks = json(200, { lowBalance: 50, largeMovement: 1_250_000, tellsParent: true });

const notice = (id: number, kind: string, facts: object, isRead = true) => ({
  id,
  date: '2026-03-01T14:05:09.120',
  kind,
  facts,
  isRead,
});
export const notices = json(200, {
  data: [
    notice(4, 'new-device', { browser: 'Samsung Internet for Android', system: 'Android' }, false),
    notice(3, 'deposit-reversed', { by: LONG_NAME, amount: 1_250_000.5, number: 48_213 }, false),
    notice(2, 'low-balance', { balance: 12.5, mark: 50 }),
    notice(1, 'of-a-later-version', {}),
  ],
  next: 1,
  unread: 2,
});

const ownFactors = {
  isOffered: true,
  arePasskeysOffered: true,
  passkeys: [{ id: 1, name: LONG_NAME, addedAt: '2026-03-01T14:05:09.120', usedAt: null }],
  reset: null,
  appAddedAt: '2026-03-01T14:05:09.120',
  recoveryCodesLeft: 8,
};
export const factors = (recoveryCodesLeft: number) => json(200, { ...ownFactors, recoveryCodesLeft });
/** The parent has asked for the removal of all factors. */
export const factorReset = json(200, {
  ...ownFactors,
  reset: { by: LONG_NAME, askedAt: '2026-03-01T14:05:09.120', dueAt: '2026-03-02T14:05:09.120' },
});
export const newApp = json(200, {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Palier:client?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Palier',
});
export const recoveryCodes = json(200, {
  recoveryCodes: Array.from({ length: 8 }, (_, index) => `ABCD-EFG${index}-HIJK`),
});
/** The refusals that ask for a second step. */
export const codeAsked = json(401, {
  errors: ["Saisissez le code de votre application d'authentification."],
  code: 'factor-required',
  field: 'code',
});
export const proofAsked = json(409, {
  errors: ["Confirmez d'abord que c'est bien vous, puis refaites la demande."],
  code: 'proof-required',
  field: 'proof',
});

export const agentLimits = json(200, {
  username: 'admin',
  own: { perMovement: 200, perDay: null, leastBalance: 1_000.5 },
  ofRole: { perMovement: 500, perDay: 10_000, leastBalance: null },
});
export const paid = json(200, { agentNewBalance: 148_750.5, transactionId: 48_213 });
