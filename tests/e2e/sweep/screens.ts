import { expect, type Page } from '@playwright/test';
import { interceptJackpotSocket } from '@palier/test-support/jackpot-socket';
import {
  accountEvents,
  accountPage,
  agentLimits,
  codeAsked,
  empty,
  endingOthers,
  factorReset,
  factors,
  failed,
  floatEstimate,
  journal,
  json,
  lobby,
  LONG_NAME,
  lost,
  movement,
  newApp,
  noEvents,
  noRequests,
  noRounds,
  noticeMarks,
  notices,
  ofExport,
  ownLimits,
  ownRequests,
  ownRounds,
  paid,
  proofAsked,
  receivedRequests,
  recoveryCodes,
  refused,
  requestToPay,
  round,
  sessions,
  unbalanced,
  waiting,
  withInactive,
  type Answer,
} from './answers';

export type Role = 'capo' | 'superadmin' | 'admin' | 'client';

/** One state of a screen. */
export interface State {
  readonly name: string;
  /**
   * `{id}` is a sub-account of the visitor. Paths differ, so that no cached answer of another state is shown.
   */
  readonly path: string;
  /** A call that the server does not answer itself. */
  readonly wire?: readonly [path: string, answer: Answer];
  /** The actions of the visitor when the screen is open. */
  readonly act?: (page: Page) => Promise<void>;
  /** The text that shows the state. */
  readonly shows: string | RegExp;
  /**
   * The state is read when the page is loaded, or stays in the page: the page is loaded anew before the
   * actions of the visitor and after the state.
   */
  readonly isOfPage?: boolean;
  /** Only phones have what the visitor acts on. */
  readonly isOfPhone?: true;
}

const state = (
  name: string,
  path: string,
  shows: State['shows'],
  how: Omit<State, 'name' | 'path' | 'shows'> = {},
): State => ({ name, path, shows, ...how });

export interface Screen {
  readonly name: string;
  /** Visits every state. */
  readonly visitor: Role;
  /** Visit the first state: their menu, links or data differ. */
  readonly alsoFor?: readonly Role[];
  /** The pictures of other roles would show the same. */
  readonly isOfOneRole?: true;
  readonly states: readonly State[];
}

const LOADING_TEXT = 'Chargement...';
const EXPORT_BUTTON = 'Exporter en CSV';
const EXPORT_TEXT = /^CSV$/;
const LOST_TEXT = 'Transaction failed. Please try again.';
const REFUSED_TEXT = 'Refusé par le serveur.';
const NO_MOVEMENT = 'Aucune transaction trouvée';
const NO_DATA = 'Aucune donnée disponible';
const UNREAD_HISTORY = "L'historique n'a pas pu être lu. Veuillez réessayer.";
const UNREAD_LIST = "La liste n'a pas pu être lue. Veuillez réessayer.";

const FIND = '/user/find';
const NAMED = '/user/sub-accounts/named';
const REGISTER = '/auth/*/register-*';
const CHANGE_PASSWORD = '/auth/change-password';
const SET_PASSWORD = '/auth/change-sub-account-password/*';
const SUB_ACCOUNT = '/user/sub-account/*';
const OUTGOING = '/transactions/history/outgoing';
const ACCOUNT = '/user/account/*';
const ACCOUNT_EVENTS = '/user/account/*/events';
const MOVEMENT = '/transactions/*';
const ROUND = '/casino/round/*';
const OWN_ROUNDS = '/casino/rounds';
const INCOMING = '/transactions/history/incoming';
const NOTICE_MARKS = '/user/notice-marks';
const LOW_BALANCE = 'Quand mon solde passe sous (DT)';

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
const searchFor = (text: string) => async (page: Page) => {
  await press('Trouver un compte ou un écran')(page);
  await page.getByLabel('Compte, montant ou écran').fill(text);
};
const searchForGame = (text: string) => async (page: Page) => {
  await press('Trouver un jeu ou un écran')(page);
  await page.getByLabel('Jeu, date ou écran').fill(text);
};
const pressFirst = (button: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name: button, exact: true }).first().click();
const untilTiles = (page: Page) => expect(page.getByTestId('game-tile').first()).toBeVisible();

/** Loads the page again, and returns its socket once the page follows the topic. */
async function openSocket(page: Page, topic: string) {
  const socket = await interceptJackpotSocket(page);
  await page.reload();
  await expect.poll(() => socket.destinations().join(' ')).toContain(topic);
  return (message: object) => socket.deliver(topic, JSON.stringify(message));
}

