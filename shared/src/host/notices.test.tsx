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

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
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

const NO_PROOF = {
  errors: ["Confirmez d'abord que c'est bien vous."],
  code: 'proof-required',
  field: 'proof',
};

it('notices: an undo that needs a proof asks for it in place, and is sent again after it', async () => {
  let isProved = false;
  const proofs = serve('POST /auth/proof', () => {
    isProved = true;
    return { success: true };
  });
  const calls = serve(`POST ${PATH}`, () => (isProved ? { agentNewBalance: 1000 } : refused(409, NO_PROOF)));
  await open();
  raise(DEPOSIT);
  const takeBack = async (): Promise<HTMLElement> => {
    await userEvent.click(screen.getByRole('button', { name: "Annuler l'ajout" }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
    return screen.findByRole('dialog', { name: "Confirmez que c'est vous" });
  };
  const box = await takeBack();
  await userEvent.click(within(box).getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(log()).toHaveTextContent("Confirmez d'abord que c'est bien vous."));
  expect(proofs).toEqual([]);
  await userEvent.type(within(await takeBack()).getByRole('textbox'), '123456{Enter}');
  await waitFor(() => expect(log()).toHaveTextContent('Ajout annulé.'));
  expect(proofs.map(({ body }) => body)).toEqual([{ code: '123456' }]);
  expect(calls).toHaveLength(3);
});

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
  serve('GET /user/notices', { data: [], next: null, unread: 0 });
  await userEvent.click(bell);
  const dialog = screen.getByRole('dialog', { name: 'Messages' });
  const day = within(dialog).getByRole('region', { name: 'Messages du jour' });
  const items = within(day).getAllByRole('listitem');
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

const KEPT = [
  {
    id: 12,
    date: '2026-03-01T08:00:00.000',
    kind: 'deposit-reversed',
    facts: { by: 'admin', amount: 12, number: 668 },
    isRead: false,
  },
  {
    id: 11,
    date: '2026-02-28T08:00:00.000',
    kind: 'new-device',
    facts: { browser: 'Firefox', system: null },
    isRead: true,
  },
];

it('notices: the bell counts what the server keeps, lists it, and marks it as read', async () => {
  serve('GET /user/notices', ({ url }) =>
    url.includes('before=11')
      ? {
          data: [{ ...KEPT[1], id: 9, kind: 'password-reset', facts: { by: null } }],
          next: null,
          unread: 0,
        }
      : {
          data: KEPT.map((notice) => ({ ...notice, isRead: notice.isRead || marked.length > 0 })),
          next: 11,
          unread: 1 - marked.length,
        },
  );
  const marked = serve('POST /user/notices/read', { unread: 0 });
  await open();
  act(() => bus.emit('notices/counted', { unread: 1 }));
  await userEvent.click(screen.getByRole('button', { name: 'Messages (1 à lire)' }));
  const list = screen.getByRole('region', { name: 'Votre compte' });
  expect(await within(list).findByText(/admin a annulé un ajout de 12,00/)).toBeVisible();
  expect(within(list).getByText(/^Nouveau.:/)).toBeVisible();
  expect(within(list).getByRole('link', { name: /n°.668/ })).toHaveAttribute('href', '/receipt/668');
  expect(within(list).getByText(/Connexion depuis un nouvel appareil.: Firefox\./)).toBeVisible();
  await waitFor(() => expect(marked.map(({ body }) => body)).toEqual([{ upTo: 12 }]));
  const bell = { name: 'Messages du jour (1)', hidden: true };
  expect(await screen.findByRole('button', bell)).toBeInTheDocument();
  expect(within(list).getByText(/^Nouveau.:/)).toBeVisible();
  await userEvent.click(within(list).getByRole('button', { name: 'Messages précédents' }));
  expect(await within(list).findByText(/L'opérateur a changé votre mot de passe/)).toBeVisible();
  expect(within(list).queryByRole('button', { name: 'Messages précédents' })).toBeNull();
});

it('notices: a list that cannot be read says so and is read again', async () => {
  serve('GET /user/notices', () => refused(500));
  await open();
  act(() => bus.emit('notices/counted', { unread: 2 }));
  await userEvent.click(screen.getByRole('button', { name: 'Messages (2 à lire)' }));
  expect(await screen.findByText(/n'ont pas pu être lus/)).toBeVisible();
  serve('GET /user/notices', { data: [{ ...KEPT[0], isRead: true }], next: null, unread: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText(/admin a annulé un ajout/)).toBeVisible();
});

it('notices: a page without a socket reads the number of unread notices after a while', async () => {
  const calls = serve('GET /user/notices', { data: KEPT, next: null, unread: 1 });
  await open();
  expect(
    await screen.findByRole('button', { name: 'Messages (1 à lire)' }, { timeout: 30_000 }),
  ).toBeVisible();
  expect(calls).toHaveLength(1);
}, 60_000);
