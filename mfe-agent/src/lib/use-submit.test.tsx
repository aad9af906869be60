import { bus } from '@palier/shared/bus';
import { clearSession } from '@palier/shared/session/writer';
import { held, renderRoutes, signInForTest } from '@palier/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { routes } from '../routes';
import { recordNotices } from '../testing/record-notices';
import { account, api, mockWire, pageOfAccounts, wire } from '../testing/wire';

mockWire();

const place = () => screen.getByRole('status', { name: 'location' }).textContent;
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

/** The call at `path` answers with `answer`, when the test releases it. */
function hold(path: string, answer: () => Response) {
  const { isDue, release } = held();
  const asked = jest.fn();
  wire.use(
    http.post(api(path), async () => {
      asked();
      await isDue;
      return answer();
    }),
  );
  return { asked, release };
}

/** From a form whose call is in flight: Back to the list, then into the form of joueur8. */
async function goToTheNextForm(): Promise<void> {
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await userEvent.click(within(await rowOf('joueur8')).getByRole('link', { name: 'Ajouter' }));
  expect(await screen.findByRole('spinbutton', { name: 'Montant' })).toBeVisible();
}

const refused = () => HttpResponse.json({ errors: ['Refusé.'], code: 'conflict' }, { status: 409 });

interface Case {
  readonly form: string;
  readonly path: string;
  readonly fill: () => Promise<void>;
  readonly answer: JsonBodyType;
  readonly what: string;
  readonly done: string;
}

const CASES: readonly Case[] = [
  {
    form: '/refund/7',
    path: '/transactions',
    fill: async () => userEvent.type(await screen.findByLabelText('Montant'), '40{Enter}'),
    answer: { agentNewBalance: 960 },
    what: 'Ajout de 40,00\u00a0DT à joueur7',
    done: 'opération effectuée.',
  },
  {
    form: '/withdraw/7',
    path: '/transactions',
    fill: async () => userEvent.type(await screen.findByLabelText('Montant'), '40{Enter}'),
    answer: { agentNewBalance: 1040 },
    what: 'Retrait de 40,00\u00a0DT à joueur7',
    done: 'opération effectuée.',
  },
  {
    form: '/admin/7/edit',
    path: '/auth/change-sub-account-password/7',
    fill: async () => userEvent.type(await screen.findByLabelText('Mot de passe'), 'Nouveau1234{Enter}'),
    answer: null,
    what: 'Mot de passe de joueur7',
    done: 'modifié.',
  },
  {
    form: '/admin/create',
    path: '/auth/admin/register-client',
    fill: async () => {
      await userEvent.type(screen.getByLabelText('Nom'), 'nouveau');
      await userEvent.type(screen.getByLabelText('Mot de passe'), 'Nouveau1234');
      await userEvent.type(screen.getByLabelText('Montant'), '25{Enter}');
    },
    answer: { agentNewBalance: 975 },
    what: 'Création de nouveau avec 25,00\u00a0DT',
    done: 'opération effectuée. Son mot de passe peut être changé par «\u00a0Modifier\u00a0».',
  },
];

describe.each(CASES)(
  'When the agent leaves $form during its call',
  ({ form, path, fill, answer, what, done }) => {
    beforeEach(() => void signInForTest());

    async function leaveAndAnswer(
      response: () => Response,
    ): Promise<ReturnType<typeof recordNotices>['notices']> {
      const { notices, stop } = recordNotices();
      const call = hold(path, response);
      renderRoutes(routes, form);
      await fill();
      await waitFor(() => expect(call.asked).toHaveBeenCalledTimes(1));
      await goToTheNextForm();
      await userEvent.type(screen.getByLabelText('Montant'), '12');
      call.release();
      await waitFor(() => expect(notices).toHaveLength(1));
      stop();
      expect(place()).toBe('/refund/8');
      expect(screen.getByLabelText('Montant')).toHaveValue(12);
      expect(screen.queryByRole('alert')).toBeNull();
      return notices;
    }

    test('then its success is a notice, and the next form stays', async () => {
      expect(await leaveAndAnswer(() => HttpResponse.json(answer))).toEqual([
        { tone: 'success', text: `${what}\u00a0: ${done}` },
      ]);
    });

    test('then its refusal is a notice, and the next form stays', async () => {
      expect(await leaveAndAnswer(refused)).toEqual([{ tone: 'failure', text: `${what}\u00a0: Refusé.` }]);
    });

    test('then an answer that was lost is told as an unknown outcome', async () => {
      expect(await leaveAndAnswer(() => HttpResponse.error())).toEqual([
        { tone: 'failure', text: `${what}\u00a0: résultat inconnu.` },
      ]);
    });
  },
);

test.each(CASES.filter(({ form }) => form !== '/admin/create'))(
  'When $form succeeds and leads back to the list, then a notice there says what was done',
  async ({ form, path, fill, answer, what, done }) => {
    signInForTest();
    const { notices, stop } = recordNotices();
    wire.use(http.post(api(path), () => HttpResponse.json(answer)));
    renderRoutes(routes, form);
    await fill();
    await waitFor(() => expect(place()).toBe('/admin'));
    stop();
    expect(notices).toEqual([{ tone: 'success', text: `${what}\u00a0: ${done}` }]);
  },
);

test('When the list is open as the deposit is answered, then it is read again and the balance is told', async () => {
  signInForTest();
  let balance = 500;
  wire.use(
    http.post(api('/user/sub-accounts'), () => HttpResponse.json(pageOfAccounts([account(7, { balance })]))),
  );
  const call = hold('/transactions', () => HttpResponse.json({ agentNewBalance: 960 }));
  const told: number[] = [];
  const stop = bus.on('balance/changed', (change) => told.push(change.balance));
  renderRoutes(routes, '/refund/7');
  await userEvent.type(await screen.findByLabelText('Montant'), '40{Enter}');
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect(await rowOf('joueur7')).toHaveTextContent('500,00');
  balance = 540;
  call.release();
  await waitFor(async () => expect(await rowOf('joueur7')).toHaveTextContent('540,00'));
  stop();
  expect(told).toEqual([960]);
});

test.each([
  ['nobody is signed in', () => clearSession()],
  ['someone else is signed in', () => void signInForTest({ id: 4, balance: 7 })],
])(
  "When %s as the answer comes, then the agent's outcome and balance are told to nobody",
  async (_, leave) => {
    signInForTest();
    const { notices, stop } = recordNotices();
    const told = jest.fn();
    const stopTold = bus.on('balance/changed', told);
    const call = hold('/transactions', () => HttpResponse.json({ agentNewBalance: 960 }));
    const { unmount } = renderRoutes(routes, '/refund/7');
    await userEvent.type(await screen.findByLabelText('Montant'), '40{Enter}');
    await waitFor(() => expect(call.asked).toHaveBeenCalledTimes(1));
    unmount();
    act(leave);
    call.release();
    await waitFor(() => expect(Object.keys(sessionStorage).join()).not.toContain('palier.agent.attempt.'));
    await Promise.resolve();
    stop();
    stopTold();
    expect(notices).toEqual([]);
    expect(told).not.toHaveBeenCalled();
  },
);