async function winJackpot(page: Page): Promise<void> {
  const deliver = await openSocket(page, '/topic/jackpot/user/');
  // One after the other, so that a slow machine has time to look at one.
  for (let winId = 1; winId <= 12; winId += 1) deliver({ prizeAmount: 3456.5, winId, tier: 'gold' });
}

async function openMessages(page: Page): Promise<void> {
  const deliver = await openSocket(page, '/topic/notices/user/');
  const bell = page.getByRole('button', { name: 'Messages (2 à lire)' });
  // The server sends its own number once, after the subscription.
  await expect(async () => {
    deliver({ unread: 2 });
    await bell.click({ timeout: 5_000 });
  }).toPass();
}

/** The journal is the same for an agent's own account and for a sub-account. */
const journalStates = (path: string, call: string): State[] => [
  state('success', path, /^(Connexion|Compte créé)/),
  state('every kind of entry', `${path}?avant=101`, '3 sessions terminées', { wire: [call, journal(92)] }),
  state('the end', `${path}?avant=102`, 'Les plus récents', { wire: [call, journal(null)] }),
  state('empty', `${path}?avant=1`, 'Aucun événement', { wire: [call, noEvents] }),
  state('loading', `${path}?avant=103`, LOADING_TEXT, { wire: [call, waiting] }),
  state('failed', `${path}?avant=104`, "Le journal n'a pas pu être lu.", { wire: [call, failed] }),
];

const createUser = submit('Submit', { Nom: 'jamais-cree', 'Mot de passe': 'Jamais1234', Montant: '1.5' });
const setPassword = submit('Modifier', { 'Mot de passe': 'x' });
const passwords = (confirmation: string) => ({
  'Ancien mot de passe': 'Ancien1234',
  'Nouveau mot de passe': 'Nouveau1234',
  'Confirmer le mot de passe': confirmation,
});
const changePassword = submit('Enregistrer', passwords('Nouveau1234'));
/** Pastes a list with two lines that are sent, a repeated account, and lines that are not. */
const checkList = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: 'Nouvelle liste', exact: true })
    .or(page.getByLabel('Liste à coller'))
    .click();
  await page.getByLabel('Liste à coller').fill('Nom\tMontant\nadmin\t1\ninconnu\t5\nadmin\t1,5\nadmin 2 000');
  await press('Vérifier la liste')(page);
};
const sendList = async (page: Page): Promise<void> => {
  await checkList(page);
  await page.getByRole('button', { name: /^Envoyer / }).click();
};

const startExport = submit(EXPORT_BUTTON, {});

const ENDING_OTHERS = '/auth/sessions(/end-others)?';
const endOthers = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Terminer toutes les autres sessions' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
};

