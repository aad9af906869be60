import { bus } from '@palier/shared/bus';
import { messages as reversal } from '@palier/shared/reverse-deposit/reversal.messages';
import { currentUser } from '@palier/shared/session';
import { setBalance } from '@palier/shared/session/writer';
import {
  currentPath,
  createHold,
  lost,
  recordEvents,
  refused,
  renderRoutes,
  signInForTest,
} from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { account, runMockServer, pageOfAccounts, rowOf, serve } from '../../testing/wire';

runMockServer();

const TRANSFER = 'POST /transactions';
const TARGET = 'GET /user/sub-account/:id';
const HISTORY = 'GET /transactions/history/outgoing';
const ATTEMPT = 'POST /transactions/attempts/:key';
const SUCCESS = { agentNewBalance: 960 };
const ABOVE_BALANCE = 'Le montant à retirer dépasse le solde disponible.';

const amount = () => screen.findByRole('spinbutton', { name: 'Montant' });
const type = async (text: string) => userEvent.type(await amount(), text);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const open = (path: `/refund/7${string}` | '/withdraw/7') => renderRoutes(routes, path);
const ownBalance = () => screen.getByText('Votre solde').parentElement;

describe('refund form', () => {
  test('refund form: it shows Back, the action with the username, and the balance read again', async () => {
    const outdated = recordEvents('balance/outdated');
    open('/refund/7');
    expect(await screen.findByRole('heading', { name: /Ajouter.*joueur7/ })).toBeVisible();
    const back = screen.getByRole('link', { name: 'Back' });
    expect(back).toHaveAttribute('href', '/admin');
    expect(screen.getByText('Back')).toHaveAttribute('lang', 'en');
    expect(await amount()).toHaveFocus();
    expect(screen.getByRole('form', { name: /^Ajouter.*joueur7$/ })).toContainElement(await amount());
    await waitFor(() => expect(outdated).not.toHaveLength(0));
  });

  test('refund form: a screen reader hears the error and both balances with the field', async () => {
    open('/refund/7');
    await type('1001{Enter}');
    expect(await amount()).toHaveAccessibleDescription(
      /^Le montant à ajouter dépasse votre solde disponible\. joueur7 .*500,00.*Votre solde .*1.000,00/,
    );
  });

  test('refund form: what limits the deposit shows before an amount is typed', async () => {
    const deposit = { perMovement: 200, leftToday: 350.5, leastBalance: 50, leftToReceive: 25 };
    serve(TARGET, { username: 'joueur7', balance: 500, deposit });
    open('/refund/7');
    const list = await screen.findByRole('list', { name: 'Limites de cet ajout' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '200,00\u00a0DT au plus par ajout.',
      "Encore 350,50\u00a0DT à ajouter aujourd'hui.",
      'Votre solde reste à 50,00\u00a0DT au moins.',
      "Ce joueur s'est limité\u00a0: il peut encore recevoir 25,00\u00a0DT.",
    ]);
    expect(await amount()).toHaveAccessibleDescription(/200,00.DT au plus par ajout/);
  });

  test('refund form: it says that an excluded player receives nothing, and until when', async () => {
    const deposit = { stopped: 'excluded', stoppedUntil: '2027-05-28T14:05:09.000' };
    serve(TARGET, { username: 'joueur7', balance: 500, deposit });
    open('/refund/7');
    expect(
      await screen.findByText(
        /^Ce joueur s'est exclu du jeu jusqu'au 28.mai.2027 à 14:05.: il ne reçoit rien/,
      ),
    ).toBeVisible();
  });

  test('refund form: the same text is announced twice for two refused amounts', async () => {
    open('/refund/7');
    await type('0{Enter}');
    const first = screen.getByRole('alert');
    await userEvent.keyboard('0{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Le montant doit être supérieur à zéro.');
    expect(first).not.toBeInTheDocument();
  });

  test('refund form: both balances follow the typed amount, which the wheel does not change', async () => {
    open('/refund/7');
    await type('40');
    const [target, own] = screen.getAllByRole('definition');
    expect(target).toHaveTextContent(/500,00.*→.*540,00/);
    expect(own).toHaveTextContent(/1.000,00.*→.*960,00/);
    fireEvent.wheel(await amount(), { deltaY: 100 });
    expect(await amount()).toHaveValue('40');
  });

  test('refund form: the amount is text for a keypad of digits, heard as a number with steps', async () => {
    open('/refund/7');
    const field = await amount();
    expect(field).toHaveProperty('type', 'text');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(field).not.toHaveAttribute('aria-valuenow');
    await type('1 234,00');
    expect(field).toHaveAttribute('aria-valuenow', '1234');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(field).toHaveValue('1235');
  });

  test('refund form: an amount that is pasted as the screens show it is shown and sent', async () => {
    const calls = serve(TRANSFER, SUCCESS);
    signInForTest({ balance: 5000 });
    open('/refund/7');
    await userEvent.click(await amount());
    await userEvent.paste('1\u202f234,00\u00a0DT');
    expect(ownBalance()).toHaveTextContent(/5.000,00.*→.*3.766,00/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ amount: 1234 });
  });

  test('refund form: a sentence has both amounts that a text may mean, and nothing is sent', async () => {
    const calls = serve(TRANSFER, SUCCESS);
    open('/refund/7');
    await type('1.234{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(
      /« 1\.234 » peut vouloir dire 1 234 DT ou 1 DT et 234 millimes\./,
    );
    expect(await amount()).toHaveFocus();
    expect(calls).toHaveLength(0);
  });

  test('refund form: a call in flight does not count twice in the balance that includes it', async () => {
    const { released, release } = createHold();
    serve(TRANSFER, () => released.then(() => refused(400, { errors: ['Non.'] })));
    open('/refund/7');
    await type('40{Enter}');
    act(() => setBalance(960));
    expect(ownBalance()).toHaveTextContent(/^Votre solde960,00\sDT$/);
    release();
    await screen.findByText('Non.');
    expect(ownBalance()).toHaveTextContent(/960,00.*→.*920,00/);
  });

  test('refund form: a success publishes the balance and opens the list with a notice', async () => {
    const calls = serve(TRANSFER, { ...SUCCESS, transactionId: 48213 });
    const changed = recordEvents('balance/changed');
    const notices = recordEvents('notice/raised');
    open('/refund/7');
    await type('40{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(calls).toEqual([
      {
        search: '',
        body: { receiverUsername: 'joueur7', amount: 40, type: 'DEPOSIT' },
        key: expect.stringMatching(/.{8}/),
      },
    ]);
    expect(changed).toEqual([{ balance: 960 }]);
    expect(notices[0]?.link).toEqual({ to: '/receipt/48213', text: 'Reçu' });
  });

  test('refund form: the notice of a success offers to take the deposit back', async () => {
    serve(TRANSFER, { ...SUCCESS, transactionId: 48213 });
    const notices = recordEvents('notice/raised');
    open('/refund/7');
    await type('40{Enter}');
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]).toMatchObject({
      text: 'Ajout de 40,00\u00a0DT à joueur7\u00a0: mouvement effectué.',
      undo: {
        label: "Annuler l'ajout",
        question: "Annuler l'ajout de 40,00\u00a0DT à joueur7\u00a0?",
        path: '/transactions/48213/reversal',
      },
    });
    expect(notices[0]?.undo).not.toHaveProperty('body');
  });

  test('refund form: the list marks the row of the paid account and focuses its name, once', async () => {
    serve(TRANSFER, SUCCESS);
    serve('POST /user/sub-accounts', pageOfAccounts([account(7), account(8)]));
    open('/refund/7');
    await type('40{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    const row = await rowOf('joueur7');
    expect(within(row).getByText('+40,00 DT')).toBeVisible();
    await waitFor(() => expect(within(row).getByRole('link', { name: 'joueur7' })).toHaveFocus());
    await userEvent.click(within(row).getByRole('link', { name: 'Retirer' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    expect(within(await rowOf('joueur7')).queryByText('+40,00 DT')).toBeNull();
  });

  test('refund form: the list unmarks the row when its own deposit is taken back', async () => {
    serve(TRANSFER, SUCCESS);
    serve('POST /user/sub-accounts', pageOfAccounts([account(7), account(8)]));
    open('/refund/7');
    await type('40{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(within(await rowOf('joueur7')).getByText('+40,00 DT')).toBeVisible();
    const say = (text: string) => act(() => bus.emit('notice/raised', { tone: 'success', text }));
    say('Ajout annulé\u00a0: 40,00\u00a0DT retirés à joueur8.');
    expect(within(await rowOf('joueur7')).getByText('+40,00 DT')).toBeVisible();
    say(reversal.done('40,00', 'joueur7'));
    expect(within(await rowOf('joueur7')).queryByText('+40,00 DT')).toBeNull();
  });

  test('refund form: a note and added amounts are sent, but a note of spaces is not', async () => {
    const calls = serve(TRANSFER, SUCCESS);
    open('/refund/7?amount=5');
    expect(await amount()).toHaveValue('5');
    await press('+20');
    await press('+100');
    expect(await amount()).toHaveValue('125');
    expect(screen.queryByLabelText('Note (facultatif)')).toBeNull();
    await press('Ajouter une note');
    const note = screen.getByLabelText('Note (facultatif)');
    expect(note).toHaveFocus();
    expect(note).toHaveAttribute('maxlength', '120');
    await userEvent.type(note, '  avance de mars {Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    open('/refund/7?amount=-5');
    expect((await screen.findAllByRole('spinbutton', { name: 'Montant' })).at(-1)).toHaveValue('');
    await press('+10');
    await press('Ajouter une note');
    await userEvent.type(screen.getByLabelText('Note (facultatif)'), '  {Enter}');
    await waitFor(() => expect(calls).toHaveLength(2));
    const payload = { receiverUsername: 'joueur7', type: 'DEPOSIT' };
    expect(calls.map(({ body }) => body)).toEqual([
      { ...payload, amount: 125, note: 'avance de mars' },
      { ...payload, amount: 10 },
    ]);
  });

  test('refund form: it has one input until a note is asked for', async () => {
    const { container } = open('/refund/7');
    await amount();
    expect(container.querySelectorAll('input, textarea, select')).toHaveLength(1);
  });

  test('refund form: it names other accounts that the command bar found', async () => {
    renderRoutes(routes, '/refund/7?amount=5', { similar: ['joueur70', 'joueur71', 5] });
    await amount();
    expect(screen.getByText('Autres comptes au nom proche : joueur70, joueur71.')).toBeVisible();
  });

  test('refund form: one question precedes an unusual amount, without reading the history', async () => {
    const data = [40, 50, 60, 900, 901].map((value, id) => ({
      id,
      date: '2026-03-01T10:20:30.456',
      targetUsername: 'joueur7',
      amount: value,
      initiatorTransactionType: value >= 900 ? 'WITHDRAWAL' : 'DEPOSIT',
    }));
    const reads = serve(HISTORY, { data, totalElements: 5, totalPages: 1, currentPage: 0 });
    const calls = serve(TRANSFER, () => refused(400, { errors: ['Non.'] }));
    const { unmount } = open('/refund/7');
    await type('500');
    await waitFor(() => expect(reads).toHaveLength(1));
    expect(reads[0]?.search).toBe('?page=0&size=25&targetUserId=7');
    await press('Ajouter');
    const question = await screen.findByText(
      /^Montant inhabituel\s: d'habitude environ 50,00\sDT pour joueur7/,
    );
    expect(calls).toHaveLength(0);
    await type('0');
    expect(question).not.toBeInTheDocument();
    await userEvent.type(await amount(), '{Backspace}{Enter}');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(await screen.findByText('Non.')).toBeVisible();
    unmount();
    serve(HISTORY, () => refused(500));
    open('/refund/7');
    await type('500{Enter}');
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  test('refund form: one call is sent for a double click and Enter', async () => {
    const { released, release } = createHold();
    const calls = serve(TRANSFER, () => released.then(() => SUCCESS));
    open('/refund/7');
    await type('40');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Ajouter' });
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.submit(button.form!);
    await waitFor(() => expect(calls).toHaveLength(1));
    release();
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(calls).toHaveLength(1);
  });

  test('refund form: 0 shows a message and sends nothing', async () => {
    const calls = serve(TRANSFER, SUCCESS);
    open('/refund/7');
    await type('0');
    await press('Ajouter');
    expect(screen.getByRole('alert')).toHaveTextContent(/^Le montant/);
    expect(await amount()).toHaveFocus();
    expect(calls).toHaveLength(0);
  });

  test('refund form: the form and its amount stay if the sub-account cannot be read again', async () => {
    open('/refund/7');
    await type('40');
    const reads = serve(TARGET, () => refused(500));
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(reads).not.toHaveLength(0));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(currentPath()).toBe('/refund/7');
    expect(await amount()).toHaveValue('40');
  });

  test('refund form: a lost answer shows a text, and the retry has the same key', async () => {
    const calls = serve(TRANSFER, lost);
    open('/refund/7');
    await type('40');
    const outdated = recordEvents('balance/outdated');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Transaction failed. Please try again.');
    expect(screen.getByRole('alert').closest('[lang]')).toHaveAttribute('lang', 'en');
    await press('Ajouter');
    await waitFor(() => expect(calls).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Ajouter' })).toBeEnabled());
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(screen.getAllByText('résultat inconnu')).toHaveLength(1);
    expect(outdated).toEqual([]);
  });

  test('refund form: the amount and error of a lost payment go once it was carried out', async () => {
    serve(TRANSFER, lost);
    serve(ATTEMPT, { wasCarriedOut: true });
    open('/refund/7');
    await type('40{Enter}');
    expect(await screen.findByRole('alert')).toBeVisible();
    await press('Vérifier');
    expect(await screen.findByText('mouvement effectué')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await amount()).toHaveValue('');
  });

  test('refund form: the amount stays if a lost payment failed or the amount was changed', async () => {
    serve(TRANSFER, lost);
    serve(ATTEMPT, { wasCarriedOut: false });
    open('/refund/7');
    await type('40{Enter}');
    await press('Vérifier');
    expect(await screen.findByText('mouvement non effectué')).toBeVisible();
    expect(await amount()).toHaveValue('40');
    serve(ATTEMPT, { wasCarriedOut: true });
    await press('Ajouter');
    await type('1');
    expect(await screen.findByText('résultat inconnu')).toBeVisible();
    expect(screen.getByText('mouvement non effectué')).toBeVisible();
    await press('Vérifier');
    expect(await screen.findByText('mouvement effectué')).toBeVisible();
    expect(await amount()).toHaveValue('401');
  });

  test.each([
    ['WITHDRAWAL', 'joueur7'],
    ['DEPOSIT', 'joueur8'],
  ])(
    'refund form: the amount stays if another lost payment was carried out, a %s of %s',
    async (kind, username) => {
      const attempt = {
        agentId: 3,
        kind,
        username,
        amount: 40,
        key: 'k-1',
        digest: 1,
        startedAt: Date.now(),
      };
      sessionStorage.setItem('palier.agent.attempt.k-1', JSON.stringify(attempt));
      const { released, release } = createHold();
      serve(ATTEMPT, () => released.then(() => ({ wasCarriedOut: true })));
      open('/refund/7?amount=40');
      expect(await amount()).toHaveValue('40');
      release();
      expect(await screen.findByText('mouvement effectué')).toBeVisible();
      expect(await amount()).toHaveValue('40');
    },
  );
});

test('refund form: no balance from before shows while it is read for a form opened again', async () => {
  open('/refund/7');
  await amount();
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  const { released, release } = createHold();
  serve(TARGET, () => released.then(() => ({ username: 'joueur7', balance: 30 })));
  await userEvent.click(within(await rowOf('joueur7')).getByRole('link', { name: 'Ajouter' }));
  expect(screen.queryByRole('spinbutton')).toBeNull();
  release();
  expect(await amount()).toBeVisible();
});

test('refund form: the list shows no balance from before while it is read after a success', async () => {
  serve(TRANSFER, SUCCESS);
  renderRoutes(routes, '/admin');
  await userEvent.click(within(await rowOf('joueur7')).getByRole('link', { name: 'Ajouter' }));
  await type('40');
  const { released, release } = createHold();
  serve('POST /user/sub-accounts', () => released.then(() => pageOfAccounts([account(7)])));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(currentPath()).toBe('/admin'));
  expect(screen.queryByText('joueur7')).toBeNull();
  release();
  expect(await rowOf('joueur7')).toBeVisible();
});

test('refund form: only the shell navigates if the session ends while the sub-account is read', async () => {
  serve(TARGET, () => refused(401));
  open('/refund/7');
  await waitFor(() => expect(currentUser()).toBeNull());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(currentPath()).toBe('/refund/7');
});

describe('withdraw form', () => {
  test('withdraw form: the heading has the username and the balance followed by DT', async () => {
    open('/withdraw/7');
    expect(await screen.findByRole('heading', { name: /Retirer.*joueur7.*500,00\u00a0DT/ })).toBeVisible();
  });

  test('withdraw form: the balance is read again when the agent returns, and the amount stays', async () => {
    open('/withdraw/7');
    await type('400');
    serve(TARGET, { username: 'joueur7', balance: 30 });
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await screen.findByRole('heading', { name: /30,00\s?DT/ })).toBeVisible();
    expect(await amount()).toHaveValue('400');
  });

  test('withdraw form: a refusal reads both balances again, and the amount stays', async () => {
    open('/withdraw/7');
    await type('40');
    serve(TRANSFER, () => refused(409, { errors: ['Solde insuffisant.'], code: 'conflict' }));
    serve(TARGET, { username: 'joueur7', balance: 30 });
    const outdated = recordEvents('balance/outdated');
    const notices = recordEvents('notice/raised');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: /joueur7.*30,00\u00a0DT/ })).toBeVisible();
    expect(outdated).toHaveLength(1);
    expect(notices).toEqual([]);
    expect(screen.getByRole('alert')).toHaveTextContent('Solde insuffisant.');
    expect(screen.getByRole('alert').closest('[lang]')).toBeNull();
    expect(await amount()).toHaveValue('40');
  });

  test('withdraw form: an amount above an outdated balance is sent at the next try', async () => {
    const calls = serve(TRANSFER, { agentNewBalance: 1700 });
    open('/withdraw/7');
    await type('700');
    serve(TARGET, { username: 'joueur7', balance: 900 });
    const outdated = recordEvents('balance/outdated');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(ABOVE_BALANCE);
    expect(await screen.findByRole('heading', { name: /joueur7.*900,00\u00a0DT/ })).toBeVisible();
    expect(outdated).toHaveLength(1);
    expect(calls).toHaveLength(0);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(calls).toHaveLength(1);
  });

  test('withdraw form: a text that is no amount reads no balance again', async () => {
    open('/withdraw/7');
    await amount();
    const outdated = recordEvents('balance/outdated');
    await type('0{Enter}');
    expect(screen.getByRole('alert')).toBeVisible();
    expect(outdated).toHaveLength(0);
  });

  test('withdraw form: both balances after a valid amount show, and a WITHDRAWAL is sent', async () => {
    signInForTest({ balance: 10 });
    const calls = serve(TRANSFER, { agentNewBalance: 510 });
    open('/withdraw/7');
    await type('500');
    const [target, own] = screen.getAllByRole('definition');
    expect(target).toHaveTextContent(/500,00.*→.*\D0,00/);
    expect(own).toHaveTextContent(/10,00.*→.*510,00/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(calls[0]?.body).toEqual({ receiverUsername: 'joueur7', amount: 500, type: 'WITHDRAWAL' });
  });
});

describe('form that pays a request', () => {
  const REQUEST = {
    id: 12,
    type: 'WITHDRAWAL',
    amount: 600,
    note: 'ce soir',
    createdAt: '2026-03-01T10:00:00.000',
    expiresAt: '2026-03-02T10:00:00.000',
    ageS: 200,
    isReserved: true,
    userId: 7,
    username: 'joueur7',
    status: 'OPEN',
  };
  const address = '/withdraw/7?amount=600&request=12';

  test('request: the form is filled, counts what is reserved, and sends the request’s number', async () => {
    serve('GET /requests/received/12', REQUEST);
    const calls = serve(TRANSFER, { agentNewBalance: 1600 });
    const changes = recordEvents('requests/changed');
    renderRoutes(routes, address);
    expect(await amount()).toHaveValue('600');
    expect(screen.getByText(/^Demande n°\s12.*retrait de 600,00\sTND.*réservé.*ce soir$/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(calls[0]?.body).toEqual({
      receiverUsername: 'joueur7',
      amount: 600,
      type: 'WITHDRAWAL',
      requestId: 12,
    });
    expect(changes).toHaveLength(1);
  });

  test('request: one that is not the agent’s is said, and the server decides', async () => {
    serve('GET /requests/received/12', () =>
      refused(404, { errors: ['Demande introuvable.'], code: 'not-found' }),
    );
    renderRoutes(routes, address);
    expect(await screen.findByText('Demande introuvable.')).toBeVisible();
  });
});
