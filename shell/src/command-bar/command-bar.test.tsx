import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@palier/shared/contracts';
import type { FoundAccount } from '@palier/shared/contracts/find';
import { createHold } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { renderShell } from '../testing/render-shell';
import { refused, serve, signIn } from '../testing/wire';
import { accountCommands, parseTyped, screenCommands } from './command-bar.rules';

startWire();

// jsdom has no modal dialogs.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

const NADIA: FoundAccount = {
  id: 7,
  username: 'nadia',
  role: 'ROLE_CLIENT',
  active: true,
  path: ['agent'],
  balance: 12.5,
};
const DEEP: FoundAccount = {
  id: 9,
  username: 'nadia.b',
  role: 'ROLE_CLIENT',
  active: false,
  path: ['agent', 'sami', 'lea'],
};

const FIND = 'GET /user/find';
const textIn = ({ url }: Request) => new URL(url).searchParams.get('query') ?? '';
const answerOf = (...accounts: FoundAccount[]) => ({ accounts: accounts.map((one) => ({ ...one })) });

/** Answers the search with the accounts whose names contain the text. */
const serveAccounts = (...accounts: FoundAccount[]) =>
  serve(FIND, (request) =>
    answerOf(...accounts.filter(({ username }) => username.includes(textIn(request)))),
  );

function open(roleName: Role = 'ROLE_ADMIN'): void {
  signIn({ roleName });
  renderShell('/home');
}

const field = () => screen.findByRole('combobox', { name: 'Compte, montant ou écran' });
const path = () => screen.getByLabelText('location').textContent;

async function type(text: string): Promise<void> {
  await screen.findByRole('button', { name: 'Rechercher (Ctrl K)' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await field(), text);
}

test.each([
  ['nadia 50', 'nadia', 50],
  [' nadia  050 ', 'nadia', 50],
  ['nadia 1 500', 'nadia', 1500],
  ['nadia 1\u202f500,00\u00a0DT', 'nadia', 1500],
  ['nadia', 'nadia', null],
  ['50', '50', null],
  ['50 000', '50 000', null],
  ['nadia 1e3', 'nadia 1e3', null],
  ['nadia 1.500', 'nadia 1.500', null],
  ['nadia 0', 'nadia 0', null],
  ['nadia 1.5', 'nadia 1.5', null],
  ['nadia -5', 'nadia -5', null],
  ['nadia 12345678901', 'nadia 12345678901', null],
])('typed text: %j has the name %j and the amount %j', (text, name, amount) => {
  expect(parseTyped(text)).toEqual({ name, amount });
});

test('accounts: direct ones come first with the form of the deposit if the text has an amount', () => {
  expect(accountCommands([DEEP, NADIA], 50)).toEqual([
    { to: '/refund/7?amount=50', title: 'Ajouter 50 à nadia', detail: 'Client', balance: 12.5 },
    { to: '/admin/9', title: 'nadia.b', detail: 'Client · sami › lea · Inactif', balance: undefined },
  ]);
  expect(accountCommands([DEEP, NADIA], null).map(({ to }) => to)).toEqual(['/admin/9', '/admin/7']);
});

test('screens: a name without accents and case finds those of the role', () => {
  const screens = [
    { path: '/network', title: 'Réseau' },
    { path: '/network/:id', title: 'Réseau' },
    { path: '/network/next', title: 'Réseau', isRouteOnly: true as const },
    { path: '/audit', title: 'Vérification du réseau', roles: ['ROLE_CAPO' as const] },
  ].map((described) => ({ ...described, remote: 'reports' }));
  const paths = (role: Role, text: string) => {
    const { named, others } = screenCommands(screens, role, text);
    return [named, others].map((commands) => commands.map(({ to }) => to));
  };
  expect(paths('ROLE_CAPO', 'RESEAU')).toEqual([['/network'], ['/audit']]);
  expect(paths('ROLE_CAPO', 'verif')).toEqual([[], ['/audit']]);
  expect(paths('ROLE_ADMIN', 'verif')).toEqual([[], []]);
});

test('command bar: a name and an amount, then Enter, open the deposit form of that account', async () => {
  serveAccounts(NADIA, DEEP);
  open();
  await type('nadia 50{Enter}');
  await waitFor(() => expect(path()).toBe('/refund/7'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('command bar: the accounts of a name show, the arrows choose, and Enter opens one', async () => {
  serveAccounts(NADIA, DEEP);
  open();
  await type('nadia');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^nadiaClient12,50/),
    'nadia.bClient · sami › lea · Inactif',
  ]);
  expect(screen.getByText('2 résultats')).toHaveAttribute('role', 'status');
  await userEvent.keyboard('{ArrowDown}');
  expect(options[1]).toHaveAttribute('aria-selected', 'true');
  expect(await field()).toHaveAttribute('aria-activedescendant', options[1]!.id);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(path()).toBe('/admin/9'));
});

test('command bar: the results are those of the last text, even if an earlier answer is late', async () => {
  const answer = createHold();
  open();
  const asked = serve(FIND, async (request) => {
    if (textIn(request) === 'nadia') return answerOf(NADIA);
    await answer.released;
    return answerOf(DEEP);
  });
  await type('na');
  expect(await screen.findByText('Recherche...')).toBeVisible();
  await waitFor(() => expect(asked.map(({ search }) => search)).toEqual(['?query=na']));
  await userEvent.type(await field(), 'dia');
  expect(await screen.findByRole('option', { name: /^nadia/ })).toBeVisible();
  answer.release();
  await act(() => answer.released);
  expect(screen.queryByText('nadia.b')).toBeNull();
});

test('command bar: a sentence says that the search failed, and Réessayer searches again', async () => {
  serveAccounts(NADIA);
  serve(FIND, () => refused(503), { once: true });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  open();
  await type('nadia');
  expect(await screen.findByText("La recherche n'a pas abouti. Veuillez réessayer.")).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('option', { name: /^nadia/ })).toBeVisible();
});

test('command bar: Enter opens a named screen, and a sentence says that nothing matches', async () => {
  serveAccounts();
  open();
  await type('personne');
  expect(await screen.findByText('Aucun compte ni écran trouvé')).toBeVisible();
  await userEvent.clear(await field());
  await userEvent.type(await field(), 'historique{Enter}');
  await waitFor(() => expect(path()).toBe('/history'));
});

test('command bar: the key ? shows the shortcuts, but not in a field', async () => {
  serveAccounts();
  open();
  await type('?');
  expect(await field()).toHaveValue('?');
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await userEvent.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Raccourcis' });
  expect(within(dialog).getAllByRole('term')[0]).toHaveTextContent('Ctrl K');
});

test('command bar: a client has none', async () => {
  open('ROLE_CLIENT');
  await screen.findByRole('button', { name: 'Déconnexion' });
  await userEvent.keyboard('{Control>}k{/Control}?');
  expect(screen.queryByRole('button', { name: 'Rechercher (Ctrl K)' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
