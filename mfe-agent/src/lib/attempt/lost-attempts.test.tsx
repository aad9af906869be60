import { useIsLoading } from '@palier/shared/http';
import { currentUser } from '@palier/shared/session';
import {
  currentPath,
  createHold,
  lost,
  recordEvents,
  refused,
  renderRoutes,
  signInForTest,
} from '@palier/shared/testing';
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { runMockServer, serve } from '../../testing/wire';
import { attemptsChanged$ } from './attempt-storage';

runMockServer();

const RESOLVE = 'POST /transactions/attempts/:key';
const STORED = 'palier.agent.attempt.k-1';
const WEEK_MS = 7 * 24 * 60 * 60_000;
const UNKNOWN = 'Ajout de 40,00 DT à joueur7 : résultat inconnu.';
const box = () => screen.findByRole('status', { name: 'Mouvements interrompus' });
const buttonInBox = async (name: string) => within(await box()).findByRole('button', { name });
const press = async (name: string) => userEvent.click(await buttonInBox(name));
const expectText = (text: string) => waitFor(async () => expect(await box()).toHaveTextContent(text));

/** Stores an attempt as a reload leaves it: nothing is in memory. */
function storeAttempt(kind = 'DEPOSIT', startedAt = Date.now()): void {
  const attempt = { agentId: 3, kind, username: 'joueur7', amount: 40, key: 'k-1', digest: 1, startedAt };
  sessionStorage.setItem(STORED, JSON.stringify(attempt));
}

test.each(['/admin', '/refund/7'])(
  'lost attempt at %s: the screen says that it was carried out and reads the balance again',
  async (path) => {
    storeAttempt();
    const calls = serve(RESOLVE, { wasCarriedOut: true });
    const outdated = recordEvents('balance/outdated');
    renderRoutes(routes, path);
    await expectText('Ajout de 40,00 DT à joueur7 : mouvement effectué.');
    await waitFor(() => expect(outdated).not.toHaveLength(0));
    expect(calls).toHaveLength(1);
    expect(sessionStorage.getItem(STORED)).toBeNull();
  },
);

test.each([
  ['WITHDRAWAL', 'Retrait de 40,00 DT à joueur7 : mouvement non effectué.'],
  ['USER_CREATION', 'Création de joueur7 avec 40,00 DT : mouvement non effectué.'],
])('lost %s: the screen says that it was not carried out and lets the agent close it', async (kind, text) => {
  storeAttempt(kind);
  serve(RESOLVE, { wasCarriedOut: false });
  renderRoutes(routes, '/admin');
  await expectText(text);
  await press('Fermer');
  expect(await box()).toBeEmptyDOMElement();
  expect(screen.getByRole('heading', { name: 'Admin' })).toHaveFocus();
  expect(sessionStorage.getItem(STORED)).toBeNull();
});

test('lost attempt: the outcome stays unknown until Vérifier can read it', async () => {
  storeAttempt();
  serve(RESOLVE, lost);
  renderRoutes(routes, '/admin');
  await waitFor(() => expect(console.warn).toHaveBeenCalled());
  await expectText(UNKNOWN);
  expect(sessionStorage.getItem(STORED)).not.toBeNull();
  serve(RESOLVE, { wasCarriedOut: true });
  await press('Vérifier');
  await expectText('mouvement effectué');
});

test.each([
  ['the server knows no such call', () => refused(404)],
  ['the server cannot be reached', lost],
])('lost attempt: if %s, it offers the history, and a confirmed Fermer removes it', async (_, answer) => {
  storeAttempt();
  serve(RESOLVE, answer);
  const { unmount } = renderRoutes(routes, '/admin');
  const close = await buttonInBox('Fermer');
  await expectText(UNKNOWN);
  expect(within(await box()).getByRole('link', { name: 'Historique' })).toHaveAttribute('href', '/history');
  await userEvent.click(close);
  await press('Confirmer');
  expect(await box()).toBeEmptyDOMElement();
  unmount();
  renderRoutes(routes, '/admin');
  await screen.findByText('joueur7');
  expect(await box()).toBeEmptyDOMElement();
});

