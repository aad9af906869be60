import type { Protection } from '@palier/shared/contracts/limits';
import { clearSession } from '@palier/shared/session/writer';
import { createServe, refused, renderRoutes, runWire, signInForTest } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { routes } from '../../routes';

const PROTECTION = 'GET /user/protection';
const LIMITS = 'POST /user/protection/limits';
const none: Protection = { limits: [], pausedUntil: null, excludedUntil: null };
const staked = { kind: 'staked', period: 'day', amount: 50, used: 20, asked: null } as const;

const server = setupServer(http.get('*/api/v1/*', () => refused(500)));
const serve = createServe(server);
runWire(server);
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  signInForTest({ id: 4, roleName: 'ROLE_CLIENT', balance: 100 });
});
afterEach(clearSession);

const open = async () => {
  renderRoutes(routes, '/protection');
  return screen.findByRole('heading', { level: 1, name: 'Jeu responsable' });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('protection page', () => {
  test('protection: a limit is sent with its kind, period and amount, and then listed', async () => {
    serve(PROTECTION, none);
    const calls = serve(LIMITS, { ...none, limits: [staked] });
    await open();
    expect(await screen.findByText("Vous n'avez fixé aucune limite.")).toBeVisible();
    // A page that is opened to be read: no keyboard comes up, and the menu stays.
    expect(screen.getByLabelText('Montant (DT)')).not.toHaveFocus();
    await userEvent.selectOptions(screen.getByLabelText('Limiter'), 'Mises');
    await userEvent.selectOptions(screen.getByLabelText('Période'), 'par jour');
    await userEvent.type(screen.getByLabelText('Montant (DT)'), '50,5{Enter}');
    expect(await screen.findByText('Limite fixée.')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ kind: 'staked', period: 'day', amount: 50.5 }]);
    expect(screen.getByRole('listitem')).toHaveTextContent(/Mises par jour20,00.DT sur 50,00.DT/);
  });

  test('protection: a text that is no amount is refused at its field and not sent', async () => {
    serve(PROTECTION, none);
    const calls = serve(LIMITS, none);
    await open();
    await userEvent.type(await screen.findByLabelText('Montant (DT)'), 'dix{Enter}');
    expect(screen.getByLabelText('Montant (DT)')).toBeInvalid();
    expect(calls).toHaveLength(0);
  });

  test('protection: a higher limit waits, and is confirmed once it is due', async () => {
    const asked = { amount: 80, from: '2026-03-02T10:00:00.000', isConfirmable: true };
    serve(PROTECTION, { ...none, limits: [{ ...staked, asked }] });
    const calls = serve('POST /user/protection/limits/confirm', {
      ...none,
      limits: [{ ...staked, amount: 80 }],
    });
    await open();
    expect(
      await screen.findByText(/80,00.DT demandés, à confirmer à partir du 2.mars.2026 à 10:00\./),
    ).toBeVisible();
    await press('Confirmer');
    await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent(/sur 80,00/));
    expect(calls.map(({ body }) => body)).toEqual([{ kind: 'staked', period: 'day' }]);
  });

  test('protection: a removal is asked for, and cannot be confirmed before it is due', async () => {
    const asked = { amount: null, from: '2026-03-02T10:00:00.000', isConfirmable: false };
    serve(PROTECTION, { ...none, limits: [staked] });
    const calls = serve(LIMITS, { ...none, limits: [{ ...staked, asked }] });
    await open();
    await press('Supprimer Mises par jour');
    expect(await screen.findByText(/Suppression demandée, à confirmer/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirmer' })).toBeNull();
    expect(calls.map(({ body }) => body)).toEqual([{ kind: 'staked', period: 'day', amount: null }]);
  });

  test('protection: a pause begins after its question, and the page says until when', async () => {
    serve(PROTECTION, none);
    const calls = serve('POST /user/protection/pause', { ...none, pausedUntil: '2026-03-08T10:00:00.000' });
    await open();
    await press('1\u00a0semaine');
    expect(screen.getByRole('group', { name: /pause de 1.semaine/ })).toBeVisible();
    expect(calls).toHaveLength(0);
    await press('Confirmer');
    expect(await screen.findByText(/Vous êtes en pause jusqu'au 8.mars.2026 à 10:00/)).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ hours: 168 }]);
  });

  test('protection: an exclusion is asked about once more, and ends the page', async () => {
    serve(PROTECTION, none);
    const calls = serve('POST /user/protection/exclusion', {
      ...none,
      excludedUntil: '2026-09-01T10:00:00.000',
    });
    await open();
    await press('6\u00a0mois');
    const question = screen.getByRole('group', { name: /personne ne pourra l'annuler/ });
    expect(within(question).getByRole('button', { name: 'Annuler' })).toHaveFocus();
    await press('Confirmer');
    expect(await screen.findByText(/Vous êtes exclu du jeu jusqu'au 1er.septembre.2026/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Fixer la limite' })).toBeNull();
    expect(calls.map(({ body }) => body)).toEqual([{ months: 6 }]);
  });

  test('protection: a refusal shows its sentence, and a failed read can be repeated', async () => {
    serve(PROTECTION, none);
    serve(LIMITS, () => refused(400, { errors: ['Le montant est trop grand.'] }));
    await open();
    await userEvent.type(await screen.findByLabelText('Montant (DT)'), '99999999999{Enter}');
    expect(await screen.findByText('Le montant est trop grand.')).toBeVisible();
  });

  test('protection: the catalogue leads to it with one touch', async () => {
    renderRoutes(routes, '/home');
    expect(await screen.findByRole('link', { name: 'Jeu responsable' })).toHaveAttribute(
      'href',
      '/protection',
    );
  });
});