/** Each screen with its states. The server answers every call that a state does not name. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'sub-account list',
    visitor: 'superadmin',
    alsoFor: ['admin'],
    states: [
      state('success', '/admin', 'Trier'),
      state('selected', '/admin?tri=-mouvement&etat=actifs', /^Ajouter$/),
      state('other actions', '/admin?tri=-nom', /^Modifier$/, { act: pressFirst('Autres actions') }),
      state('float estimate', '/admin?tri=-creation', /^À ce rythme, votre solde dure/, {
        wire: ['/user/float', floatEstimate],
        isOfPage: true,
      }),
      state('search', '/admin?username=client', 'Plus bas dans votre réseau'),
      state('search below failed', '/admin?username=clien', 'La recherche plus bas dans votre réseau', {
        wire: [FIND, failed],
      }),
      state('empty', '/admin?page=2', NO_DATA, { wire: ['/user/sub-accounts', empty] }),
      state('loading', '/admin?page=3', LOADING_TEXT, { wire: ['/user/sub-accounts', waiting] }),
      state('failed', '/admin?page=4', UNREAD_LIST, { wire: ['/user/sub-accounts', failed] }),
      state('asking', '/admin?tri=-solde', 'Confirmer', {
        act: async (page) => {
          await pressFirst('Autres actions')(page);
          await pressFirst('Désactiver')(page);
        },
      }),
      state('refused', '/admin?tri=nom', "Erreur lors de la mise à jour de l'utilisateur.", {
        wire: ['/user/update-status/*', refused],
        act: async (page) => {
          await pressFirst('Autres actions')(page);
          await pressFirst('Désactiver')(page);
          await pressFirst('Confirmer')(page);
        },
      }),
      state('under the pointer', '/admin?page=5', /^Inactif$/, {
        wire: ['/user/sub-accounts', withInactive],
        act: (page) => page.getByRole('row').filter({ hasText: 'Inactif' }).hover(),
      }),
    ],
  },
  {
    name: 'messages',
    visitor: 'superadmin',
    isOfOneRole: true,
    states: [
      state('success', '/admin', 'Messages précédents', {
        wire: ['/user/notices', notices],
        act: openMessages,
        isOfPage: true,
      }),
    ],
  },
  {
    name: 'received requests',
    visitor: 'superadmin',
    isOfOneRole: true,
    states: [
      state('success', '/admin', /^Refuser$/, {
        wire: ['/requests/received', receivedRequests],
        isOfPage: true,
      }),
      state('refusing', '/home', 'Compte à vérifier', {
        wire: ['/requests/received', receivedRequests],
        act: press(`Refuser la demande de ${LONG_NAME}`),
        isOfPage: true,
      }),
      state('own reason', '/admin', 'Autre motif', {
        wire: ['/requests/received', receivedRequests],
        act: async (page) => {
          await press(`Refuser la demande de ${LONG_NAME}`)(page);
          await page.getByLabel('Autre motif').fill('m'.repeat(120));
        },
        isOfPage: true,
      }),
      // The server knows no such request.
      state('not refused', '/home', /^La demande n.a pas été refusée|introuvable/, {
        wire: ['/requests/received', receivedRequests],
        act: async (page) => {
          await press(`Refuser la demande de ${LONG_NAME}`)(page);
          await press('Compte à vérifier')(page);
        },
        isOfPage: true,
      }),
    ],
  },
  {
    name: 'command bar',
    visitor: 'superadmin',
    isOfOneRole: true,
    states: [
      state('open', '/admin', /^Un nom ouvre le compte, un nom et un montant remplissent l'ajout/, {
        act: searchFor(''),
      }),
      state('success', '/report', 'Client · admin', { act: searchFor('client') }),
      state('empty', '/admin', 'Aucun compte ni écran trouvé', { act: searchFor('zz-zz') }),
      state('loading', '/admin', 'Recherche...', { wire: [FIND, waiting], act: searchFor('attente') }),
      state('failed', '/admin', "La recherche n'a pas abouti. Veuillez réessayer.", {
        wire: [FIND, failed],
        act: searchFor('panne'),
      }),
      state('several payees', '/admin', /Aucun compte ne s'appelle exactement/, {
        act: async (page) => {
          await searchFor('adm 5')(page);
          await expect(page.getByRole('option').nth(1)).toBeVisible();
          await page.keyboard.press('Enter');
        },
      }),
      state('movements of a day', '/admin', /^Mouvements de 120/, { act: searchFor('120 hier') }),
      state('decimal', '/admin', 'Le montant doit être un nombre valide.', { act: searchFor('admin 5,5') }),
      state('shortcuts', '/admin', 'Afficher les raccourcis', {
        act: async (page) => {
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.keyboard.press('?');
        },
      }),
    ],
  },
  {
    name: 'command bar of a player',
    visitor: 'client',
    isOfOneRole: true,
    states: [
      state('open', '/home', /^Le nom d'un jeu l'ouvre/, { act: searchForGame('') }),
      state('success', '/history', 'Jeux', { act: searchForGame('roue') }),
      state('empty', '/settings', 'Aucun jeu ni écran trouvé', { act: searchForGame('zz-zz') }),
    ],
  },
  {
    name: 'list of movements',
    visitor: 'superadmin',
    states: [
      state('form', '/admin/movement-list', 'Liste à coller'),
      state('empty', '/admin/movement-list', 'Collez au moins une ligne', {
        act: press('Vérifier la liste'),
      }),
      state('unread', '/admin/movement-list', "Les comptes n'ont pas pu être lus.", {
        wire: [NAMED, lost],
        act: checkList,
      }),
      state('checking', '/admin/movement-list', 'Vérification...', {
        wire: [NAMED, waiting],
        act: checkList,
      }),
      state('checked', '/admin/movement-list', 'Ligne de titre, ignorée', { act: checkList }),
      state('finished', '/admin/movement-list', 'Liste terminée', {
        wire: ['/transactions', refused],
        act: sendList,
      }),
      state('interrupted', '/admin/movement-list', 'Envoi interrompu', {
        wire: ['/transactions', lost],
        act: sendList,
      }),
      state('giving up', '/admin/movement-list', /^Ne pas envoyer/, { act: press('Arrêter là') }),
      state('sending', '/admin/movement-list', 'Envoi en cours', {
        wire: ['/transactions', waiting],
        act: press('Continuer'),
        // The list ends with its page: it would go on sending beside the states that follow.
        isOfPage: true,
      }),
    ],
  },
  {
    name: 'create user',
    visitor: 'superadmin',
    states: [
      state('form', '/admin/create', 'Votre solde'),
      state('success', '/admin/create', "Afficher l'utilisateur", {
        wire: [REGISTER, json(200, { agentNewBalance: 1000 })],
        act: createUser,
      }),
      state('refused', '/admin/create', REFUSED_TEXT, { wire: [REGISTER, refused], act: createUser }),
      state('failed', '/admin/create', LOST_TEXT, { wire: [REGISTER, lost], act: createUser }),
    ],
  },
  {
    name: 'edit password',
    visitor: 'superadmin',
    states: [
      state('form', '/admin/{id}/edit', /^Modifier\u00a0: /),
      state('loading', '/admin/{id}/edit', LOADING_TEXT, { wire: [SUB_ACCOUNT, waiting] }),
      state('refused', '/admin/{id}/edit', REFUSED_TEXT, { wire: [SET_PASSWORD, refused], act: setPassword }),
    ],
  },
  {
    name: 'account',
    visitor: 'superadmin',
    alsoFor: ['admin'],
    states: [
      state('success', '/admin/{id}', / · Créé le /),
      state('every event', '/admin/{id}?avant=9.9.1', 'Mise rendue', {
        wire: [ACCOUNT_EVENTS, accountEvents],
      }),
      state('limits', '/admin/{id}', 'Par jour (DT)', {
        wire: ['/user/sub-account/*/limits', agentLimits],
        act: press('Limites'),
      }),
      state('below', '/admin/2000000001', /^En lecture seule/, { wire: [ACCOUNT, accountPage] }),
      state('missing', '/admin/2000000000', 'Compte introuvable.'),
      state('loading', '/admin/2000000002', LOADING_TEXT, { wire: [ACCOUNT, waiting] }),
      state('failed', '/admin/2000000003', "Le compte n'a pas pu être lu. Veuillez réessayer.", {
        wire: [ACCOUNT, failed],
      }),
      state('events failed', '/admin/{id}?avant=9.9.2', "L'activité n'a pas pu être lue.", {
        wire: [ACCOUNT_EVENTS, failed],
      }),
    ],
  },
  {
    name: 'journal of a sub-account',
    visitor: 'superadmin',
    states: journalStates('/admin/{id}/journal', '/user/sub-account/*/journal'),
  },
  {
    name: 'refund',
    visitor: 'superadmin',
    states: [
      state('form', '/refund/{id}', /^Ajouter\u00a0: /, {
        act: (page) => page.getByLabel('Montant').fill('1'),
      }),
      state('note', '/refund/{id}', 'Note (facultatif)', { act: press('Ajouter une note') }),
      state('proof', '/refund/{id}', "Confirmez que c'est vous", {
        wire: ['/transactions', proofAsked],
        act: submit('Ajouter', { Montant: '1' }),
      }),
      state('paid', '/refund/{id}', "Annuler l'ajout", {
        wire: ['/transactions', paid],
        act: submit('Ajouter', { Montant: '1' }),
        isOfPage: true,
      }),
      state('asked to reverse', '/refund/{id}', "Garder l'ajout", {
        wire: ['/transactions', paid],
        act: async (page) => {
          await submit('Ajouter', { Montant: '1' })(page);
          await press("Annuler l'ajout")(page);
        },
        isOfPage: true,
      }),
      state('reversed', '/refund/{id}', /^Ajout annulé/, {
        wire: ['/transactions(/48213/reversal)?', paid],
        act: async (page) => {
          await submit('Ajouter', { Montant: '1' })(page);
          await press("Annuler l'ajout")(page);
          await press('Confirmer')(page);
        },
        isOfPage: true,
      }),
      state('checked', '/refund/{id}', 'Le montant doit être supérieur à zéro.', {
        act: submit('Ajouter', { Montant: '0' }),
      }),
      state('refused', '/refund/{id}', REFUSED_TEXT, {
        wire: ['/transactions', refused],
        act: submit('Ajouter', { Montant: '1' }),
      }),
      state('failed', '/refund/{id}', LOST_TEXT, {
        wire: ['/transactions', lost],
        act: submit('Ajouter', { Montant: '1' }),
      }),
      state('settled', '/refund/{id}', /mouvement non effectué/),
    ],
  },
  {
    name: 'withdraw',
    visitor: 'superadmin',
    states: [
      state('form', '/withdraw/{id}', /^Retirer\u00a0: /, {
        act: (page) => page.getByLabel('Montant').fill('1'),
      }),
      state('checked', '/withdraw/{id}', 'Le montant à retirer dépasse le solde disponible.', {
        act: submit('Retirer', { Montant: '99999999' }),
      }),
      state('paying a request', '/withdraw/{id}?amount=1250000&request=7', /^Demande n°/, {
        wire: ['/requests/received/*', requestToPay],
      }),
      state('request unread', '/withdraw/{id}?amount=1&request=8', "La demande n'a pas pu être lue.", {
        wire: ['/requests/received/*', failed],
      }),
    ],
  },
  {
    name: 'history of one account',
    visitor: 'superadmin',
    states: [
      state('success', '/reportItem/{id}', /^Historique\u00a0: /),
      state('exported', '/reportItem/{id}?page=1', /^Export terminé\u00a0: /, { act: startExport }),
      state('exporting', '/reportItem/{id}?filtre=a', 'Lecture...', {
        wire: [OUTGOING, ofExport(waiting)],
        act: startExport,
      }),
      state('export stopped', '/reportItem/{id}?filtre=e', "L'export n'a pas pu commencer.", {
        wire: [OUTGOING, ofExport(failed)],
        act: startExport,
      }),
      state('failed', '/reportItem/2147483647', UNREAD_HISTORY),
    ],
  },
  {
    name: 'report',
    visitor: 'superadmin',
    alsoFor: ['admin'],
    states: [
      state('success', '/report', 'In, Out et Net par jour'),
      state('many days', `/report?from=${daysAgo(300)}&to=${daysAgo(0)}`, EXPORT_TEXT),
      state('thirty days', `/report?from=${daysAgo(29)}&to=${daysAgo(0)}`, EXPORT_TEXT),
      state('without days', '/report?from=2020-01-01&to=2026-12-31', /366 jours au plus/),
      state('loading', '/report?from=2026-01-02&to=2026-01-03', LOADING_TEXT, {
        wire: ['/transactions/report', waiting],
      }),
      state('failed', '/report?from=2026-01-05&to=2026-01-06', 'Failed to fetch report data', {
        wire: ['/transactions/report', failed],
      }),
    ],
  },
  {
    name: 'day close',
    visitor: 'superadmin',
    alsoFor: ['admin'],
    states: [
      state('success', '/report/day-close', 'Solde de clôture'),
      state('no movement', '/report/day-close?date=2020-01-01', /Aucun sous-compte/),
      state('loading', '/report/day-close?date=2026-01-02', LOADING_TEXT, {
        wire: ['/reports/day-close', waiting],
      }),
      state('refused', '/report/day-close?date=1850-01-01', 'La date est invalide.'),
    ],
  },
  {
    name: 'network',
    visitor: 'superadmin',
    alsoFor: ['admin'],
    states: [
      state('success', '/report/network', 'Comment lire ces chiffres'),
      state('other period', '/report/network?x=1', 'Ce mois', { act: press('Cette semaine') }),
      state('below', '/report/network?x=3', /^Réseau de /, {
        act: async (page) => page.getByRole('table').getByRole('link').first().click(),
      }),
      state('every figure', '/report/network?x=2', 'Comment lire ces chiffres', {
        isOfPhone: true,
        act: (page) =>
          page
            .getByRole('button', { name: /^Tous les chiffres/ })
            .first()
            .click(),
      }),
      state('loading', '/report/network?from=2026-01-02&to=2026-01-02', LOADING_TEXT, {
        wire: ['/transactions/report/network', waiting],
      }),
      state('empty', '/report/network?from=2020-01-01&to=2020-01-01', /^Le 1er\sjanvier\s2020$/),
      state('refused', '/report/network?of=2000000000', 'Compte introuvable.'),
      state(
        'failed',
        '/report/network?from=2026-01-03&to=2026-01-03',
        "Le réseau n'a pas pu être lu. Veuillez réessayer.",
        {
          wire: ['/transactions/report/network', lost],
        },
      ),
    ],
  },
  {
    name: 'trial balance',
    visitor: 'superadmin',
    states: [
      state('success', '/report/trial-balance', 'Équilibrée'),
      state('unbalanced', '/report/trial-balance?x=1', /^Écart /, {
        wire: ['/reports/trial-balance', unbalanced],
        act: async (page) => page.getByRole('button', { name: 'Actualiser', exact: true }).click(),
      }),
    ],
  },
  {
    name: 'transactions',
    visitor: 'superadmin',
    alsoFor: ['admin'],
    states: [
      state('success', '/transaction', 'Initiateur'),
      state('empty', '/transaction?page=2', NO_MOVEMENT, { wire: [INCOMING, empty] }),
      state('loading', '/transaction?page=3', LOADING_TEXT, { wire: [INCOMING, waiting] }),
      state('failed', '/transaction?page=4', 'Failed to fetch transaction history', {
        wire: [INCOMING, failed],
      }),
    ],
  },
  {
    name: 'receipt',
    visitor: 'admin',
    alsoFor: ['client'],
    states: [
      state('success', '/receipt/1', 'Votre solde après', { wire: [MOVEMENT, movement] }),
      state('refusal', '/receipt/2', REFUSED_TEXT, {
        wire: [MOVEMENT, movement],
        act: async (page) => {
          await page.route('**/reversal', refused);
          await press("Annuler l'ajout")(page);
          await press('Confirmer')(page);
        },
      }),
      state('loading', '/receipt/3', LOADING_TEXT, { wire: [MOVEMENT, waiting] }),
      state('failed', '/receipt/4', "Le reçu n'a pas pu être lu. Veuillez réessayer.", {
        wire: [MOVEMENT, failed],
      }),
      state('missing', '/receipt/999999999999', 'Mouvement introuvable.'),
    ],
  },
  {
    name: 'own requests',
    visitor: 'client',
    states: [
      state('success', '/requests', 'Aucune demande.', { wire: ['/requests', noRequests] }),
      state('every kind', '/requests?avant=6', 'Compte à vérifier', { wire: ['/requests', ownRequests] }),
      state('checked', '/requests?avant=7', 'Le montant doit être supérieur à zéro.', {
        act: submit('Demander un ajout', { Montant: '0' }),
      }),
      state('sent', '/requests?avant=5', 'Demande envoyée.', {
        wire: ['/requests', noRequests],
        act: submit('Demander un ajout', { Montant: '5' }),
      }),
      state('not sent', '/requests?avant=4', 'Aucune demande.', {
        wire: ['/requests', noRequests],
        act: submit('Demander un retrait', { Montant: '99999999' }),
      }),
      state('not withdrawn', '/requests?avant=3', /^La demande n.a pas été retirée|introuvable/, {
        wire: ['/requests', ownRequests],
        act: pressFirst(/^Retirer la demande/),
      }),
      state('loading', '/requests?avant=8', LOADING_TEXT, { wire: ['/requests', waiting] }),
      state('failed', '/requests?avant=9', "Vos demandes n'ont pas pu être lues.", {
        wire: ['/requests', failed],
      }),
    ],
  },
  {
    name: 'requests for balance',
    visitor: 'superadmin',
    states: [state('success', '/requests/balance', 'Demander du solde', { wire: ['/requests', noRequests] })],
  },
  { name: 'received', visitor: 'client', states: [state('success', '/history/received', 'Initiateur')] },
  {
    name: 'history',
    visitor: 'admin',
    alsoFor: ['client', 'superadmin'],
    states: [
      state('success', '/history', '+ Filtre'),
      state('filters', '/history?type=DEPOSIT', 'Filtres enregistrés', { act: press('+ Filtre') }),
      state('empty filter', '/history?filtre=zzzz', NO_MOVEMENT),
      state('number in the filter', '/history?filtre=670', /^Rechercher le n°/),
      state('saved filter', '/history?type=WITHDRAWAL', /est enregistré, et proposé/, {
        act: async (page) => {
          await press('+ Filtre')(page);
          await press('Enregistrer ce filtre')(page);
        },
      }),
      state('offered filter', '/history?du=2026-01-01', '★ ', {
        act: (page) => expect(page.getByRole('button', { name: /^Filtre enregistré/ })).toBeVisible(),
      }),
      state('loading', '/history?page=3', LOADING_TEXT, { wire: [OUTGOING, waiting] }),
      state('failed', '/history?page=4', UNREAD_HISTORY, { wire: [OUTGOING, failed] }),
    ],
  },
  {
    name: 'round',
    visitor: 'admin',
    alsoFor: ['client'],
    states: [
      state('success', '/round/1', 'Mise rendue', { wire: [ROUND, round] }),
      state('loading', '/round/2', LOADING_TEXT, { wire: [ROUND, waiting] }),
      state('missing', '/round/900000000000000', 'Partie introuvable.'),
      state('failed', '/round/4', "La partie n'a pas pu être lue.", { wire: [ROUND, failed] }),
    ],
  },
  {
    name: 'own rounds',
    visitor: 'client',
    states: [
      state('success', '/history/rounds?avant=20', 'Plus anciennes', { wire: [OWN_ROUNDS, ownRounds] }),
      state('empty', '/history/rounds?avant=0', 'Choisir un jeu', { wire: [OWN_ROUNDS, noRounds] }),
      state('failed', '/history/rounds?avant=21', "Vos parties n'ont pas pu être lues.", {
        wire: [OWN_ROUNDS, failed],
      }),
    ],
  },
  {
    name: 'settings',
    visitor: 'client',
    alsoFor: ['admin'],
    states: [
      state('form', '/settings', 'Désactiver Jackpot'),
      state('checked', '/settings', 'Les mots de passe ne correspondent pas', {
        act: submit('Enregistrer', passwords('Autre1234')),
      }),
      state('success', '/settings', 'Le mot de passe a été changé avec succès.', {
        wire: [CHANGE_PASSWORD, json(200, {})],
        act: submit('Désactiver Jackpot', passwords('Nouveau1234')),
      }),
      state('refused', '/settings', REFUSED_TEXT, { wire: [CHANGE_PASSWORD, refused], act: changePassword }),
      state('failed', '/settings', 'Le changement de mot de passe a échoué. Veuillez réessayer.', {
        wire: [CHANGE_PASSWORD, lost],
        act: changePassword,
      }),
    ],
  },
  {
    name: 'notice marks',
    visitor: 'superadmin',
    isOfOneRole: true,
    states: [
      state('success', '/settings', LOW_BALANCE, { wire: [NOTICE_MARKS, noticeMarks], isOfPage: true }),
      state('checked', '/settings', 'Le montant doit être un nombre entier supérieur à zéro.', {
        act: submit('Valider les montants', { [LOW_BALANCE]: '0' }),
      }),
      state('saved', '/settings', 'Montants enregistrés.', {
        wire: [NOTICE_MARKS, noticeMarks],
        act: submit('Valider les montants', { [LOW_BALANCE]: '50' }),
        isOfPage: true,
      }),
      state('unread', '/settings', "Ces montants n'ont pas pu être lus.", {
        wire: [NOTICE_MARKS, failed],
        isOfPage: true,
      }),
    ],
  },
  {
    name: 'own sessions',
    visitor: 'client',
    isOfOneRole: true,
    states: [
      state('success', '/settings', 'Cette session'),
      state('alone', '/settings', 'Aucune autre connexion connue, sur 180 jours au plus.', {
        wire: ['/auth/sessions', sessions(0)],
      }),
      state('many', '/settings', 'Et 55 autres, plus anciennes.', {
        wire: ['/auth/sessions', sessions(4, 60)],
      }),
      state('asking', '/settings', /Terminer les 2 autres sessions/, {
        wire: ['/auth/sessions', sessions(2)],
        act: async (page) => {
          await page.getByRole('button', { name: 'Terminer', exact: true }).first().click();
          await page.getByRole('button', { name: 'Terminer toutes les autres sessions' }).click();
        },
      }),
      state('ended', '/settings', '2 sessions terminées.', {
        wire: [ENDING_OTHERS, endingOthers(json(200, { ended: 2 }))],
        act: endOthers,
      }),
      state('refused', '/settings', REFUSED_TEXT, {
        wire: [ENDING_OTHERS, endingOthers(refused)],
        act: endOthers,
      }),
      state('failed', '/settings', "Les sessions n'ont pas pu être lues.", {
        wire: ['/auth/sessions', failed],
      }),
    ],
  },
  {
    name: 'second factor',
    visitor: 'client',
    isOfOneRole: true,
    states: [
      state('added', '/settings', 'Il reste 1 code de secours.', {
        wire: ['/auth/factors', factors(1)],
      }),
      state('removing', '/settings', /^Retirer l'application\s\? Sans clé d'accès/, {
        wire: ['/auth/factors', factors(8)],
        act: press("Retirer l'application"),
      }),
      state('removing a passkey', '/settings', /^Retirer la clé d'accès «/, {
        wire: ['/auth/factors', factors(8)],
        act: press('Retirer'),
      }),
      state('naming a passkey', '/settings', 'Pour la reconnaître dans la liste', {
        wire: ['/auth/factors', factors(8)],
        act: press("Ajouter une clé d'accès"),
      }),
      state('reset', '/settings', 'Refuser le retrait', {
        wire: ['/auth/factors', factorReset],
      }),
      state('proof', '/settings', 'Cette confirmation vaut cinq minutes.', {
        wire: ['/auth/factors/app', proofAsked],
        act: press('Ajouter une application'),
      }),
      state('adding', '/settings', "Code affiché par l'application", {
        wire: ['/auth/factors/app', newApp],
        act: press('Ajouter une application'),
      }),
      state('recovery codes', '/settings', 'Je les ai gardés', {
        wire: ['/auth/factors/app', newApp],
        act: async (page) => {
          await page.route('**/auth/factors/app/confirm', recoveryCodes);
          await press('Ajouter une application')(page);
          await submit('Confirmer', { "Code affiché par l'application": '123456' })(page);
        },
      }),
      state('failed', '/settings', "La double authentification n'a pas pu être lue.", {
        wire: ['/auth/factors', failed],
      }),
    ],
  },
  {
    name: 'jackpot win',
    visitor: 'client',
    isOfOneRole: true,
    states: [
      state('success', '/home', 'Fermer', {
        isOfPage: true,
        act: winJackpot,
      }),
    ],
  },
  {
    name: 'catalogue',
    visitor: 'client',
    alsoFor: ['superadmin'],
    states: [
      state('success', '/home', 'Show More', { act: untilTiles }),
      state('last games and favourites', '/home', 'Reprendre', {
        wire: ['/casino/lobby', lobby],
        // The answer of the state before is still in the cache of the page.
        isOfPage: true,
        act: async (page) => {
          await page.waitForFunction(() =>
            Object.entries(localStorage).some(
              ([key, text]) => key.startsWith('lobby/') && text.includes('Trésor'),
            ),
          );
          await page.reload();
          await expect(page.getByRole('button', { name: 'Favoris', exact: true })).toBeVisible();
        },
      }),
      state('every provider', '/home', 'Show Less', { act: press('Show More') }),
      state('found', '/home?search=a', /^Found [1-9]/),
      state('nothing found', '/home?search=zzzz', 'No games found matching "zzzz"'),
      state('screen of another role', '/admin', /^Votre rôle n'ouvre pas l'écran/),
      state('empty', '/home?provider=HABANERO', 'No games available for this provider', {
        wire: ['/casino/games', json(200, { games: [] })],
      }),
      state('loading', '/home?provider=BOOONGO', 'Show More', { wire: ['/casino/games', waiting] }),
      state('failed', '/home?provider=PLAYSON', /ne répondent pas pour le moment/, {
        wire: ['/casino/games', failed],
      }),
    ],
  },
  {
    name: 'game',
    visitor: 'client',
    isOfOneRole: true,
    states: [
      state('success', '/home', 'Reload', {
        act: async (page) => {
          await page.getByTestId('game-tile').getByRole('link').first().click();
          await expect(page.frameLocator('iframe').getByTestId('spin')).toBeVisible();
        },
      }),
      state('related games', '/home', 'Jeux proches', {
        act: async (page) => {
          await page.getByTestId('game-tile').getByRole('link').first().click();
          await expect(page.frameLocator('iframe').getByTestId('spin')).toBeVisible();
          await page.getByRole('region', { name: 'Jeux proches' }).scrollIntoViewIfNeeded();
        },
      }),
      state('loading', '/game/PRAGMATIC/Un jeu/loading', 'Loading Un jeu...', {
        wire: ['/casino/launch', waiting],
      }),
      state('refused', '/game/PRAGMATIC/Un jeu/refused', REFUSED_TEXT, { wire: ['/casino/launch', refused] }),
      state('unavailable', '/game/PRAGMATIC/Chant des Halles/none', "Ce jeu n'est pas disponible."),
    ],
  },
  {
    name: 'protection',
    visitor: 'client',
    states: [
      // In this order, because an answer is kept and shown while it is read again.
      state('loading', '/protection?loading', LOADING_TEXT, {
        wire: ['/user/protection', waiting],
        // The page is left, because its call may still be answered after the state, and the answer be kept.
        isOfPage: true,
      }),
      state('failed', '/protection?failed', "Vos limites n'ont pas pu être lues.", {
        wire: ['/user/protection', failed],
      }),
      state('success', '/protection', "Vous n'avez fixé aucune limite."),
      state('limits', '/protection?limits', /Mises par jour/, { wire: ['/user/protection', ownLimits] }),
      state('asking', '/protection?asking', /^Commencer une pause/, { act: press('24\u00a0heures') }),
    ],
  },
  {
    name: 'own journal',
    visitor: 'client',
    states: journalStates('/settings/journal', '/user/journal').slice(0, 2),
  },
  {
    name: 'help',
    visitor: 'superadmin',
    alsoFor: ['client'],
    states: [
      state('success', '/settings/help', /^Trois cagnottes/),
      state('nothing found', '/settings/help', /^Aucun mot trouvé/, {
        act: (page) => page.getByLabel('Rechercher un mot').fill('zzzz'),
      }),
    ],
  },
];

/** Screens without a session. */
export const PUBLIC_STATES: readonly State[] = [
  state('login', '/login', 'Username'),
  state('login, checked', '/', 'Please enter both email and password.', { act: submit('Login', {}) }),
  state('login, refused', '/login', 'Invalid email or password.', {
    act: submit('Login', { Username: 'nobody-here', Password: 'wrong' }),
  }),
  state('login, shown password', '/login', 'Afficher le mot de passe', {
    act: press('Afficher le mot de passe'),
  }),
  state('login, code', '/login', "Code de l'application", {
    wire: ['/auth/login', codeAsked],
    act: submit('Login', { Username: 'client', Password: 'Client1234' }),
  }),
  state('not found', '/no/such/path', '404 Not Found'),
];
