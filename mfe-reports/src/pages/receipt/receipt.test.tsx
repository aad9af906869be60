import { createHold, recordEvents, refused, renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { item, runMockServer, pageOfItems, serve } from '../../testing/wire';

runMockServer();

const MOVEMENT = 'GET /transactions/:id';
const REVERSAL = 'POST /transactions/:id/reversal';
const OUTGOING = 'GET /transactions/history/outgoing';
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const movement = item(48213, { targetUsername: 'nadia', amount: 50, note: 'avance de mars' });
const young = { ...movement, isReversible: true };
const terms = () => screen.getAllByRole('term').map((term) => term.textContent);

beforeEach(() => {
  localStorage.clear();
  signInForTest({ username: 'admin' });
});

describe('receipt', () => {
  test('receipt: it shows the house, number, amount, type, date, both sides, note and balances', async () => {
    serve(MOVEMENT, { ...movement, targetBalanceAfter: 70 });
    renderRoutes(routes, '/receipt/48213');
    expect(await screen.findByRole('heading', { name: /^Reçu n°\s48213$/ })).toBeVisible();
    expect(await screen.findByText('avance de mars')).toBeVisible();
    expect(screen.getByText('50,00')).toBeVisible();
    expect(screen.getByText('Palier')).toBeVisible();
    expect(terms()).toEqual([
      'Mouvement',
      'Date',
      'Agent',
      'Compte',
      'Note',
      'Solde de nadia après',
      'Votre solde après',
    ]);
    expect(screen.getAllByRole('definition').map((text) => text.textContent.replace(/\s/g, ' '))).toEqual([
      'Ajouter',
      '2026-03-01 10:20:30',
      'admin',
      'nadia',
      'avance de mars',
      '70,00',
      '1 310,50',
    ]);
    expect(screen.getByRole('link', { name: "Retour à l'historique" })).toHaveAttribute('href', '/history');
  });

  test('receipt: a movement that does not exist offers no print', async () => {
    serve(MOVEMENT, () => refused(404, { errors: ['Mouvement introuvable.'] }));
    renderRoutes(routes, '/receipt/1');
    expect(await screen.findByRole('alert')).toHaveTextContent('Mouvement introuvable.');
    expect(screen.queryByRole('button', { name: 'Imprimer' })).toBeNull();
  });

  test('receipt: a reversed movement names the reversal and cannot be reversed again', async () => {
    serve(MOVEMENT, { ...movement, reversedBy: 48214 });
    renderRoutes(routes, '/receipt/48213');
    expect(await screen.findByText('n° 48214')).toBeVisible();
    expect(screen.queryByRole('button', { name: "Annuler l'ajout" })).toBeNull();
  });

  test('receipt: the chosen paper is kept for the next receipt', async () => {
    serve(MOVEMENT, movement);
    const { unmount } = renderRoutes(routes, '/receipt/48213');
    expect(await screen.findByRole('button', { name: '80 mm' })).toHaveAttribute('aria-pressed', 'true');
    await press('58 mm');
    unmount();
    renderRoutes(routes, '/receipt/48213');
    expect(await screen.findByRole('button', { name: '58 mm' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('receipt: the shared text has no balance of the agent', async () => {
    serve(MOVEMENT, { ...movement, targetBalanceAfter: 70 });
    const { unmount } = renderRoutes(routes, '/receipt/48213');
    await screen.findByText('avance de mars');
    expect(screen.queryByRole('button', { name: 'Partager' })).toBeNull();
    unmount();
    const share = jest.fn(() => Promise.reject(new DOMException('', 'AbortError')));
    Object.assign(navigator, { share });
    renderRoutes(routes, '/receipt/48213');
    await press('Partager');
    Reflect.deleteProperty(navigator, 'share');
    expect(share).toHaveBeenCalledWith({
      title: 'Reçu n°\u00a048213',
      text: [
        'Palier',
        'Reçu n°\u00a048213',
        'Montant\u00a0: 50,00\u00a0DT',
        'Mouvement\u00a0: Ajouter',
        'Date\u00a0: 2026-03-01 10:20:30',
        'Agent\u00a0: admin',
        'Compte\u00a0: nadia',
        'Note\u00a0: avance de mars',
        'Solde de nadia après\u00a0: 70,00',
      ].join('\n'),
    });
  });
});

describe('reversal of a deposit', () => {
  const row = async () => (await screen.findByText(/^n° 48213/)).closest('tr')!;

  test('reversal: only an own young deposit offers it, and each movement a receipt', async () => {
    serve(
      OUTGOING,
      pageOfItems([young, item(1), item(2, { isReversible: true, initiatorUsername: 'autre' })]),
    );
    renderRoutes(routes, '/history');
    expect(within(await row()).getByRole('button', { name: "Annuler l'ajout" })).toBeVisible();
    expect(await row()).toHaveTextContent(/« avance de mars »/);
    expect(screen.getAllByRole('button', { name: "Annuler l'ajout" })).toHaveLength(1);
    expect(screen.getByRole('link', { name: /^Reçu n°\s2$/ })).toHaveAttribute('href', '/receipt/2');
  });

  test('reversal: a sentence confirms it with the focus, and balance and history follow', async () => {
    const balances = recordEvents('balance/changed');
    serve(OUTGOING, pageOfItems([item(48214, { reverses: 48213 }), { ...movement, reversedBy: 48214 }]));
    serve(OUTGOING, pageOfItems([young]), { once: true });
    const calls = serve(REVERSAL, { agentNewBalance: 1360.5, transactionId: 48214 });
    renderRoutes(routes, '/history');
    await press("Annuler l'ajout");
    expect(screen.getByRole('group', { name: /^Annuler l'ajout de 50,00\sDT à nadia/ })).toBeVisible();
    await press('Confirmer');
    const outcome = await screen.findByText(/^Ajout annulé\s: 50,00\sDT retirés à nadia\.$/);
    await waitFor(() => expect(outcome).toHaveFocus());
    expect(await screen.findByText(/annule le n° 48213/)).toBeVisible();
    expect(await row()).toHaveTextContent(/annulé par le n° 48214/);
    expect(balances).toEqual([{ balance: 1360.5 }]);
    expect(calls).toHaveLength(1);
  });

  test.each([
    [
      'the server refuses',
      () => refused(409, { errors: ["Le compte n'a plus ce montant."], code: 'money-spent' }),
      /^Le compte n'a plus ce montant\.$/,
    ],
    ['the answer is lost', () => Response.error(), /^Le résultat de l'annulation est inconnu/],
  ])('reversal: if %s, a sentence says so and the button comes back', async (_, answer, sentence) => {
    const hold = createHold();
    serve(OUTGOING, pageOfItems([young]));
    serve(REVERSAL, () => hold.released.then(answer));
    renderRoutes(routes, '/history');
    await press("Annuler l'ajout");
    await press('Confirmer');
    expect(screen.queryByText(sentence)).toBeNull();
    hold.release();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await screen.findByRole('button', { name: "Annuler l'ajout" })).toHaveFocus();
  });
});
