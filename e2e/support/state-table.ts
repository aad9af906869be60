import { expect, type Page } from '@playwright/test';
import {
  empty,
  endingOthers,
  failed,
  journal,
  json,
  lost,
  noActs,
  ofExport,
  refused,
  sessions,
  unbalanced,
  waiting,
  type Answer,
} from './state-answers';

/** The roles of the table, by the demo account that has them. */
export const MANAGEMENT = ['capo', 'superadmin', 'admin'] as const;
/** Who has agents below. */
export const OVERSEERS = ['capo', 'superadmin'] as const;
export const EVERYONE = [...MANAGEMENT, 'client'] as const;
export type RoleName = (typeof EVERYONE)[number];

export interface Cell {
  readonly state: string;
  /** Where it is; `{id}` is a sub-account of the role. Addresses differ so that no earlier cell's data is shown. */
  readonly path: string;
  /** The call that is answered otherwise than by the server, as the end of its path, and how. */
  readonly wire?: readonly [string, Answer];
  /** What is done once the screen stands. */
  readonly act?: (page: Page) => Promise<void>;
  /** The text that shows the state. */
  readonly shows: string | RegExp;
}

const cell = (
  state: string,
  path: string,
  shows: Cell['shows'],
  how: Pick<Cell, 'wire' | 'act'> = {},
): Cell => ({ state, path, shows, ...how });

interface PageStates {
  readonly page: string;
  readonly roles: readonly RoleName[];
  readonly cells: readonly Cell[];
}

const LOADING = 'Chargement...';
const EXPORT = 'Exporter (CSV)';
const LOST = 'Transaction failed. Please try again.';
const REFUSED = 'Refusé par le serveur.';
const NO_MOVEMENT = 'Aucune transaction trouvée';
const NO_DATA = 'Aucune donnée disponible';
const UNREAD_HISTORY = "L'historique n'a pas pu être lu. Veuillez réessayer.";
const UNREAD_LIST = "La liste n'a pas pu être lue. Veuillez réessayer.";

const REGISTER = '/auth/*/register-*';
const CHANGE_PASSWORD = '/auth/change-password';
const SET_PASSWORD = '/auth/change-sub-account-password/*';
const SUB_ACCOUNT = '/user/sub-account/*';
const OUTGOING = '/transactions/history/outgoing';
const INCOMING = '/transactions/history/incoming';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const submit =
  (button: string, fields: Readonly<Record<string, string>>) =>
  async (page: Page): Promise<void> => {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: button, exact: true }).click();
  };

const press = (button: string) => (page: Page) =>
  page.getByRole('button', { name: button, exact: true }).click();
const untilTiles = (page: Page) => expect(page.getByTestId('game-tile').first()).toBeVisible();

/** The journal's states, the same for one's own and for a child's. */
const journalCells = (path: string, call: string): Cell[] => [
  // However much the account was used before, or however little.
  cell('success', path, /^(Connexion|Compte créé)/),
  cell('every act', `${path}?avant=101`, '3 sessions terminées', { wire: [call, journal(92)] }),
  cell('the end', `${path}?avant=102`, 'Les plus récents', { wire: [call, journal(null)] }),
  cell('empty', `${path}?avant=1`, 'Aucun événement', { wire: [call, noActs] }),
  cell('loading', `${path}?avant=103`, LOADING, { wire: [call, waiting] }),
  cell('failed', `${path}?avant=104`, "Le journal n'a pas pu être lu.", { wire: [call, failed] }),
];

const createUser = submit('Submit', { Nom: 'jamais-cree', 'Mot de passe': 'Jamais1234', Montant: '1.5' });
const setPassword = submit('Modifier', { 'Mot de passe': 'x' });
const passwords = (confirmation: string) => ({
  'Ancien mot de passe': 'Ancien1234',
  'Nouveau mot de passe': 'Nouveau1234',
  'Confirmer le mot de passe': confirmation,
});
const changePassword = submit('Enregistrer', passwords('Nouveau1234'));
const startExport = submit(EXPORT, {});

const ENDING_OTHERS = '/auth/sessions(/end-others)?';
const endOthers = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Terminer toutes les autres sessions' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
};

