import { bus } from '@palier/shared/bus';
import { currentUser } from '@palier/shared/session';
import { held, renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, mockWire, wire } from '../../testing/wire';

mockWire();

const STORED = 'palier.agent.attempt.k-1';
const box = () => screen.findByRole('status', { name: 'Opérations interrompues' });

/** As a reload leaves it: the attempt in storage, nothing in memory. */
function leaveAttempt(kind = 'DEPOSIT', startedAt = Date.now()): void {
  signInForTest();
  const attempt = { agentId: 3, kind, username: 'joueur7', amount: 40, key: 'k-1', digest: 1, startedAt };
  sessionStorage.setItem(STORED, JSON.stringify(attempt));
}

function answerWith(answer: () => Response): string[] {
  const asked: string[] = [];
  wire.use(
    http.post(api('/transactions/attempts/:key'), ({ params }) => {
      asked.push(String(params.key));
      return answer();
    }),
  );
  return asked;
}

describe.each(['/admin', '/admin/create', '/refund/7', '/withdraw/7', '/admin/7/edit'])('at %s', (path) => {
  test('When a lost attempt was carried out, then it says so, once, and the balance is read again', async () => {
    leaveAttempt();
    const asked = answerWith(() => HttpResponse.json({ wasCarriedOut: true }));
    const heard = jest.fn();
    const stop = bus.on('balance/outdated', heard);
    renderRoutes(routes, path);
    const told = await box();
    await waitFor(() => expect(told).toHaveTextContent('Ajout de 40,00 DT à joueur7 : opération effectuée.'));
    await waitFor(() => expect(heard).toHaveBeenCalled());
    stop();
    expect(asked).toEqual(['k-1']);
    expect(sessionStorage.getItem(STORED)).toBeNull();
  });
});

test.each([
  ['WITHDRAWAL', 'Retrait de 40,00 DT à joueur7 : opération non effectuée.'],
  ['USER_CREATION', 'Création de joueur7 avec 40,00 DT : opération non effectuée.'],
])('When a lost %s was not carried out, then it says so and can be closed', async (kind, text) => {
  leaveAttempt(kind);
  answerWith(() => HttpResponse.json({ wasCarriedOut: false }));
  renderRoutes(routes, '/admin');
  const told = await box();
  await waitFor(() => expect(told).toHaveTextContent(text));
  await userEvent.click(within(told).getByRole('button', { name: 'Fermer' }));
  expect(told).toBeEmptyDOMElement();
  // The button that had the focus is gone.
  expect(screen.getByRole('heading', { name: 'Admin' })).toHaveFocus();
  expect(sessionStorage.getItem(STORED)).toBeNull();
});

test('When the outcome cannot be read, then it is said unknown and the attempt stays until Vérifier succeeds', async () => {
  leaveAttempt();
  let isUp = false;
  answerWith(() => (isUp ? HttpResponse.json({ wasCarriedOut: true }) : HttpResponse.error()));
  renderRoutes(routes, '/admin');
  const told = await box();
  await waitFor(() => expect(console.warn).toHaveBeenCalled());
  await waitFor(() => expect(told).toHaveTextContent('Ajout de 40,00 DT à joueur7 : résultat inconnu.'));
  expect(sessionStorage.getItem(STORED)).not.toBeNull();
  isUp = true;
  await userEvent.click(within(told).getByRole('button', { name: 'Vérifier' }));
  await waitFor(() => expect(told).toHaveTextContent('opération effectuée'));
});

test.each([
  ['knows no such call', () => new HttpResponse(null, { status: 404 })],
  ['cannot be reached', () => HttpResponse.error()],
])(
  'When the server %s, then the history is offered, and the line is closed for good once that is confirmed',
  async (_, answer) => {
    leaveAttempt();
    answerWith(answer);
    const { unmount } = renderRoutes(routes, '/admin');
    const told = await box();
    const close = await within(told).findByRole('button', { name: 'Fermer' });
    expect(told).toHaveTextContent('Ajout de 40,00 DT à joueur7 : résultat inconnu.');
    expect(within(told).getByRole('link', { name: 'Historique' })).toHaveAttribute('href', '/history');
    await userEvent.click(close);
    await userEvent.click(within(told).getByRole('button', { name: 'Confirmer' }));
    expect(told).toBeEmptyDOMElement();
    unmount();
    renderRoutes(routes, '/admin');
    await screen.findByText('joueur7');
    expect(await box()).toBeEmptyDOMElement();
  },
);

const WEEK_MS = 7 * 24 * 60 * 60_000;

test('When an attempt is so old that the server has forgotten its key, then nothing is asked and the history is offered', async () => {
  leaveAttempt('DEPOSIT', Date.now() - WEEK_MS);
  const asked = answerWith(() => HttpResponse.json({ wasCarriedOut: false }));
  renderRoutes(routes, '/admin');
  const told = await box();
  await waitFor(() => expect(told).toHaveTextContent('Ajout de 40,00 DT à joueur7 : résultat inconnu.'));
  await userEvent.click(within(told).getByRole('button', { name: 'Vérifier' }));
  expect(within(told).getByRole('link', { name: 'Historique' })).toBeVisible();
  expect(told).toHaveTextContent('résultat inconnu');
  expect(asked).toEqual([]);
});

