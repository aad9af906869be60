import { act, render, screen, waitFor, within } from '@testing-library/react';
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
import { bus } from '@palier/shared/bus';
import type { ReceivedRequest } from '@palier/shared/contracts/balance-requests';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { Notices } from '../notices';

const server = setupServer();
runWire(server);
const serve = createServe(server);

const RECEIVED = 'GET /requests/received';
const SEEN = 'POST /requests/received/seen';
const REFUSE = 'POST /requests/received/:id/refuse';

const request = (id: number, overrides: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  id,
  type: 'DEPOSIT',
  amount: 40,
  note: null,
  createdAt: '2026-03-01T10:00:00.000',
  expiresAt: '2026-03-02T10:00:00.000',
  ageS: 200,
  isReserved: false,
  userId: 7,
  username: `joueur${id}`,
  ...overrides,
});
const serveRequests = (...data: ReceivedRequest[]) =>
  serve(RECEIVED, { data: [...data], next: null, total: data.length });

/** Renders the notices of a signed-in agent beside a header and a page. */
function open(path = '/admin', role: 'ROLE_ADMIN' | 'ROLE_CLIENT' = 'ROLE_ADMIN'): void {
  signInForTest({ roleName: role });
  window.requestIdleCallback = (work) => {
    work({ didTimeout: false, timeRemaining: () => 0 });
    return 1;
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <header>
          <span data-bell />
        </header>
        <main id="contenu" />
        <Notices />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const panel = () => screen.findByRole('region', { name: 'Demandes' });

beforeEach(() => {
  sessionStorage.clear();
  serve(SEEN, { seen: 1 });
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});

describe('open requests', () => {
  test('requests: they are listed at the foot of the page with their age, and are marked as seen', async () => {
    const seen = serve(SEEN, { seen: 2 });
    serveRequests(request(11, { note: 'ce soir' }), request(12, { type: 'WITHDRAWAL', isReserved: true }));
    open();
    const items = within(await panel()).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent.replace(/\s/g, ' '))).toEqual([
      'joueur11 · ajout de 40,00 TNDil y a 3 min · ce soir PayerRefuser',
      'joueur12 · retrait de 40,00 TNDil y a 3 min réservéPayerRefuser',
    ]);
    expect(screen.getByRole('link', { name: 'Payer la demande de joueur11' })).toHaveAttribute(
      'href',
      '/refund/7?amount=40&request=11',
    );
    expect(screen.getByRole('link', { name: 'Payer la demande de joueur12' })).toHaveAttribute(
      'href',
      '/withdraw/7?amount=40&request=12',
    );
    await waitFor(() => expect(seen.map(({ body }) => body)).toEqual([{ upTo: 12 }]));
    expect(screen.getByRole('button', { name: 'Demandes à traiter (2)' })).toBeVisible();
  });

  test('requests: other pages show them in the bell only', async () => {
    serveRequests(request(11));
    open('/history');
    await userEvent.click(await screen.findByRole('button', { name: 'Demandes à traiter (1)' }));
    expect(screen.queryByRole('region', { name: 'Demandes' })).toBeNull();
    expect(await screen.findByText('joueur11')).toBeInTheDocument();
  });

  test('requests: a player reads none', async () => {
    const calls = serveRequests(request(11));
    open('/home', 'ROLE_CLIENT');
    act(() => bus.emit('notice/raised', { tone: 'info', text: 'prêt' }));
    expect(await screen.findByRole('button', { name: 'Messages du jour (1)' })).toBeVisible();
    expect(calls).toEqual([]);
  });

  test('requests: a new one is read at once and raises a notice with its form', async () => {
    serveRequests(request(11));
    open();
    await panel();
    const notices = recordEvents('notice/raised');
    serveRequests(request(11), request(12));
    act(() => bus.emit('requests/changed', {}));
    expect(await screen.findByRole('link', { name: 'Payer la demande de joueur12' })).toBeVisible();
    expect(notices).toEqual([
      {
        tone: 'info',
        text: 'joueur12 demande un ajout de 40,00\u00a0TND.',
        link: { to: '/refund/7?amount=40&request=12', text: 'Payer' },
      },
    ]);
  });

  test('requests: two presses refuse one with a listed reason', async () => {
    serveRequests(request(11));
    const refusals = serve(REFUSE, noContent);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Refuser la demande de joueur11' }));
    expect(screen.getByRole('button', { name: 'Pas de solde disponible' })).toHaveFocus();
    serveRequests();
    await userEvent.click(screen.getByRole('button', { name: 'Compte à vérifier' }));
    await waitFor(() => expect(refusals.map(({ body }) => body)).toEqual([{ reason: 'Compte à vérifier' }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Demandes' })).toBeNull());
  });

  test('requests: own words are sent, a fault shows below them, and Escape closes them', async () => {
    serveRequests(request(11));
    const refusals = serve(REFUSE, () =>
      refused(400, { errors: ['Le motif est vide.'], code: 'invalid-input', field: 'reason' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Refuser la demande de joueur11' }));
    const field = screen.getByRole('textbox', { name: 'Autre motif' });
    await userEvent.type(field, 'demain{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Le motif est vide.');
    expect(refusals.map(({ body }) => body)).toEqual([{ reason: 'demain' }]);
    await userEvent.type(field, '{Escape}');
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
