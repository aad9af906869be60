import type { OwnRequest, OwnRequests } from '@palier/shared/contracts/balance-requests';
import { bus } from '@palier/shared/bus';
import { lost, recordEvents, refused, renderRoutes, signInForTest } from '@palier/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { runMockServer, serve } from '../../testing/wire';

runMockServer();

const OWN = 'GET /requests';
const ASK = 'POST /requests';

const request = (id: number, overrides: Partial<OwnRequest> = {}): OwnRequest => ({
  id,
  type: 'DEPOSIT',
  amount: 40,
  note: null,
  createdAt: '2026-03-01T10:00:00.000',
  expiresAt: '2026-03-02T10:00:00.000',
  ageS: 200,
  isReserved: false,
  status: 'OPEN',
  seenAt: null,
  closedAt: null,
  reason: null,
  transactionId: null,
  ...overrides,
});
const serveOwn = (data: readonly OwnRequest[], overrides: Partial<OwnRequests> = {}) =>
  serve(OWN, { data: [...data], next: null, payoutsReserve: false, ...overrides });

const amount = () => screen.findByRole('textbox', { name: 'Montant' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => signInForTest({ roleName: 'ROLE_CLIENT', balance: 100 }));

describe('own requests', () => {
  test('requests: each one says how it stands', async () => {
    const closedAt = '2026-03-01T11:30:00.000';
    serveOwn([
      request(16),
      request(15, { type: 'WITHDRAWAL', seenAt: '2026-03-01T10:05:00.000', isReserved: true }),
      request(14, { status: 'PAID', closedAt, transactionId: 48213 }),
      request(13, { status: 'REFUSED', closedAt, reason: 'Compte à vérifier' }),
      request(12, { status: 'WITHDRAWN', closedAt }),
      request(11, { status: 'EXPIRED', closedAt }),
    ]);
    renderRoutes(routes, '/requests');
    await screen.findByText('Retirée');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.replace(/\s/g, ' '))).toEqual(
      [
        'ajout de 40,00 TNDDemandé il y a 3 min Retirer la demande',
        'retrait de 40,00 TNDDemandé il y a 3 min · Vu le 1er mars 2026 à 10:05 réservéRetirer la demande',
        'ajout de 40,00 TNDPayé le 1er mars 2026 à 11:30 Reçu',
        'ajout de 40,00 TNDRefusé : Compte à vérifier ',
        'ajout de 40,00 TNDRetirée ',
        'ajout de 40,00 TNDExpirée ',
      ],
    );
    expect(screen.getByRole('link', { name: 'Reçu' })).toHaveAttribute('href', '/receipt/48213');
  });

  test('requests: a player asks for a deposit, and the balance is read again', async () => {
    const asked = serve(ASK, { id: 12 });
    serveOwn([]);
    const outdated = recordEvents('balance/outdated');
    renderRoutes(routes, '/requests');
    expect(await screen.findByText('Aucune demande.')).toBeVisible();
    await userEvent.type(await amount(), '1 000');
    serveOwn([request(12)]);
    await press('Demander un ajout');
    expect(await screen.findByText('Demande envoyée.')).toBeVisible();
    expect(asked.map(({ body }) => body)).toEqual([{ type: 'DEPOSIT', amount: 1000 }]);
    expect(await screen.findByText(/Demandé il y a 3/)).toBeVisible();
    expect(outdated).toHaveLength(1);
    expect(await amount()).toHaveValue('');
  });

  test.each([
    ['0', 'Demander un ajout', 'Le montant doit être supérieur à zéro.'],
    ['', 'Demander un ajout', 'Le montant doit être supérieur à zéro.'],
    ['1,5', 'Demander un ajout', 'Le montant doit être un nombre valide.'],
    ['douze', 'Demander un retrait', 'Le montant doit être un nombre valide.'],
    ['101', 'Demander un retrait', 'Le montant à retirer dépasse le solde disponible.'],
  ])('requests: « %s » with « %s » is refused before it is sent', async (text, button, sentence) => {
    serveOwn([]);
    const asked = serve(ASK, { id: 12 });
    renderRoutes(routes, '/requests');
    if (text !== '') await userEvent.type(await amount(), text);
    await press(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(await amount()).toHaveFocus();
    expect(asked).toEqual([]);
  });

  test('requests: a refusal of the server is shown, and the typed amount stays', async () => {
    serveOwn([]);
    serve(ASK, () => refused(409, { errors: ['Vous avez déjà une demande.'], code: 'conflict' }));
    renderRoutes(routes, '/requests');
    await userEvent.type(await amount(), '40');
    await press('Demander un retrait');
    expect(await screen.findByRole('alert')).toHaveTextContent('Vous avez déjà une demande.');
    expect(await amount()).toHaveValue('40');
  });

  test('requests: one whose answer is lost is in the list, and the balance is read again', async () => {
    serveOwn([]);
    serve(ASK, () => {
      serveOwn([request(12, { type: 'WITHDRAWAL', isReserved: true })]);
      return lost();
    });
    const outdated = recordEvents('balance/outdated');
    renderRoutes(routes, '/requests');
    expect(await screen.findByText('Aucune demande.')).toBeVisible();
    await userEvent.type(await amount(), '40');
    await press('Demander un retrait');
    expect(await screen.findByRole('alert')).toHaveTextContent('Regardez si la demande est dans la liste');
    expect(await screen.findByText('réservé')).toBeVisible();
    expect(outdated).toHaveLength(1);
  });

  test('requests: nothing is said about the sum of a payout until it is known', async () => {
    serve(OWN, lost);
    renderRoutes(routes, '/requests');
    expect(await screen.findByText(/n'ont pas pu être lues/)).toBeVisible();
    expect(screen.queryByText(/ne bloque rien/)).toBeNull();
  });

  test('requests: the page says whether a payout request holds its sum back', async () => {
    serveOwn([]);
    renderRoutes(routes, '/requests');
    expect(await screen.findByText(/ne bloque rien/)).toBeVisible();
    serveOwn([], { payoutsReserve: true });
    act(() => bus.emit('requests/changed', {}));
    expect(await screen.findByText(/quitte votre solde tout de suite/)).toBeVisible();
  });

  test('requests: the asker withdraws one', async () => {
    serveOwn([request(12)]);
    const withdrawn = serve('POST /requests/:id/withdraw', { id: 12 });
    renderRoutes(routes, '/requests');
    await screen.findByText('Retirer la demande');
    serveOwn([request(12, { status: 'WITHDRAWN' })]);
    await press('Retirer la demande\u00a0: ajout de 40,00\u00a0TND');
    expect(await screen.findByText('Retirée')).toBeVisible();
    expect(withdrawn).toHaveLength(1);
  });

  test('requests: an agent asks for balance only, with the amount of the address', async () => {
    signInForTest({ roleName: 'ROLE_ADMIN' });
    serveOwn([]);
    const asked = serve(ASK, { id: 12 });
    renderRoutes(routes, '/requests/balance?amount=500');
    expect(await amount()).toHaveValue('500');
    expect(screen.queryByRole('button', { name: 'Demander un retrait' })).toBeNull();
    await userEvent.type(await amount(), '{Enter}');
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ type: 'DEPOSIT', amount: 500 }]));
  });
});
