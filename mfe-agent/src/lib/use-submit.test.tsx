import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { clearSession } from '@palier/shared/session/writer';
import {
  currentPath,
  createHold,
  lost,
  recordEvents,
  refused,
  renderRoutes,
  signInForTest,
} from '@palier/shared/testing';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../routes';
import { account, runMockServer, pageOfAccounts, rowOf, serve } from '../testing/wire';
import { useSubmit } from './use-submit';

runMockServer();

const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);

/** Answers the call of a form with `answer` when the test releases it. */
function hold(call: `POST ${string}`, answer: () => object | null) {
  const { released, release } = createHold();
  return { calls: serve(call, () => released.then(answer)), release };
}

const CASES = [
  {
    form: '/refund/7',
    call: 'POST /transactions',
    fill: () => type('Montant', '40{Enter}'),
    answer: { agentNewBalance: 960 },
    subject: 'Ajout de 40,00\u00a0DT à joueur7',
    done: 'mouvement effectué.',
  },
  {
    form: '/withdraw/7',
    call: 'POST /transactions',
    fill: () => type('Montant', '40{Enter}'),
    answer: { agentNewBalance: 1040 },
    subject: 'Retrait de 40,00\u00a0DT à joueur7',
    done: 'mouvement effectué.',
  },
  {
    form: '/admin/7/edit',
    call: 'POST /auth/change-sub-account-password/7',
    fill: () => type('Mot de passe', 'Nouveau1234{Enter}'),
    answer: null,
    subject: 'Mot de passe de joueur7',
    done: 'modifié.',
  },
  {
    form: '/admin/create',
    call: 'POST /auth/admin/register-client',
    fill: async () => {
      await type('Nom', 'nouveau');
      await type('Mot de passe', 'Nouveau1234');
      await type('Montant', '25{Enter}');
    },
    answer: { agentNewBalance: 975 },
    subject: 'Création de nouveau avec 25,00\u00a0DT',
    done: 'mouvement effectué. Son mot de passe peut être changé par «\u00a0Modifier\u00a0».',
  },
] as const;

const refuse = () => refused(409, { errors: ['Refusé.'], code: 'conflict' });
test.each([
  ...CASES.map((form) => ({
    ...form,
    outcome: 'succeeds',
    answer: () => form.answer,
    tone: 'success',
    text: form.done,
  })),
  { ...CASES[0], outcome: 'is refused', answer: refuse, tone: 'failure', text: 'Refusé.' },
  { ...CASES[0], outcome: 'loses its answer', answer: lost, tone: 'failure', text: 'résultat inconnu.' },
])(
  'form $form: a notice shows on the next form, which stays, when the call $outcome',
  async ({ form, call, fill, answer, subject, tone, text }) => {
    const notices = recordEvents('notice/raised');
    const { calls, release } = hold(call, answer);
    renderRoutes(routes, form);
    await fill();
    await waitFor(() => expect(calls).toHaveLength(1));
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await userEvent.click(within(await rowOf('joueur8')).getByRole('link', { name: 'Ajouter' }));
    await type('Montant', '12');
    release();
    await waitFor(() => expect(notices).toEqual([{ tone, text: `${subject}\u00a0: ${text}` }]));
    expect(currentPath()).toBe('/refund/8');
    expect(screen.getByLabelText('Montant')).toHaveValue('12');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('form: a second submit between the success and the next screen sends nothing', async () => {
  const send = jest.fn(() => Promise.resolve());
  const client = createQueryClient();
  const { result } = renderHook(() => useSubmit(''), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  for (const _click of ['first', 'second']) {
    await act(async () =>
      result.current.submit({ subject: '', successText: '', send, onDone: () => undefined }),
    );
    await waitFor(() => expect(result.current.isSending).toBe(true));
  }
  expect(send).toHaveBeenCalledTimes(1);
});

test('refund form: it sends its call while that of the form before is in flight', async () => {
  const { calls, release } = hold('POST /transactions', () => ({ agentNewBalance: 960 }));
  renderRoutes(routes, '/refund/7');
  await type('Montant', '40{Enter}');
  await waitFor(() => expect(calls).toHaveLength(1));
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await userEvent.click(within(await rowOf('joueur8')).getByRole('link', { name: 'Ajouter' }));
  await type('Montant', '12{Enter}');
  await waitFor(() => expect(calls).toHaveLength(2));
  release();
  await waitFor(() => expect(currentPath()).toBe('/admin'));
});

test('refund form: an open list and the balance are updated when the deposit is answered', async () => {
  let balance = 500;
  serve('POST /user/sub-accounts', () => pageOfAccounts([account(7, { balance })]));
  const { release } = hold('POST /transactions', () => ({ agentNewBalance: 960 }));
  const changed = recordEvents('balance/changed');
  renderRoutes(routes, '/refund/7');
  await type('Montant', '40{Enter}');
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect(await rowOf('joueur7')).toHaveTextContent('500,00');
  balance = 540;
  release();
  await waitFor(async () => expect(await rowOf('joueur7')).toHaveTextContent('540,00'));
  expect(changed).toEqual([{ balance: 960 }]);
});

test.each([
  ['nobody is signed in', () => clearSession()],
  ['another user is signed in', () => void signInForTest({ id: 4, balance: 7 })],
])('refund form: no notice and no balance is published if %s when the answer arrives', async (_, leave) => {
  const notices = recordEvents('notice/raised');
  const changed = recordEvents('balance/changed');
  const { calls, release } = hold('POST /transactions', () => ({ agentNewBalance: 960 }));
  const { unmount } = renderRoutes(routes, '/refund/7');
  await type('Montant', '40{Enter}');
  await waitFor(() => expect(calls).toHaveLength(1));
  unmount();
  act(leave);
  const outdated = recordEvents('balance/outdated');
  release();
  await waitFor(() => expect(Object.keys(sessionStorage).join()).not.toContain('palier.agent.attempt.'));
  await Promise.resolve();
  expect(notices).toEqual([]);
  expect(changed).toEqual([]);
  expect(outdated).toHaveLength(currentUser() === null ? 0 : 1);
});