test('When Fermer is pressed and not confirmed, then the attempt stays: Enter pressed twice, Escape and Annuler all leave it', async () => {
  leaveAttempt();
  answerWith(() => new HttpResponse(null, { status: 404 }));
  renderRoutes(routes, '/admin');
  const told = await box();
  const close = () => within(told).findByRole('button', { name: 'Fermer' });
  (await close()).focus();
  await userEvent.keyboard('{Enter}');
  expect(within(told).getByRole('group')).toHaveTextContent(/la même opération.*pourrait compter deux fois/);
  await userEvent.keyboard('{Enter}');
  expect(await close()).toHaveFocus();
  await userEvent.keyboard('{Enter}{Escape}');
  expect(await close()).toHaveFocus();
  await userEvent.click(await close());
  await userEvent.click(within(told).getByRole('button', { name: 'Annuler' }));
  expect(told).toHaveTextContent('résultat inconnu');
  expect(sessionStorage.getItem(STORED)).not.toBeNull();
});

test('When the agent moves on while the outcome is read, then the next screen tells it, and the balance is read again', async () => {
  leaveAttempt();
  const answer = held();
  wire.use(
    http.post(
      api('/transactions/attempts/:key'),
      async () => {
        await answer.isDue;
        return HttpResponse.json({ wasCarriedOut: true });
      },
      { once: true },
    ),
  );
  const outdated = jest.fn();
  const stop = bus.on('balance/outdated', outdated);
  const { unmount } = renderRoutes(routes, '/admin');
  await waitFor(async () => expect(await box()).toHaveTextContent('vérification en cours'));
  unmount();
  answer.release();
  await waitFor(() => expect(outdated).toHaveBeenCalled());
  stop();
  expect(sessionStorage.getItem(STORED)).not.toBeNull();
  answerWith(() => HttpResponse.json({ wasCarriedOut: true }));
  renderRoutes(routes, '/admin');
  await waitFor(async () => expect(await box()).toHaveTextContent('opération effectuée'));
  expect(sessionStorage.getItem(STORED)).toBeNull();
});

test('When the answer is lost on this screen, then Vérifier is offered, and a retry that succeeds settles it', async () => {
  signInForTest();
  const asked = answerWith(() => HttpResponse.json({ wasCarriedOut: true }));
  wire.use(http.post(api('/transactions'), () => HttpResponse.error(), { once: true }));
  renderRoutes(routes, '/refund/7');
  await userEvent.type(await screen.findByLabelText('Montant'), '40{Enter}');
  expect(await screen.findByRole('button', { name: 'Vérifier' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Historique' })).toBeVisible();
  // The form offers the same attempt again: nobody has to let go of its key.
  expect(screen.queryByRole('button', { name: 'Fermer' })).toBeNull();
  expect(asked).toEqual([]);
  wire.use(http.post(api('/transactions'), () => HttpResponse.json({ agentNewBalance: 960 })));
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  await waitFor(() => expect(screen.getByRole('status', { name: 'location' })).toHaveTextContent('/admin'));
  expect(asked).toEqual([]);
  expect(screen.queryByText(/résultat inconnu/)).toBeNull();
});

test('When a lost attempt meets an ended session, then its outcome is told after the sign-in, and nobody has to guess', async () => {
  signInForTest();
  const asked = answerWith(() => HttpResponse.json({ wasCarriedOut: true }));
  const keys: (string | null)[] = [];
  const answers = [HttpResponse.error(), HttpResponse.json({ errors: ['Non.'] }, { status: 401 })];
  wire.use(
    http.post(api('/transactions'), ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return answers.shift();
    }),
  );
  const { unmount } = renderRoutes(routes, '/refund/7');
  await userEvent.type(await screen.findByLabelText('Montant'), '40{Enter}');
  await screen.findByRole('button', { name: 'Vérifier' });
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  await waitFor(() => expect(currentUser()).toBeNull());
  unmount();
  signInForTest();
  renderRoutes(routes, '/admin');
  await waitFor(async () =>
    expect(await box()).toHaveTextContent('Ajout de 40,00 DT à joueur7 : opération effectuée.'),
  );
  expect(keys[1]).toBe(keys[0]);
  expect(asked).toEqual([keys[0]]);
});

test("When the attempt is another agent's, then it is neither shown nor asked about", async () => {
  leaveAttempt();
  signInForTest({ id: 4 });
  const asked = answerWith(() => HttpResponse.json({ wasCarriedOut: true }));
  renderRoutes(routes, '/admin');
  await screen.findByText('joueur7');
  expect(await box()).toBeEmptyDOMElement();
  expect(asked).toEqual([]);
});
