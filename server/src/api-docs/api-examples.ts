// Examples of request bodies and answers in the OpenAPI document (api-operations.ts).
export const USER = {
  id: 4,
  username: 'client',
  balance: 1000.5,
  active: true,
  roleName: 'ROLE_CLIENT',
  parentId: 3,
};
export const FOUND_ACCOUNT = {
  id: 4,
  username: 'client',
  role: 'ROLE_CLIENT',
  active: true,
  path: ['superadmin', 'admin'],
};
export const pageOf = (item: unknown): unknown => ({
  data: [item],
  totalPages: 1,
  totalElements: 1,
  currentPage: 0,
});
export const SESSION = { accessToken: 'eyJhbGciOiJIUzI1NiJ9…', refreshToken: 'vT3s…' };
export const MOVEMENT = {
  id: 812,
  date: '2026-03-01T14:05:09.120',
  targetUsername: 'client',
  targetUserId: 4,
  initiatorUsername: 'admin',
  initiatorTransactionType: 'DEPOSIT',
  amount: 250,
  balanceAfter: 1000.5,
  note: 'avance de mars',
};
export const PASSWORDS = { oldPassword: 'Client1234', newPassword: 'Jasmin2026' };
export const NEW_USER = { username: 'youssef.trabelsi', password: 'Jasmin2026', balance: 100.5 };
export const DONE = { success: true };
export const JOURNAL = {
  data: [
    {
      id: 96,
      date: '2026-03-01T14:05:09.120',
      kind: 'password-changed',
      actorUsername: 'admin',
      browser: null,
      system: null,
      sessionCount: null,
      reason: null,
    },
  ],
  next: 96,
  lastSignInAt: '2026-02-28T21:40:00.000',
};
export const OWN_SESSION = {
  id: '5f0c1f0e-8f3b-4c57-9f52-0c6a0c8f7b11',
  browser: 'Firefox',
  system: 'Windows',
  startedAt: '2026-03-01T08:00:12.300',
  lastUsedAt: '2026-03-01T14:05:09.120',
  isCurrent: true,
};
export const BALANCE = { agentNewBalance: 149_750 };

export const NETWORK_FIGURES = {
  received: 500,
  returned: 100,
  settlement: 400,
  deposits: 350,
  withdrawals: 120,
  net: 230,
  stakes: 900.5,
  wins: 840.25,
  grossGamingRevenue: 60.25,
  jackpotPrizes: 0,
  activePlayers: 12,
};

export const DAY_LINE = { added: 250, withdrawn: 100, movementCount: 2 };
export const BALANCE_LINE = {
  id: 3,
  username: 'admin',
  own: 149_750,
  below: 42_100.5,
  total: 191_850.5,
  inPlay: 1_149.5,
  issued: 195_000,
  withdrawn: 2_000,
  gap: 0,
};

export const TITLE = {
  providerCode: 'PRAGMATIC',
  gameCode: 'canopy-idols',
  title: 'Canopy Idols',
  banner: 'https://games.example/banners/PRAGMATIC/canopy-idols.svg',
  kind: 'slot',
  returnPercent: 96.1,
  volatility: 'medium',
};

export const ROUND = {
  providerCode: 'PRAGMATIC',
  roundId: 'r-48213',
  gameCode: 'canopy-idols',
  gameTitle: 'Canopy Idols',
  state: 'SETTLED',
  player: { id: 4, username: 'client' },
  stake: 2,
  returned: 0,
  wins: 5,
  jackpotPrizes: 0,
  net: 3,
  jackpotContributions: 0.03,
  balanceBefore: 250,
  balanceAfter: 253,
  steps: [
    {
      ...{ transactionId: 't-1', date: '2026-03-01T14:05:09.120', kind: 'BET', amount: -2 },
      ...{ number: 48_213, balanceAfter: 248, tier: null, isByOperator: false },
    },
    {
      ...{ transactionId: 't-1', date: '2026-03-01T14:05:09.120', kind: 'WIN', amount: 5 },
      ...{ number: 48_214, balanceAfter: 253, tier: null, isByOperator: false },
    },
  ],
  isComplete: true,
};

export const ACCOUNT_PAGE = {
  ...{ id: 4, username: 'client', roleName: 'ROLE_CLIENT', active: true, isFrozen: false, balance: 250.5 },
  isDirect: false,
  path: [
    { id: 2, username: 'superadmin' },
    { id: 3, username: 'admin' },
  ],
  createdAt: '2026-02-01T09:00:00.000',
  lastSignInAt: '2026-03-01T14:00:00.120',
  figures: [1, 7, 30].map((days) => ({ days, received: 250, returned: 40, distributed: 0, collected: 0 })),
};
export const ACCOUNT_EVENTS = {
  data: [
    {
      ...{ key: 'I12', date: '2026-03-01T14:05:09.120', kind: 'DEPOSIT', number: 48_213, amount: 250 },
      ...{ balanceAfter: 250.5, username: 'admin', game: null, note: null, sessionCount: null, reason: null },
    },
  ],
  next: '412.12.90',
};
