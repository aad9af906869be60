import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setupServer } from 'msw/node';
import {
  createServe,
  MemoryRouter,
  noContent,
  recordEvents,
  refused,
  runWire,
  signInForTest,
} from '@palier/shared/testing';
import { bus, type BusPayload } from '@palier/shared/bus';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { clearSession } from '@palier/shared/session/writer';
import { Notices } from './notices';

const server = setupServer();
runWire(server);
const serve = createServe(server);

const raise = (notice: BusPayload<'notice/raised'>) => act(() => bus.emit('notice/raised', notice));
const success = (text: string) => raise({ tone: 'success', text });
const fail = (text: string) => raise({ tone: 'failure', text });

const PATH = '/transactions/48213/reversal';
const DEPOSIT = {
  tone: 'success' as const,
  text: 'Ajout de 40,00 DT à joueur7 : opération effectuée.',
  link: { to: '/receipt/48213', text: 'Reçu' },
  undo: {
    label: "Annuler l'ajout",
    question: 'Reprendre 40,00 DT à joueur7 ?',
    path: PATH,
    done: 'Ajout annulé.',
    unknown: 'Résultat inconnu.',
  },
};

/** Renders the notices of a signed-in user beside a header, once their cards have loaded. */
async function open(): Promise<void> {
  signInForTest();
  serve('GET /requests/received', { data: [], next: null, total: 0 });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <header>
          <span data-bell />
        </header>
        <button>Désactiver</button>
        <Notices />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  success('prêt');
  fireEvent.click(await screen.findByRole('button', { name: 'Fermer le message' }));
  expect(screen.getByRole('log')).toBeEmptyDOMElement();
}

afterEach(() => {
  jest.useRealTimers();
  act(() => clearSession());
  sessionStorage.clear();
});

const log = () => screen.getByRole('log');

it('notices: a notice shows at once, also before its card has loaded', () => {
  render(<Notices />);
  success('Activation avec succès');
  expect(log()).toHaveTextContent('Activation avec succès');
});

it('notices: a notice is announced and disappears after a while', async () => {
  await open();
  jest.useFakeTimers();
  success('Activation avec succès');
  expect(log()).toHaveTextContent('Activation avec succès');
  act(() => jest.advanceTimersByTime(7_000));
  expect(within(log()).queryByText('Activation avec succès')).toBeNull();
});

it('notices: the focus returns when the keyboard closes notices', async () => {
  await open();
  for (const text of ['un', 'deux']) fail(text);
  const place = screen.getByRole('button', { name: 'Désactiver' });
  place.focus();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(within(log()).queryByText('deux')).toBeNull();
  expect(place).toHaveFocus();
});

it('notices: following the link of a notice removes the notice', async () => {
  await open();
  raise({ tone: 'success', text: 'opération effectuée.', link: { to: '/receipt/7', text: 'Reçu' } });
  const shown = within(log()).getByRole('link', { name: 'Reçu' });
  expect(shown).toHaveAttribute('href', '/receipt/7');
  await userEvent.click(shown);
  expect(within(log()).queryByText(/opération effectuée/)).toBeNull();
});

it('notices: the notice of a failure stays until it is closed or the session ends', async () => {
  await open();
  jest.useFakeTimers();
  fail('résultat inconnu');
  act(() => jest.advanceTimersByTime(600_000));
  expect(within(log()).getByText('résultat inconnu')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Fermer le message' }));
  expect(within(log()).queryByText('résultat inconnu')).toBeNull();
  fail('résultat inconnu');
  act(() => bus.emit('session/ended', { reason: 'signed-out' }));
  expect(within(log()).queryByText('résultat inconnu')).toBeNull();
});

it('notices: an offer to undo stays for 30 s, and longer while the focus is on its card', async () => {
  await open();
  jest.useFakeTimers();
  raise(DEPOSIT);
  act(() => jest.advanceTimersByTime(29_000));
  const button = screen.getByRole('button', { name: "Annuler l'ajout" });
  act(() => button.focus());
  act(() => jest.advanceTimersByTime(60_000));
  expect(button).toBeVisible();
  act(() => button.blur());
  act(() => jest.advanceTimersByTime(31_000));
  expect(log()).toBeEmptyDOMElement();
});

it('notices: Annuler l’ajout asks, sends the reversal, and a notice says that it was done', async () => {
  const calls = serve(`POST ${PATH}`, { agentNewBalance: 1000 });
  const outdated = recordEvents('balance/outdated');
  await open();
  raise(DEPOSIT);
  await userEvent.click(screen.getByRole('button', { name: "Annuler l'ajout" }));
  expect(screen.getByRole('group', { name: 'Reprendre 40,00 DT à joueur7 ?' })).toBeVisible();
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
  await waitFor(() => expect(log()).toHaveTextContent('Ajout annulé.'));
  expect(within(log()).queryByText(/opération effectuée/)).toBeNull();
  expect(calls).toHaveLength(1);
  expect(outdated).toHaveLength(1);
});

it.each([
  ['refused', () => refused(409, { errors: ['Déjà annulé.'] }), 'Déjà annulé.', 0],
  ['lost', () => refused(500), 'Résultat inconnu.', 1],
])(
  'notices: an undo that is %s says why, and is offered again only if lost',
  async (_, answer, text, left) => {
    serve(`POST ${PATH}`, answer);
    await open();
    raise(DEPOSIT);
    await userEvent.click(screen.getByRole('button', { name: "Annuler l'ajout" }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
    await waitFor(() => expect(log()).toHaveTextContent(text));
    expect(screen.queryAllByRole('button', { name: "Annuler l'ajout" })).toHaveLength(left);
  },
);

it('notices: an undo without a question is sent at the press, with its body', async () => {
  const calls = serve('POST /user/update-status/7', noContent);
  await open();
  const { question: _, ...undo } = DEPOSIT.undo;
  raise({
    ...DEPOSIT,
    undo: { ...undo, label: 'Annuler', path: '/user/update-status/7', body: { active: true } },
  });
  await userEvent.dblClick(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(log()).toHaveTextContent('Ajout annulé.'));
  expect(calls.map(({ body }) => body)).toEqual([{ active: true }]);
});

it('notices: the bell in the header lists the notices of the day, newest first', async () => {
  await open();
  raise(DEPOSIT);
  raise({ tone: 'failure', text: 'résultat inconnu', detail: 'joueur8' });
  const bell = screen.getByRole('button', { name: 'Messages du jour (3)' });
  expect(screen.getByRole('banner')).toContainElement(bell);
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  await userEvent.click(bell);
  const dialog = screen.getByRole('dialog', { name: 'Messages du jour' });
  const items = within(dialog).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent?.slice(5).trim())).toEqual([
    'résultat inconnu joueur8',
    'Ajout de 40,00 DT à joueur7 : opération effectuée.  Reçu',
    'prêt',
  ]);
});

it('notices: the bell of the next user has no notice of this user', async () => {
  await open();
  act(() => bus.emit('session/ended', { reason: 'signed-out' }));
  act(() => void signInForTest({ id: 99 }));
  success('bonjour');
  expect(await screen.findByRole('button', { name: 'Messages du jour (1)' })).toBeVisible();
});