test('lost attempt: it is not asked for but offers the history once the server forgot its key', async () => {
  storeAttempt('DEPOSIT', Date.now() - WEEK_MS);
  const calls = serve(RESOLVE, { wasCarriedOut: false });
  renderRoutes(routes, '/admin');
  await expectText(UNKNOWN);
  await press('Vérifier');
  expect(within(await box()).getByRole('link', { name: 'Historique' })).toBeVisible();
  await expectText('résultat inconnu');
  expect(calls).toEqual([]);
});

test('lost attempt: it stays when Fermer is answered with Enter twice, Escape or Annuler', async () => {
  storeAttempt();
  serve(RESOLVE, () => refused(404));
  renderRoutes(routes, '/admin');
  (await buttonInBox('Fermer')).focus();
  await userEvent.keyboard('{Enter}');
  expect(within(await box()).getByRole('group')).toHaveTextContent(
    /le même mouvement.*pourrait compter deux fois/,
  );
  await userEvent.keyboard('{Enter}');
  expect(await buttonInBox('Fermer')).toHaveFocus();
  await userEvent.keyboard('{Enter}{Escape}');
  expect(await buttonInBox('Fermer')).toHaveFocus();
  await press('Fermer');
  await press('Annuler');
  await expectText('résultat inconnu');
  expect(sessionStorage.getItem(STORED)).not.toBeNull();
});

test('lost attempt: the next screen shows it if the agent leaves while its outcome is read', async () => {
  storeAttempt();
  const answer = createHold();
  serve(RESOLVE, () => answer.released.then(() => ({ wasCarriedOut: true })));
  const outdated = recordEvents('balance/outdated');
  const { unmount } = renderRoutes(routes, '/admin');
  await screen.findByText('joueur7');
  await expectText('vérification en cours');
  expect(renderHook(useIsLoading).result.current).toBe(false);
  unmount();
  expect(attemptsChanged$.observed).toBe(false);
  answer.release();
  await waitFor(() => expect(outdated).not.toHaveLength(0));
  expect(sessionStorage.getItem(STORED)).not.toBeNull();
  renderRoutes(routes, '/admin');
  await expectText('mouvement effectué');
  expect(sessionStorage.getItem(STORED)).toBeNull();
});

test('lost attempt: Vérifier is offered until a retry on this screen settles it', async () => {
  const calls = serve(RESOLVE, { wasCarriedOut: true });
  serve('POST /transactions', lost);
  renderRoutes(routes, '/refund/7');
  await userEvent.type(await screen.findByLabelText('Montant'), '40{Enter}');
  expect(await buttonInBox('Vérifier')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Historique' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Fermer' })).toBeNull();
  serve('POST /transactions', () => refused(400));
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  await waitFor(async () => expect(await box()).toBeEmptyDOMElement());
  serve('POST /transactions', lost);
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  await buttonInBox('Vérifier');
  serve('POST /transactions', { agentNewBalance: 960 });
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  await waitFor(() => expect(currentPath()).toBe('/admin'));
  expect(calls).toEqual([]);
  expect(screen.queryByText(/résultat inconnu/)).toBeNull();
});

test('lost attempt: its outcome shows after the next sign-in if its retry met an ended session', async () => {
  const resolved = serve(RESOLVE, { wasCarriedOut: true });
  const answers = [lost(), refused(401, { errors: ['Non.'] })];
  const sent = serve('POST /transactions', () => answers.shift());
  const { unmount } = renderRoutes(routes, '/refund/7');
  await userEvent.type(await screen.findByLabelText('Montant'), '40{Enter}');
  await buttonInBox('Vérifier');
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  await waitFor(() => expect(currentUser()).toBeNull());
  unmount();
  signInForTest();
  renderRoutes(routes, '/admin');
  await expectText('Ajout de 40,00 DT à joueur7 : mouvement effectué.');
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(resolved).toHaveLength(1);
});

test('lost attempt: that of another agent is neither shown nor resolved', async () => {
  storeAttempt();
  signInForTest({ id: 4 });
  const calls = serve(RESOLVE, { wasCarriedOut: true });
  renderRoutes(routes, '/admin');
  await screen.findByText('joueur7');
  expect(await box()).toBeEmptyDOMElement();
  expect(calls).toEqual([]);
});
