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

interface PageStates {
  readonly page: string;
  readonly roles: readonly RoleName[];
  readonly cells: readonly Cell[];
}

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
  { state: 'success', path, shows: /^(Connexion|Compte créé)/ },
  { state: 'every act', path: `${path}?avant=101`, wire: [call, journal(92)], shows: '3 sessions terminées' },
  { state: 'the end', path: `${path}?avant=102`, wire: [call, journal(null)], shows: 'Les plus récents' },
  { state: 'empty', path: `${path}?avant=1`, wire: [call, noActs], shows: 'Aucun événement' },
  { state: 'loading', path: `${path}?avant=103`, wire: [call, waiting], shows: LOADING },
  {
    state: 'failed',
    path: `${path}?avant=104`,
    wire: [call, failed],
    shows: "Le journal n'a pas pu être lu.",
  },
];

const LOADING = 'Chargement...';
const EXPORT = 'Exporter (CSV)';
const LOST = 'Transaction failed. Please try again.';
const UNREAD = "L'historique n'a pas pu être lu. Veuillez réessayer.";
const newUser = { Nom: 'jamais-cree', 'Mot de passe': 'Jamais1234', Montant: '1.5' };
const passwords = (confirmation: string) => ({
  'Ancien mot de passe': 'Ancien1234',
  'Nouveau mot de passe': 'Nouveau1234',
  'Confirmer le mot de passe': confirmation,
});

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
      { state: 'success', path: '/admin', shows: 'Trier la page' },
      { state: 'success', path: '/admin?tri=-montant', shows: 'Modifier' },
      {
        state: 'empty',
        path: '/admin?page=2',
        wire: ['/user/sub-accounts', empty],
        shows: 'Aucune donnée disponible',
      },
      { state: 'empty search', path: '/admin?username=zzzz', shows: 'Aucune donnée disponible' },
      { state: 'loading', path: '/admin?page=3', wire: ['/user/sub-accounts', waiting], shows: LOADING },
      {
        state: 'failed',
        path: '/admin?page=4',
        wire: ['/user/sub-accounts', failed],
        shows: "La liste n'a pas pu être lue. Veuillez réessayer.",
      },
      {
        state: 'refused',
        path: '/admin?tri=nom',
        wire: ['/user/update-status/*', refused],
        act: (page) => page.getByRole('button', { name: 'Désactiver' }).first().click(),
        shows: "Erreur lors de la mise à jour de l'utilisateur.",
      },
    ],
  },
  {
    page: 'create user',
    roles: MANAGEMENT,
    cells: [
      { state: 'form', path: '/admin/create', shows: 'Votre solde' },
      {
        state: 'success',
        path: '/admin/create',
        wire: ['/auth/*/register-*', json(200, { agentNewBalance: 1000 })],
        act: submit('Submit', newUser),
        shows: "Afficher l'utilisateur",
      },
      {
        state: 'refused',
        path: '/admin/create',
        wire: ['/auth/*/register-*', refused],
        act: submit('Submit', newUser),
        shows: 'Refusé par le serveur.',
      },
      {
        state: 'failed',
        path: '/admin/create',
        wire: ['/auth/*/register-*', lost],
        act: submit('Submit', newUser),
        shows: LOST,
      },
      {
        state: 'not a number',
        path: '/admin/create',
        act: submit('Submit', { Nom: 'x' }),
        shows: 'Le montant doit être un nombre valide.',
      },
    ],
  },
  {
    page: 'edit password',
    roles: MANAGEMENT,
    cells: [
      { state: 'form', path: '/admin/{id}/edit', shows: /^Modifier\u00a0: / },
      { state: 'loading', path: '/admin/{id}/edit', wire: ['/user/sub-account/*', waiting], shows: LOADING },
      {
        state: 'not loaded',
        path: '/admin/{id}/edit',
        wire: ['/user/sub-account/*', failed],
        shows: 'Trier la page',
      },
      {
        state: 'refused',
        path: '/admin/{id}/edit',
        wire: ['/auth/change-sub-account-password/*', refused],
        act: submit('Modifier', { 'Mot de passe': 'x' }),
        shows: 'Refusé par le serveur.',
      },
      {
        state: 'failed',
        path: '/admin/{id}/edit',
        wire: ['/auth/change-sub-account-password/*', failed],
        act: submit('Modifier', { 'Mot de passe': 'x' }),
        shows: 'Password change failed. Please try again.',
      },
    ],
  },
  {
    page: 'journal of a sub-account',
    roles: MANAGEMENT,
    cells: [
      ...journalCells('/admin/{id}/journal', '/user/sub-account/*/journal'),
      { state: 'not a child', path: '/admin/2147483647/journal', shows: 'Trier la page' },
    ],
  },
  ...(
    [
      ['refund', '/refund/{id}', 'Ajouter'],
      ['withdraw', '/withdraw/{id}', 'Retirer'],
    ] as const
  ).map(([page, path, action]) => ({
    page,
    roles: MANAGEMENT,
    cells: [
      {
        state: 'form',
        path,
        act: (one: Page) => one.getByLabel('Montant').fill('1'),
        shows: new RegExp(`^${action}\u00a0: `),
      },
      { state: 'loading', path, wire: ['/user/sub-account/*', waiting], shows: LOADING },
      { state: 'not loaded', path, wire: ['/user/sub-account/*', failed], shows: 'Trier la page' },
      {
        state: 'checked',
        path,
        act: submit(action, { Montant: '0' }),
        shows: 'Le montant doit être supérieur à zéro.',
      },
      {
        state: 'refused',
        path,
        wire: ['/transactions', refused],
        act: submit(action, { Montant: '1' }),
        shows: 'Refusé par le serveur.',
      },
      {
        state: 'failed',
        path,
        wire: ['/transactions', lost],
        act: submit(action, { Montant: '1' }),
        shows: LOST,
      },
      { state: 'settled', path, shows: /opération non effectuée/ },
    ] satisfies Cell[],
  })),
  {
    page: 'history of one account',
    roles: MANAGEMENT,
    cells: [
      { state: 'success', path: '/reportItem/{id}', shows: /^Historique\u00a0: / },
      {
        state: 'exported',
        path: '/reportItem/{id}?page=1',
        act: submit(EXPORT, {}),
        shows: /^Export terminé\u00a0: /,
      },
      {
        state: 'exporting',
        path: '/reportItem/{id}?filtre=a',
        wire: ['/transactions/history/outgoing', ofExport(waiting)],
        act: submit(EXPORT, {}),
        shows: 'Lecture...',
      },
      {
        state: 'export stopped',
        path: '/reportItem/{id}?filtre=e',
        wire: ['/transactions/history/outgoing', ofExport(failed)],
        act: submit(EXPORT, {}),
        shows: "L'export n'a pas pu commencer.",
      },
      {
        state: 'empty',
        path: '/reportItem/{id}?page=2',
        wire: ['/transactions/history/outgoing', empty],
        shows: 'Aucune transaction trouvée',
      },
      {
        state: 'loading',
        path: '/reportItem/{id}?page=3',
        wire: ['/transactions/history/outgoing', waiting],
        shows: LOADING,
      },
      { state: 'failed', path: '/reportItem/2147483647', shows: UNREAD },
    ],
  },
  {
    page: 'report',
    roles: MANAGEMENT,
    cells: [
      { state: 'success', path: '/report', shows: 'In, Out et Net par jour' },
      { state: 'success', path: `/report?from=${daysAgo(300)}&to=${daysAgo(0)}`, shows: EXPORT },
      { state: 'without days', path: '/report?from=2020-01-01&to=2026-12-31', shows: /366 jours au plus/ },
      {
        state: 'loading',
        path: '/report?from=2026-01-02&to=2026-01-03',
        wire: ['/transactions/report', waiting],
        shows: LOADING,
      },
      {
        state: 'refused',
        path: '/report?from=2026-01-04&to=2026-01-03',
        shows: 'Failed to fetch report data',
      },
      {
        state: 'failed',
        path: '/report?from=2026-01-05&to=2026-01-06',
        wire: ['/transactions/report', failed],
        shows: 'Failed to fetch report data',
      },
    ],
  },
  {
    page: 'day close',
    roles: MANAGEMENT,
    cells: [
      { state: 'success', path: '/report/day-close', shows: 'Solde de clôture' },
      { state: 'nobody moved', path: '/report/day-close?date=2020-01-01', shows: /Aucun sous-compte/ },
      {
        state: 'loading',
        path: '/report/day-close?date=2026-01-02',
        wire: ['/books/day-close', waiting],
        shows: LOADING,
      },
      { state: 'refused', path: '/report/day-close?date=1850-01-01', shows: 'La date est invalide.' },
      {
        state: 'failed',
        path: '/report/day-close?date=2026-01-03',
        wire: ['/books/day-close', lost],
        shows: "La clôture n'a pas pu être lue. Veuillez réessayer.",
      },
    ],
  },
  {
    page: 'trial balance',
    roles: OVERSEERS,
    cells: [
      {
        state: 'loading',
        path: '/report/trial-balance',
        wire: ['/books/trial-balance', waiting],
        shows: LOADING,
      },
      {
        state: 'failed',
        path: '/report/trial-balance',
        wire: ['/books/trial-balance', lost],
        shows: "La balance n'a pas pu être lue. Veuillez réessayer.",
      },
      {
        state: 'unbalanced',
        path: '/report/trial-balance',
        wire: ['/books/trial-balance', unbalanced],
        shows: /^Écart /,
      },
      { state: 'success', path: '/report/trial-balance', shows: 'Équilibrée' },
    ],
  },
  {
    page: 'transactions',
    roles: MANAGEMENT,
    cells: [
      { state: 'success', path: '/transaction', shows: 'Initiateur' },
      {
        state: 'empty',
        path: '/transaction?page=2',
        wire: ['/transactions/history/incoming', empty],
        shows: 'Aucune transaction trouvée',
      },
      {
        state: 'loading',
        path: '/transaction?page=3',
        wire: ['/transactions/history/incoming', waiting],
        shows: LOADING,
      },
      {
        state: 'failed',
        path: '/transaction?page=4',
        wire: ['/transactions/history/incoming', failed],
        shows: 'Failed to fetch transaction history',
      },
    ],
  },
  {
    page: 'received',
    roles: ['client'],
    cells: [{ state: 'success', path: '/history/received', shows: 'Initiateur' }],
  },
  {
    page: 'history',
    roles: EVERYONE,
    cells: [
      { state: 'success', path: '/history', shows: 'Filtrer par nom ou type' },
      { state: 'empty filter', path: '/history?filtre=zzzz', shows: 'Aucune transaction trouvée' },
      {
        state: 'empty',
        path: '/history?page=2',
        wire: ['/transactions/history/outgoing', empty],
        shows: 'Aucune transaction trouvée',
      },
      {
        state: 'loading',
        path: '/history?page=3',
        wire: ['/transactions/history/outgoing', waiting],
        shows: LOADING,
      },
      {
        state: 'failed',
        path: '/history?page=4',
        wire: ['/transactions/history/outgoing', failed],
        shows: UNREAD,
      },
    ],
  },
  {
    page: 'settings',
    roles: EVERYONE,
    cells: [
      { state: 'form', path: '/settings', shows: 'Désactiver Jackpot' },
      {
        state: 'checked',
        path: '/settings',
        act: submit('Enregistrer', passwords('Autre1234')),
        shows: 'Les mots de passe ne correspondent pas',
      },
      {
        state: 'success',
        path: '/settings',
        wire: ['/auth/change-password', json(200, {})],
        act: submit('Désactiver Jackpot', passwords('Nouveau1234')),
        shows: 'Le mot de passe a été changé avec succès.',
      },
      {
        state: 'refused',
        path: '/settings',
        wire: ['/auth/change-password', refused],
        act: submit('Enregistrer', passwords('Nouveau1234')),
        shows: 'Refusé par le serveur.',
      },
      {
        state: 'failed',
        path: '/settings',
        wire: ['/auth/change-password', lost],
        act: submit('Enregistrer', passwords('Nouveau1234')),
        shows: 'Le changement de mot de passe a échoué. Veuillez réessayer.',
      },
    ],
  },
  {
    page: 'own sessions',
    roles: EVERYONE,
    cells: [
      { state: 'success', path: '/settings', shows: 'Cette session' },
      {
        state: 'alone',
        path: '/settings',
        wire: ['/auth/sessions', sessions(0)],
        shows: 'Aucune autre connexion depuis 180 jours.',
      },
      {
        state: 'many',
        path: '/settings',
        wire: ['/auth/sessions', sessions(4, 60)],
        shows: 'Et 55 autres, plus anciennes.',
      },
      {
        state: 'asking',
        path: '/settings',
        wire: ['/auth/sessions', sessions(2)],
        act: async (page) => {
          await page.getByRole('button', { name: 'Terminer', exact: true }).first().click();
          await page.getByRole('button', { name: 'Terminer toutes les autres sessions' }).click();
        },
        shows: /Terminer les 2 autres sessions/,
      },
      {
        state: 'ended',
        path: '/settings',
        wire: [ENDING_OTHERS, endingOthers(json(200, { ended: 2 }))],
        act: endOthers,
        shows: '2 sessions terminées.',
      },
      {
        state: 'refused',
        path: '/settings',
        wire: [ENDING_OTHERS, endingOthers(refused)],
        act: endOthers,
        shows: 'Refusé par le serveur.',
      },
      { state: 'loading', path: '/settings', wire: ['/auth/sessions', waiting], shows: LOADING },
      {
        state: 'failed',
        path: '/settings',
        wire: ['/auth/sessions', failed],
        shows: "Les sessions n'ont pas pu être lues.",
      },
    ],
  },
  {
    page: 'catalogue',
    roles: EVERYONE,
    cells: [
      { state: 'success', path: '/home', act: untilTiles, shows: 'Show More' },
      { state: 'every provider', path: '/home', act: press('Show More'), shows: 'Show Less' },
      { state: 'found', path: '/home?search=a', shows: /^Found [1-9]/ },
      { state: 'nothing found', path: '/home?search=zzzz', shows: 'No games found matching "zzzz"' },
      {
        state: 'empty',
        path: '/home?provider=HABANERO',
        wire: ['/casino/games', json(200, { games: [] })],
        shows: 'No games available for this provider',
      },
      {
        state: 'loading',
        path: '/home?provider=BOOONGO',
        wire: ['/casino/games', waiting],
        shows: 'Show More',
      },
      {
        state: 'failed',
        path: '/home?provider=PLAYSON',
        wire: ['/casino/games', failed],
        shows: /ne répondent pas pour le moment/,
      },
    ],
  },
  {
    page: 'game',
    roles: ['client'],
    cells: [
      {
        state: 'success',
        path: '/home',
        act: async (page) => {
          await page.getByTestId('game-tile').getByRole('link').first().click();
          await expect(page.frameLocator('iframe').getByTestId('spin')).toBeVisible();
        },
        shows: 'Reload',
      },
      {
        state: 'loading',
        path: '/game/PRAGMATIC/Un jeu/loading',
        wire: ['/casino/launch', waiting],
        shows: 'Loading Un jeu...',
      },
      {
        state: 'refused',
        path: '/game/PRAGMATIC/Un jeu/refused',
        wire: ['/casino/launch', refused],
        shows: 'Refusé par le serveur.',
      },
      {
        state: 'failed',
        path: '/game/PRAGMATIC/Un jeu/failed',
        wire: ['/casino/launch', lost],
        shows: "Le jeu n'a pas pu être lancé. Veuillez réessayer.",
      },
      {
        state: 'at a strange address',
        path: '/game/PRAGMATIC/Un jeu/strange',
        wire: ['/casino/launch', json(200, { launch_url: 'javascript:alert(1)' })],
        shows: /elle n'est pas sûre/,
      },
      { state: 'no game', path: '/game/PRAGMATIC/Un jeu/none', shows: "Ce jeu n'est pas disponible." },
    ],
  },
  { page: 'own journal', roles: EVERYONE, cells: journalCells('/settings/journal', '/user/journal') },
];

/** The screens of nobody in particular. */
export const PUBLIC_CELLS: readonly Cell[] = [
  { state: 'login', path: '/login', shows: 'Username' },
  {
    state: 'login, checked',
    path: '/',
    act: submit('Login', {}),
    shows: 'Please enter both email and password.',
  },
  {
    state: 'login, refused',
    path: '/login',
    act: submit('Login', { Username: 'nobody-here', Password: 'wrong' }),
    shows: 'Invalid email or password.',
  },
  {
    state: 'login, failed',
    path: '/login',
    wire: ['/auth/login', lost],
    act: submit('Login', { Username: 'client', Password: 'Client1234' }),
    shows: 'Invalid email or password.',
  },
  { state: 'not found', path: '/no/such/path', shows: '404 Not Found' },
];
