import {
  USER,
  FOUND_ACCOUNT,
  pageOf,
  SESSION,
  MOVEMENT,
  PASSWORDS,
  NEW_USER,
  DONE,
  JOURNAL,
  OWN_SESSION,
  BALANCE,
  DAY_LINE,
  BALANCE_LINE,
  NETWORK_FIGURES,
  ROUND,
  ACCOUNT_PAGE,
  ACCOUNT_EVENTS,
  TITLE,
} from './api-examples';

/** The documentation of a call beyond its schemas. */
export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  /** Needs no bearer token; `'or-bearer'`: the token is optional. */
  readonly isPublic?: true | 'or-bearer';
  /** Takes an Idempotency-Key. */
  readonly isRepeatable?: true;
  readonly body?: unknown;
  /** The example of a 200 answer. */
  readonly answer?: unknown;
}

/** Every call of the API by its route: the operationId that clients are generated from, a summary, examples. */
export const API_OPERATIONS: Readonly<Record<string, ApiOperation>> = {
  'GET /api/v1/remotes/canaries': {
    operationId: 'listCanaries',
    summary: 'Les versions de modules réservées aux agents au-dessus de soi',
    answer: { versions: { casino: '1.5.0' } },
  },
  'POST /api/v1/remotes/failures': {
    operationId: 'reportRemoteFailure',
    summary: 'Signale un module qui n’a pas pu être chargé ou affiché',
    isPublic: 'or-bearer',
    body: { remote: 'casino', version: '1.5.0', stage: 'render', reason: 'TypeError: …' },
    answer: null,
  },
  'POST /api/v1/remotes/reports': {
    operationId: 'reportMount',
    summary: 'Signale un module affiché, avec ses temps d’affichage et de réponse',
    body: { remote: 'casino', version: '1.5.0', lcpMs: 1200, inpMs: 80 },
    answer: null,
  },
  'POST /api/v1/auth/login': {
    operationId: 'login',
    summary: 'Ouvre une session',
    isPublic: true,
    body: { username: 'client', password: 'Client1234' },
    answer: { ...SESSION, user: USER },
  },
  'GET /api/v1/auth/validate-token': {
    operationId: 'validateToken',
    summary: 'Dit si un jeton d’accès est vivant',
    isPublic: true,
    answer: { valid: true },
  },
  'POST /api/v1/auth/refresh-token': {
    operationId: 'refreshToken',
    summary: 'Échange un jeton de renouvellement contre une nouvelle paire',
    isPublic: true,
    body: { refreshToken: 'vT3s…' },
    answer: SESSION,
  },
  'POST /api/v1/auth/logout': {
    operationId: 'logout',
    summary: 'Termine la session du jeton d’accès, ou celle du jeton de renouvellement',
    isPublic: 'or-bearer',
    body: { refreshToken: 'vT3s…' },
    answer: DONE,
  },
  'GET /api/v1/auth/sessions': {
    operationId: 'listOwnSessions',
    summary: 'Ses propres sessions vivantes, celle de l’appel d’abord',
    answer: { sessions: [OWN_SESSION], total: 1, lastSignInAt: '2026-02-28T21:40:00.000' },
  },
  'POST /api/v1/auth/sessions/:sessionId/end': {
    operationId: 'endOwnSession',
    summary: 'Termine une de ses propres sessions',
    answer: DONE,
  },
  'POST /api/v1/auth/sessions/end-others': {
    operationId: 'endOtherSessions',
    summary: 'Termine toutes ses sessions sauf celle de l’appel',
    answer: { ended: 2 },
  },
  'POST /api/v1/auth/change-password': {
    operationId: 'changePassword',
    summary: 'Change son propre mot de passe et termine ses autres sessions',
    body: PASSWORDS,
    answer: DONE,
  },
  'POST /api/v1/auth/change-sub-account-password/:id': {
    operationId: 'changeSubAccountPassword',
    summary: 'Change le mot de passe d’un sous-compte direct et termine ses sessions',
    body: { oldPassword: 'Jasmin2026', newPassword: 'Jasmin2026' },
    answer: DONE,
  },
  'POST /api/v1/auth/capo/register-super-admin': {
    operationId: 'registerSuperAdmin',
    summary: 'Crée un super admin, son solde pris sur celui du capo',
    isRepeatable: true,
    body: NEW_USER,
    answer: BALANCE,
  },
  'POST /api/v1/auth/super-admin/register-admin': {
    operationId: 'registerAdmin',
    summary: 'Crée un admin, son solde pris sur celui du super admin',
    isRepeatable: true,
    body: NEW_USER,
    answer: BALANCE,
  },
  'POST /api/v1/auth/admin/register-client': {
    operationId: 'registerClient',
    summary: 'Crée un client, son solde pris sur celui de l’admin',
    isRepeatable: true,
    body: NEW_USER,
    answer: BALANCE,
  },
  'GET /api/v1/user/me': {
    operationId: 'readCurrentUser',
    summary: 'L’utilisateur de la session',
    answer: USER,
  },
  'POST /api/v1/user/sub-accounts': {
    operationId: 'listSubAccounts',
    summary: 'Une page de sous-comptes directs',
    answer: pageOf(USER),
  },
  'POST /api/v1/user/search': {
    operationId: 'searchSubAccounts',
    summary: 'Une page de sous-comptes directs dont le nom contient le terme, pris à la lettre',
    answer: pageOf(USER),
  },
  'GET /api/v1/user/find': {
    operationId: 'findAccounts',
    summary: 'Jusqu’à dix comptes en dessous du sien dont le nom contient le terme, et où ils sont',
    answer: { accounts: [FOUND_ACCOUNT] },
  },
  'GET /api/v1/user/sub-account/:id': {
    operationId: 'readSubAccount',
    summary: 'Un sous-compte direct',
    answer: USER,
  },
  'GET /api/v1/user/journal': {
    operationId: 'readOwnJournal',
    summary: 'Ce qui a été fait à son propre compte, et par qui, du plus récent au plus ancien',
    answer: JOURNAL,
  },
  'GET /api/v1/user/sub-account/:id/journal': {
    operationId: 'readSubAccountJournal',
    summary: 'Ce qui a été fait à un sous-compte direct, et par qui',
    answer: JOURNAL,
  },
  'GET /api/v1/user/account/:id': {
    operationId: 'readAccountPage',
    summary: 'Un compte de son sous-arbre : solde, état, chemin, entrées et sorties',
    answer: ACCOUNT_PAGE,
  },
  'GET /api/v1/user/account/:id/events': {
    operationId: 'listAccountEvents',
    summary: 'Tout ce qui est arrivé à un compte de son sous-arbre, du plus récent au plus ancien',
    answer: ACCOUNT_EVENTS,
  },
  'POST /api/v1/user/update-status/:id': {
    operationId: 'updateStatus',
    summary: 'Active ou désactive un sous-compte direct ; sans corps, bascule',
    body: { active: false },
    answer: { id: 4, active: false },
  },
  'POST /api/v1/transactions': {
    operationId: 'createTransaction',
    summary: 'Ajoute au solde d’un sous-compte direct, ou en retire',
    isRepeatable: true,
    body: { receiverUsername: 'client', amount: 250, type: 'DEPOSIT', note: 'avance de mars' },
    answer: { ...BALANCE, transactionId: 812 },
  },
  'GET /api/v1/transactions/:id': {
    operationId: 'readMovement',
    summary: 'Un mouvement que l’appelant a fait ou reçu, pour son reçu',
    answer: MOVEMENT,
  },
  'POST /api/v1/transactions/:id/reversal': {
    operationId: 'reverseDeposit',
    summary: 'Annule son propre ajout, pendant 30 minutes et tant que l’argent est là',
    isRepeatable: true,
    answer: { ...BALANCE, transactionId: 813 },
  },
  'POST /api/v1/transactions/attempts/:key': {
    operationId: 'resolveAttempt',
    summary: 'Ce qu’est devenue une opération dont la réponse s’est perdue',
    answer: { wasCarriedOut: true },
  },
  'GET /api/v1/transactions/report': {
    operationId: 'readReport',
    summary: 'Entrées, sorties et net de l’appelant entre deux instants compris',
    answer: { totalIn: 1250, totalOut: 300, totalNet: 950 },
  },
  'GET /api/v1/transactions/report/days': {
    operationId: 'readDailyReport',
    summary: 'Le même rapport, jour par jour',
    answer: { days: [{ date: '2026-03-01', totalIn: 250, totalOut: 0, totalNet: 250 }] },
  },
  'GET /api/v1/transactions/history/outgoing': {
    operationId: 'listOutgoing',
    summary: 'Les mouvements dont l’appelant est l’initiateur',
    answer: pageOf(MOVEMENT),
  },
  'GET /api/v1/transactions/history/incoming': {
    operationId: 'listIncoming',
    summary: 'Les mouvements que l’appelant a reçus',
    answer: pageOf(MOVEMENT),
  },
  'GET /api/v1/transactions/report/network': {
    operationId: 'readNetwork',
    summary:
      'Le réseau d’un compte de son sous-arbre sur une période : chaque sous-compte direct avec tout ce qui est sous lui',
    answer: {
      from: '2026-02-23',
      to: '2026-03-01',
      readAt: '2026-03-02T08:00:00.120',
      path: [{ id: 2, username: 'superadmin', roleName: 'ROLE_SUPER_ADMIN' }],
      whole: NETWORK_FIGURES,
      subAccounts: [{ id: 3, username: 'admin', roleName: 'ROLE_ADMIN', ...NETWORK_FIGURES }],
      others: null,
    },
  },
  'GET /api/v1/reports/day-close': {
    operationId: 'readDayClose',
    summary:
      'La journée de son propre compte : solde d’ouverture, entrées, sorties, clôture, et chaque sous-compte',
    answer: {
      date: '2026-03-01',
      readAt: '2026-03-02T08:00:00.120',
      isOver: true,
      opening: 1000,
      received: 500,
      collected: 100,
      totalIn: 600,
      distributed: 250,
      returned: 0,
      totalOut: 250,
      closing: 1350,
      movementCount: 3,
      subAccounts: [{ id: 4, username: 'client', ...DAY_LINE }],
      others: null,
    },
  },
  'GET /api/v1/reports/trial-balance': {
    operationId: 'readTrialBalance',
    summary: 'La balance de vérification de son sous-arbre et de chaque sous-compte direct',
    answer: {
      readAt: '2026-03-02T08:00:00.120',
      whole: {
        ...BALANCE_LINE,
        id: 2,
        username: 'superadmin',
        own: 600_000,
        below: 191_850.5,
        total: 791_850.5,
        issued: 793_000,
        withdrawn: 0,
      },
      subAccounts: [BALANCE_LINE],
    },
  },
  'GET /api/v1/casino/providers': {
    operationId: 'listProviders',
    summary: 'Les fournisseurs de jeux',
    answer: { providers: [{ code: 'PRAGMATIC', name: 'Pragmatic' }] },
  },
  'GET /api/v1/casino/games': {
    operationId: 'listGames',
    summary: 'Les jeux d’un fournisseur',
    answer: {
      games: [
        {
          id: 1,
          game_name: 'Jasmin d’or',
          game_code: 'jasmin-dor',
          banner: 'https://jeux.example/jasmin-dor.svg',
        },
      ],
    },
  },
  'GET /api/v1/casino/titles': {
    operationId: 'listTitles',
    summary: 'Tous les jeux de tous les fournisseurs, pour la recherche ; avec ETag',
    answer: { titles: [TITLE] },
  },
  'GET /api/v1/casino/lobby': {
    operationId: 'readLobby',
    summary: 'Ses derniers jeux et ses favoris',
    answer: { recent: [TITLE], favourites: [TITLE] },
  },
  'GET /api/v1/casino/round/:number': {
    operationId: 'readRound',
    summary: 'La partie du mouvement de ce numéro, de l’appelant ou d’un joueur de son sous-arbre',
    answer: ROUND,
  },
  'PUT /api/v1/casino/favourites/:provider/:code': {
    operationId: 'addFavourite',
    summary: 'Ajoute un jeu à ses favoris, au plus cent ; sans effet s’il y est',
    answer: { isFavourite: true },
  },
  'DELETE /api/v1/casino/favourites/:provider/:code': {
    operationId: 'removeFavourite',
    summary: 'Retire un jeu de ses favoris ; sans effet s’il n’y est pas',
    answer: { isFavourite: false },
  },
  'POST /api/v1/casino/launch': {
    operationId: 'launchGame',
    summary: 'Ouvre une partie et donne l’adresse de son cadre',
    answer: { launch_url: 'https://jeux.example/play?session=…' },
  },
  'GET /api/v1/jackpot/counters': {
    operationId: 'readJackpotCounters',
    summary: 'Les trois cagnottes',
    answer: { bronzeCounter: 24.31, silverCounter: 240.02, goldCounter: 2650.5 },
  },
  'GET /api/v1/jackpot/draws': {
    operationId: 'listJackpotDraws',
    summary: 'Les engagements des tirages en cours et les secrets des tirages finis',
    isPublic: true,
    answer: {
      draws: [
        {
          tier: 'bronze',
          number: 3,
          commitment: '5f2b…',
          startedAt: '2026-03-01T13:05:09.120Z',
          endedAt: null,
          ceilingMicros: null,
          salt: null,
        },
      ],
    },
  },
};