/** Each page, who can reach it, and each state it has. What a cell does not name is answered by the real server. */
export const STATE_TABLE: readonly PageStates[] = [
  {
    page: 'sub-account list',
    roles: MANAGEMENT,
    cells: [
      cell('success', '/admin', 'Trier la page'),
      cell('success', '/admin?tri=-montant', 'Modifier'),
      cell('empty', '/admin?page=2', NO_DATA, { wire: ['/user/sub-accounts', empty] }),
      cell('empty search', '/admin?username=zzzz', NO_DATA),
      cell('loading', '/admin?page=3', LOADING, { wire: ['/user/sub-accounts', waiting] }),
      cell('failed', '/admin?page=4', UNREAD_LIST, {
        wire: ['/user/sub-accounts', failed],
      }),
      cell('refused', '/admin?tri=nom', "Erreur lors de la mise à jour de l'utilisateur.", {
        wire: ['/user/update-status/*', refused],
        act: (page) => page.getByRole('button', { name: 'Désactiver' }).first().click(),
      }),
    ],
  },
  {
    page: 'create user',
    roles: MANAGEMENT,
    cells: [
      cell('form', '/admin/create', 'Votre solde'),
      cell('success', '/admin/create', "Afficher l'utilisateur", {
        wire: [REGISTER, json(200, { agentNewBalance: 1000 })],
        act: createUser,
      }),
      cell('refused', '/admin/create', REFUSED, { wire: [REGISTER, refused], act: createUser }),
      cell('failed', '/admin/create', LOST, { wire: [REGISTER, lost], act: createUser }),
      cell('not a number', '/admin/create', 'Le montant doit être un nombre valide.', {
        act: submit('Submit', { Nom: 'x' }),
      }),
    ],
  },
  {
    page: 'edit password',
    roles: MANAGEMENT,
    cells: [
      cell('form', '/admin/{id}/edit', /^Modifier\u00a0: /),
      cell('loading', '/admin/{id}/edit', LOADING, { wire: [SUB_ACCOUNT, waiting] }),
      cell('not loaded', '/admin/{id}/edit', 'Trier la page', { wire: [SUB_ACCOUNT, failed] }),
      cell('refused', '/admin/{id}/edit', REFUSED, { wire: [SET_PASSWORD, refused], act: setPassword }),
      cell('failed', '/admin/{id}/edit', 'Password change failed. Please try again.', {
        wire: [SET_PASSWORD, failed],
        act: setPassword,
      }),
    ],
  },
  {
    page: 'journal of a sub-account',
    roles: MANAGEMENT,
    cells: [
      ...journalCells('/admin/{id}/journal', '/user/sub-account/*/journal'),
      cell('not a child', '/admin/2147483647/journal', 'Trier la page'),
    ],
  },
  ...(
    [
      ['refund', '/refund/{id}', 'Ajouter'],
      ['withdraw', '/withdraw/{id}', 'Retirer'],
    ] as const
  ).map(([page, path, action]): PageStates => ({
    page,
    roles: MANAGEMENT,
    cells: [
      cell('form', path, new RegExp(`^${action}\u00a0: `), {
        act: (one) => one.getByLabel('Montant').fill('1'),
      }),
      cell('loading', path, LOADING, { wire: [SUB_ACCOUNT, waiting] }),
      cell('not loaded', path, 'Trier la page', { wire: [SUB_ACCOUNT, failed] }),
      cell('checked', path, 'Le montant doit être supérieur à zéro.', {
        act: submit(action, { Montant: '0' }),
      }),
      cell('refused', path, REFUSED, {
        wire: ['/transactions', refused],
        act: submit(action, { Montant: '1' }),
      }),
      cell('failed', path, LOST, { wire: ['/transactions', lost], act: submit(action, { Montant: '1' }) }),
      cell('settled', path, /opération non effectuée/),
    ],
  })),
  {
    page: 'history of one account',
    roles: MANAGEMENT,
    cells: [
      cell('success', '/reportItem/{id}', /^Historique\u00a0: /),
      cell('exported', '/reportItem/{id}?page=1', /^Export terminé\u00a0: /, { act: startExport }),
      cell('exporting', '/reportItem/{id}?filtre=a', 'Lecture...', {
        wire: [OUTGOING, ofExport(waiting)],
        act: startExport,
      }),
      cell('export stopped', '/reportItem/{id}?filtre=e', "L'export n'a pas pu commencer.", {
        wire: [OUTGOING, ofExport(failed)],
        act: startExport,
      }),
      cell('empty', '/reportItem/{id}?page=2', NO_MOVEMENT, { wire: [OUTGOING, empty] }),
      cell('loading', '/reportItem/{id}?page=3', LOADING, { wire: [OUTGOING, waiting] }),
      cell('failed', '/reportItem/2147483647', UNREAD_HISTORY),
    ],
  },
  {
    page: 'report',
    roles: MANAGEMENT,
    cells: [
      cell('success', '/report', 'In, Out et Net par jour'),
      cell('success', `/report?from=${daysAgo(300)}&to=${daysAgo(0)}`, EXPORT),
      cell('without days', '/report?from=2020-01-01&to=2026-12-31', /366 jours au plus/),
      cell('loading', '/report?from=2026-01-02&to=2026-01-03', LOADING, {
        wire: ['/transactions/report', waiting],
      }),
      cell('refused', '/report?from=2026-01-04&to=2026-01-03', 'Failed to fetch report data'),
      cell('failed', '/report?from=2026-01-05&to=2026-01-06', 'Failed to fetch report data', {
        wire: ['/transactions/report', failed],
      }),
    ],
  },
  {
    page: 'day close',
    roles: MANAGEMENT,
    cells: [
      cell('success', '/report/day-close', 'Solde de clôture'),
      cell('nobody moved', '/report/day-close?date=2020-01-01', /Aucun sous-compte/),
      cell('loading', '/report/day-close?date=2026-01-02', LOADING, { wire: ['/books/day-close', waiting] }),
      cell('refused', '/report/day-close?date=1850-01-01', 'La date est invalide.'),
      cell(
        'failed',
        '/report/day-close?date=2026-01-03',
        "La clôture n'a pas pu être lue. Veuillez réessayer.",
        { wire: ['/books/day-close', lost] },
      ),
    ],
  },
  {
    page: 'trial balance',
    roles: OVERSEERS,
    cells: [
      cell('loading', '/report/trial-balance', LOADING, { wire: ['/books/trial-balance', waiting] }),
      cell('failed', '/report/trial-balance', "La balance n'a pas pu être lue. Veuillez réessayer.", {
        wire: ['/books/trial-balance', lost],
      }),
      cell('unbalanced', '/report/trial-balance', /^Écart /, { wire: ['/books/trial-balance', unbalanced] }),
      cell('success', '/report/trial-balance', 'Équilibrée'),
    ],
  },
  {
    page: 'transactions',
    roles: MANAGEMENT,
    cells: [
      cell('success', '/transaction', 'Initiateur'),
      cell('empty', '/transaction?page=2', NO_MOVEMENT, { wire: [INCOMING, empty] }),
      cell('loading', '/transaction?page=3', LOADING, { wire: [INCOMING, waiting] }),
      cell('failed', '/transaction?page=4', 'Failed to fetch transaction history', {
        wire: [INCOMING, failed],
      }),
    ],
  },
  {
    page: 'received',
    roles: ['client'],
    cells: [cell('success', '/history/received', 'Initiateur')],
  },
  {
    page: 'history',
    roles: EVERYONE,
    cells: [
      cell('success', '/history', 'Filtrer par nom ou type'),
      cell('empty filter', '/history?filtre=zzzz', NO_MOVEMENT),
      cell('empty', '/history?page=2', NO_MOVEMENT, { wire: [OUTGOING, empty] }),
      cell('loading', '/history?page=3', LOADING, { wire: [OUTGOING, waiting] }),
      cell('failed', '/history?page=4', UNREAD_HISTORY, { wire: [OUTGOING, failed] }),
    ],
  },
  {
    page: 'settings',
    roles: EVERYONE,
    cells: [
      cell('form', '/settings', 'Désactiver Jackpot'),
      cell('checked', '/settings', 'Les mots de passe ne correspondent pas', {
        act: submit('Enregistrer', passwords('Autre1234')),
      }),
      cell('success', '/settings', 'Le mot de passe a été changé avec succès.', {
        wire: [CHANGE_PASSWORD, json(200, {})],
        act: submit('Désactiver Jackpot', passwords('Nouveau1234')),
      }),
      cell('refused', '/settings', REFUSED, { wire: [CHANGE_PASSWORD, refused], act: changePassword }),
      cell('failed', '/settings', 'Le changement de mot de passe a échoué. Veuillez réessayer.', {
        wire: [CHANGE_PASSWORD, lost],
        act: changePassword,
      }),
    ],
  },
  {
    page: 'own sessions',
    roles: EVERYONE,
    cells: [
      cell('success', '/settings', 'Cette session'),
      cell('alone', '/settings', 'Aucune autre connexion depuis 180 jours.', {
        wire: ['/auth/sessions', sessions(0)],
      }),
      cell('many', '/settings', 'Et 55 autres, plus anciennes.', {
        wire: ['/auth/sessions', sessions(4, 60)],
      }),
      cell('asking', '/settings', /Terminer les 2 autres sessions/, {
        wire: ['/auth/sessions', sessions(2)],
        act: async (page) => {
          await page.getByRole('button', { name: 'Terminer', exact: true }).first().click();
          await page.getByRole('button', { name: 'Terminer toutes les autres sessions' }).click();
        },
      }),
      cell('ended', '/settings', '2 sessions terminées.', {
        wire: [ENDING_OTHERS, endingOthers(json(200, { ended: 2 }))],
        act: endOthers,
      }),
      cell('refused', '/settings', REFUSED, { wire: [ENDING_OTHERS, endingOthers(refused)], act: endOthers }),
      cell('loading', '/settings', LOADING, { wire: ['/auth/sessions', waiting] }),
      cell('failed', '/settings', "Les sessions n'ont pas pu être lues.", {
        wire: ['/auth/sessions', failed],
      }),
    ],
  },
  {
    page: 'catalogue',
    roles: EVERYONE,
    cells: [
      cell('success', '/home', 'Show More', { act: untilTiles }),
      cell('every provider', '/home', 'Show Less', { act: press('Show More') }),
      cell('found', '/home?search=a', /^Found [1-9]/),
      cell('nothing found', '/home?search=zzzz', 'No games found matching "zzzz"'),
      cell('empty', '/home?provider=HABANERO', 'No games available for this provider', {
        wire: ['/casino/games', json(200, { games: [] })],
      }),
      cell('loading', '/home?provider=BOOONGO', 'Show More', { wire: ['/casino/games', waiting] }),
      cell('failed', '/home?provider=PLAYSON', /ne répondent pas pour le moment/, {
        wire: ['/casino/games', failed],
      }),
    ],
  },
  {
    page: 'game',
    roles: ['client'],
    cells: [
      cell('success', '/home', 'Reload', {
        act: async (page) => {
          await page.getByTestId('game-tile').getByRole('link').first().click();
          await expect(page.frameLocator('iframe').getByTestId('spin')).toBeVisible();
        },
      }),
      cell('loading', '/game/PRAGMATIC/Un jeu/loading', 'Loading Un jeu...', {
        wire: ['/casino/launch', waiting],
      }),
      cell('refused', '/game/PRAGMATIC/Un jeu/refused', REFUSED, { wire: ['/casino/launch', refused] }),
      cell('failed', '/game/PRAGMATIC/Un jeu/failed', "Le jeu n'a pas pu être lancé. Veuillez réessayer.", {
        wire: ['/casino/launch', lost],
      }),
      cell('at a strange address', '/game/PRAGMATIC/Un jeu/strange', /elle n'est pas sûre/, {
        wire: ['/casino/launch', json(200, { launch_url: 'javascript:alert(1)' })],
      }),
      cell('no game', '/game/PRAGMATIC/Un jeu/none', "Ce jeu n'est pas disponible."),
    ],
  },
  { page: 'own journal', roles: EVERYONE, cells: journalCells('/settings/journal', '/user/journal') },
];

/** The screens of nobody in particular. */
export const PUBLIC_CELLS: readonly Cell[] = [
  cell('login', '/login', 'Username'),
  cell('login, checked', '/', 'Please enter both email and password.', { act: submit('Login', {}) }),
  cell('login, refused', '/login', 'Invalid email or password.', {
    act: submit('Login', { Username: 'nobody-here', Password: 'wrong' }),
  }),
  cell('login, failed', '/login', 'Invalid email or password.', {
    wire: ['/auth/login', lost],
    act: submit('Login', { Username: 'client', Password: 'Client1234' }),
  }),
  cell('not found', '/no/such/path', '404 Not Found'),
];
