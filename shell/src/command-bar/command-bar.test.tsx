import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@palier/shared/contracts';
import type { FoundAccount } from '@palier/shared/contracts/find';
import { createHold } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { renderShell } from '../testing/render-shell';
import { refused, serve, signIn } from '../testing/wire';
import { accountCommands, parseTyped, preselected, screenCommands } from './command-bar.rules';

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
  await screen.findByRole('button', { name: 'Trouver un compte ou un écran' });
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
  expect(accountCommands([DEEP, NADIA], { name: 'nad', amount: 50 })).toEqual([
    {
      to: '/refund/7?amount=50',
      title: 'Ajouter 50 à nadia',
      detail: 'Client',
      balance: 12.5,
      needsChoice: true,
    },
    {
      to: '/admin/9',
      title: 'nadia.b',
      detail: 'Client · sami › lea · Inactif',
      balance: undefined,
      needsChoice: true,
    },
  ]);
  const unpaid = accountCommands([DEEP, NADIA], { name: 'nad', amount: null });
  expect(unpaid.map(({ to }) => to)).toEqual(['/admin/9', '/admin/7']);
});

test('accounts: the one whose whole name was typed comes first and is preselected', () => {
  const commands = accountCommands([NADIA, DEEP], { name: 'Nadia.B', amount: 50 });
  expect(commands.map(({ to }) => to)).toEqual(['/admin/9', '/refund/7?amount=50']);
  expect(preselected(commands)).toBe(commands[0]);
});

test('accounts: an amount and a part of a name preselect nothing', () => {
  expect(preselected(accountCommands([NADIA, DEEP], { name: 'nadi', amount: 50 }))).toBeUndefined();
  expect(preselected(accountCommands([NADIA], { name: 'nadi', amount: 50 }))).toBeUndefined();
  const unpaid = accountCommands([NADIA, DEEP], { name: 'nadi', amount: null });
  expect(preselected(unpaid)).toBe(unpaid[0]);
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

test('command bar: Enter for an amount and a part of a name stays in the bar and says why', async () => {
  const chebbi = { ...NADIA, id: 11, username: 'nadia.chebbi' };
  const gharbi = { ...NADIA, id: 12, username: 'nadia.gharbi' };
  serveAccounts(chebbi, gharbi);
  open();
  await type('nadia 50{Enter}{Enter}');
  expect(
    await screen.findByText(
      "2 résultats. Aucun compte ne s'appelle exactement « nadia » : choisissez-le avec ↑ ou ↓.",
    ),
  ).toHaveAttribute('role', 'status');
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
  expect(await field()).not.toHaveAttribute('aria-activedescendant');
  expect(path()).toBe('/home');
  await userEvent.keyboard('{ArrowUp}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Ajouter 50 à nadia.gharbi');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/refund/12'));
});

test('command bar: a chosen account stays chosen when a later answer moves it', async () => {
  const answer = createHold();
  const chebbi = { ...NADIA, id: 11, username: 'nadia.chebbi' };
  const gharbi = { ...NADIA, id: 12, username: 'nadia.gharbi' };
  serve(FIND, async (request) => {
    if (textIn(request) === 'nad') return answerOf(chebbi, gharbi);
    await answer.released;
    return answerOf(gharbi, chebbi);
  });
  open();
  await type('nad 50');
  await screen.findByRole('option', { name: /chebbi/ });
  await userEvent.clear(await field());
  await userEvent.type(await field(), 'nadia 50{ArrowDown}{Enter}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('nadia.chebbi');
  answer.release();
  await waitFor(() => expect(path()).toBe('/refund/11'));
});

const NAMES = ['nadia', 'nadia.b', 'nadia.chebbi', 'nadia.gharbi', 'nadine', 'nadi', 'anadia', 'nadia2'];

/** The same numbers between 0 and `below` in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const SIMILAR = NAMES.map((username, index) => ({
  ...NADIA,
  id: 100 + index,
  username,
  path: index % 3 === 0 ? ['agent', 'sami'] : ['agent'],
}));

/** A name of NAMES or a part of it, and an amount. */
function randomInput(random: (below: number) => number): { name: string; amount: number } {
  const whole = NAMES[random(NAMES.length)]!;
  const start = random(2) * random(3);
  const part = whole.slice(start, Math.max(start + 2, whole.length - random(2) * random(4)));
  return { name: random(2) === 0 ? part : part.toUpperCase(), amount: 1 + random(500) };
}

test('accounts: 200 random names and amounts preselect no account that was not named in full', () => {
  const random = createRandom(40);
  const preselections = { named: 0, none: 0 };
  for (let run = 0; run < 200; run += 1) {
    const typed = randomInput(random);
    const found = SIMILAR.filter(({ username }) => username.includes(typed.name.toLowerCase()));
    const command = preselected(
      accountCommands(
        found.sort(() => random(3) - 1),
        typed,
      ),
    );
    if (command === undefined) preselections.none += 1;
    else {
      const account = SIMILAR.find(({ id }) => command.to.split(/[/?]/)[2] === String(id));
      expect(account?.username).toBe(typed.name.toLowerCase());
      preselections.named += 1;
    }
  }
  expect(Math.min(...Object.values(preselections))).toBeGreaterThan(50);
});

test('command bar: random names, amounts and keys pay no account that was not named or chosen', async () => {
  const random = createRandom(41);
  serve(FIND, (request) => {
    const found = SIMILAR.filter(({ username }) => username.includes(textIn(request).toLowerCase()));
    return answerOf(...found.sort(() => random(3) - 1));
  });
  signIn({ roleName: 'ROLE_ADMIN' });
  const { go } = renderShell('/home');
  for (let run = 0; run < 40; run += 1) {
    go('/home');
    await screen.findByTitle('Trouver un compte ou un écran (Ctrl K)');
    if (document.querySelector('dialog') === null)
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const input = await screen.findByLabelText('Compte, montant ou écran');
    const { name, amount } = randomInput(random);
    fireEvent.change(input, { target: { value: `${name} ${amount}` } });
    const hasArrow = random(2) === 0;
    if (hasArrow && random(4) > 0) await waitFor(() => expect(screen.queryByText('Recherche...')).toBeNull());
    if (hasArrow) fireEvent.keyDown(input, { key: random(2) === 0 ? 'ArrowDown' : 'ArrowUp' });
    const chosen = document.querySelector('[aria-selected="true"]')?.textContent;
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => {
      const hasAnswer = path() !== '/home' || screen.queryByText(/choisissez|^Aucun/) !== null;
      expect(hasAnswer).toBe(true);
    });
    const payee = SIMILAR.find(({ id }) => path() === `/refund/${id}`);
    if (payee !== undefined && payee.username !== name.toLowerCase())
      expect(chosen).toContain(` à ${payee.username}Client`);
  }
});

test('command bar: the arrows choose among the accounts found and Enter opens one', async () => {
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
  expect(screen.queryByRole('button', { name: 'Trouver un compte ou un écran' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
