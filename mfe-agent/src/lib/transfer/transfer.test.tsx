import { bus } from '@palier/shared/bus';
import { setBalance } from '@palier/shared/session/writer';
import { held, renderRoutes, signInForTest } from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, mockWire, wire } from '../../testing/wire';

mockWire();

function recordTransactions(answer: () => Response | Promise<Response>) {
  const sent: { body: unknown; key: string | null }[] = [];
  wire.use(
    http.post(api('/transactions'), async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
      return answer();
    }),
  );
  return sent;
}

const place = () => screen.getByRole('status', { name: 'location' }).textContent;
const amount = () => screen.findByRole('spinbutton', { name: 'Montant' });

describe('refund', () => {
  test('When the form opens, then it shows Back, the action and the username', async () => {
    signInForTest();
    renderRoutes(routes, '/refund/7');
    expect(await screen.findByRole('heading', { name: /Ajouter.*joueur7/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin');
  });

  test('When the form opens, then the amount can be typed at once, and a screen reader hears what is done, and both balances with it', async () => {
    signInForTest({ balance: 1000 });
    renderRoutes(routes, '/refund/7');
    expect(await amount()).toHaveFocus();
    expect(screen.getByRole('form', { name: /^Ajouter.*joueur7$/ })).toContainElement(await amount());
    await userEvent.keyboard('1001{Enter}');
    expect(await amount()).toHaveAccessibleDescription(
      /^Le montant à ajouter dépasse votre solde disponible\. joueur7 .*500,00.*Votre solde .*1.000,00/,
    );
  });

  test('When an amount is refused a second time in the same words, then they are said a second time', async () => {
    signInForTest();
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '0{Enter}');
    const said = screen.getByRole('alert');
    await userEvent.keyboard('0{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Le montant doit être supérieur à zéro.');
    expect(said).not.toBeInTheDocument();
  });

  test('When an amount is typed, then both balances show before and after', async () => {
    signInForTest({ balance: 1000 });
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40');
    const [target, own] = screen.getAllByRole('definition');
    expect(target).toHaveTextContent(/500,00.*→.*540,00/);
    expect(own).toHaveTextContent(/1.000,00.*→.*960,00/);
  });

  test('When the amount is on its way, then it is not shown as taken off a second time from a balance that has it already', async () => {
    signInForTest({ balance: 1000 });
    const { isDue, release } = held();
    recordTransactions(() => isDue.then(() => HttpResponse.json({ errors: ['Non.'] }, { status: 400 })));
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40{Enter}');
    // As when the answer is here and the screen about to be left.
    act(() => setBalance(960));
    expect(screen.getByText('Votre solde').parentElement).toHaveTextContent(/^Votre solde960,00\sDT$/);
    release();
    await screen.findByText('Non.');
    expect(screen.getByText('Votre solde').parentElement).toHaveTextContent(/960,00.*→.*920,00/);
  });

  test('When the form opens, then the own balance is asked for again, so that none is refused for an old one', async () => {
    signInForTest();
    const heard = jest.fn();
    const stop = bus.on('balance/outdated', heard);
    renderRoutes(routes, '/refund/7');
    await amount();
    await waitFor(() => expect(heard).toHaveBeenCalled());
    stop();
  });

  test('When text with spaces is pasted, then what remains is a number or a refusal, never NaN', async () => {
    signInForTest();
    const sent = recordTransactions(() => HttpResponse.json({ agentNewBalance: 1 }));
    renderRoutes(routes, '/refund/7');
    await userEvent.click(await amount());
    await userEvent.paste(' sept ');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Le montant doit être supérieur à zéro.');
    expect(screen.getByLabelText('Montant')).toHaveFocus();
    expect(document.body).not.toHaveTextContent('NaN');
    expect(sent).toHaveLength(0);
  });

  test('When the wheel turns over the focused amount, then the amount lets go of it and stays as typed', async () => {
    signInForTest();
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40');
    fireEvent.wheel(await amount(), { deltaY: 100 });
    expect(await amount()).not.toHaveFocus();
    expect(await amount()).toHaveValue(40);
  });

  test('When it succeeds, then the balance is told on the bus and the way leads to /admin', async () => {
    signInForTest();
    const sent = recordTransactions(() => HttpResponse.json({ agentNewBalance: 960 }));
    const heard: number[] = [];
    const stop = bus.on('balance/changed', ({ balance }) => heard.push(balance));
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40{Enter}');
    await waitFor(() => expect(place()).toBe('/admin'));
    stop();
    expect(sent).toEqual([
      {
        body: { receiverUsername: 'joueur7', amount: 40, type: 'DEPOSIT' },
        key: expect.stringMatching(/.{8}/),
      },
    ]);
    expect(heard).toEqual([960]);
  });

  test('When it is clicked twice and Enter pressed at once, then one call goes', async () => {
    signInForTest();
    const sent = recordTransactions(async () => {
      await delay(30);
      return HttpResponse.json({ agentNewBalance: 960 });
    });
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40');
    const button = screen.getByRole('button', { name: 'Ajouter' });
    const form = button.closest('form')!;
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.submit(form);
    await waitFor(() => expect(place()).toBe('/admin'));
    expect(sent).toHaveLength(1);
  });

  test.each(['0', '-1', '1.5', '1e3', '', '1001', '12345678901234567890'])(
    'When %j is submitted, then a message shows and nothing is sent',
    async (text) => {
      signInForTest();
      const sent = recordTransactions(() => HttpResponse.json({ agentNewBalance: 1 }));
      renderRoutes(routes, '/refund/7');
      fireEvent.change(await amount(), { target: { value: text } });
      await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
      expect(screen.getByRole('alert')).toHaveTextContent(/^Le montant/);
      expect(document.body).not.toHaveTextContent('NaN');
      expect(sent).toHaveLength(0);
    },
  );

  test('When the server refuses, then its first error shows and the form works again', async () => {
    signInForTest();
    const sent = recordTransactions(() =>
      HttpResponse.json({ errors: ['Solde insuffisant.', 'Autre.'], code: 'conflict' }, { status: 409 }),
    );
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Solde insuffisant\.$/);
    expect(screen.getByRole('alert').closest('[lang]')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  test('When a transfer is refused, then both balances are read again and what was typed stays', async () => {
    signInForTest();
    let balance = 500;
    wire.use(
      http.get(api('/user/sub-account/:id'), () => HttpResponse.json({ username: 'joueur7', balance })),
    );
    recordTransactions(() => {
      balance = 30;
      return HttpResponse.json({ errors: ['Solde insuffisant.'], code: 'conflict' }, { status: 409 });
    });
    renderRoutes(routes, '/withdraw/7');
    await userEvent.type(await amount(), '40');
    const outdated = jest.fn();
    const stop = bus.on('balance/outdated', outdated);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: /joueur7.*30,00\u00a0DT/ })).toBeVisible();
    stop();
    expect(outdated).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('alert')).toHaveTextContent('Solde insuffisant.');
    expect(await amount()).toHaveValue(40);
  });

  test('When the sub-account cannot be read again in the background, then the form and what was typed stay', async () => {
    signInForTest();
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40');
    const asked = jest.fn();
    wire.use(
      http.get(api('/user/sub-account/:id'), () => {
        asked();
        return new HttpResponse(null, { status: 500 });
      }),
    );
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(asked).toHaveBeenCalled());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(place()).toBe('/refund/7');
    expect(await amount()).toHaveValue(40);
  });

  test('When the answer is lost, then the fallback shows and the retry has the same key', async () => {
    signInForTest();
    const sent = recordTransactions(() => HttpResponse.error());
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Transaction failed. Please try again.');
    expect(screen.getByRole('alert').closest('[lang]')).toHaveAttribute('lang', 'en');
    expect(screen.getByText('Back')).toHaveAttribute('lang', 'en');
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  test('When a lost payment is found to have been made, then the form no longer holds it, and asks for no other try', async () => {
    signInForTest();
    recordTransactions(() => HttpResponse.error());
    wire.use(http.post(api('/transactions/attempts/:key'), () => HttpResponse.json({ wasCarriedOut: true })));
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40{Enter}');
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Vérifier' }));
    expect(await screen.findByText('opération effectuée')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await amount()).toHaveValue(null);
  });

  test('When a lost payment was not made, or another amount stands in the form by then, then what is typed stays', async () => {
    signInForTest();
    recordTransactions(() => HttpResponse.error());
    let wasCarriedOut = false;
    wire.use(http.post(api('/transactions/attempts/:key'), () => HttpResponse.json({ wasCarriedOut })));
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Vérifier' }));
    expect(await screen.findByText('opération non effectuée')).toBeVisible();
    expect(await amount()).toHaveValue(40);
    wasCarriedOut = true;
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
    await userEvent.type(await amount(), '1');
    await userEvent.click(await screen.findByRole('button', { name: 'Vérifier' }));
    expect(await screen.findByText('opération effectuée')).toBeVisible();
    expect(await amount()).toHaveValue(401);
  });

  test('When the sub-account cannot be read, then the way leads silently to /admin', async () => {
    signInForTest();
    wire.use(
      http.get(api('/user/sub-account/:id'), () =>
        HttpResponse.json({ errors: ['Introuvable.'], code: 'not-found' }, { status: 404 }),
      ),
    );
    renderRoutes(routes, '/refund/999');
    await waitFor(() => expect(place()).toBe('/admin'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([401, 403])('When the call answers %d, then the session is told to end', async (status) => {
    signInForTest();
    recordTransactions(() => HttpResponse.json({ errors: ['Non.'], code: 'unauthenticated' }, { status }));
    const heard: string[] = [];
    const stop = bus.on('session/ended', ({ reason }) => heard.push(reason));
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await amount(), '40{Enter}');
    await waitFor(() => expect(heard).toEqual(['unauthorised']));
    stop();
    expect(sessionStorage.getItem('token')).toBeNull();
  });
});

describe('withdraw', () => {
  test('When the form opens, then the heading has the username and the balance followed by DT', async () => {
    signInForTest();
    renderRoutes(routes, '/withdraw/7');
    expect(await screen.findByRole('heading', { name: /Retirer.*joueur7.*500,00\u00a0DT/ })).toBeVisible();
  });

  test('When the agent comes back to the page, then the balance is that of now and what was typed stays', async () => {
    signInForTest();
    renderRoutes(routes, '/withdraw/7');
    await userEvent.type(await amount(), '400');
    const now = { username: 'joueur7', balance: 30 };
    wire.use(http.get(api('/user/sub-account/:id'), () => HttpResponse.json(now)));
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await screen.findByRole('heading', { name: /30,00\s?DT/ })).toBeVisible();
    expect(await amount()).toHaveValue(400);
  });

  test("When more than the balance is withdrawn, then the refusal is the spec's and nothing is sent", async () => {
    signInForTest();
    const sent = recordTransactions(() => HttpResponse.json({ agentNewBalance: 1 }));
    renderRoutes(routes, '/withdraw/7');
    await userEvent.type(await amount(), '501{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Le montant à retirer dépasse le solde disponible.');
    expect(sent).toHaveLength(0);
  });

  test('When it is refused for a balance that has grown since, then both balances are read again and it goes at the next press', async () => {
    signInForTest();
    const sent = recordTransactions(() => HttpResponse.json({ agentNewBalance: 1700 }));
    renderRoutes(routes, '/withdraw/7');
    await userEvent.type(await amount(), '700');
    wire.use(
      http.get(api('/user/sub-account/:id'), () => HttpResponse.json({ username: 'joueur7', balance: 900 })),
    );
    const outdated = jest.fn();
    const stop = bus.on('balance/outdated', outdated);
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Le montant à retirer dépasse le solde disponible.');
    expect(await screen.findByRole('heading', { name: /joueur7.*900,00\u00a0DT/ })).toBeVisible();
    stop();
    expect(outdated).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(place()).toBe('/admin'));
    expect(sent).toHaveLength(1);
  });

  test('When what was typed is no amount, then no balance is read again', async () => {
    signInForTest();
    renderRoutes(routes, '/withdraw/7');
    await amount();
    const outdated = jest.fn();
    const stop = bus.on('balance/outdated', outdated);
    await userEvent.type(await amount(), '0{Enter}');
    expect(screen.getByRole('alert')).toBeVisible();
    stop();
    expect(outdated).not.toHaveBeenCalled();
  });

  test('When it is valid, then a WITHDRAWAL is sent and both balances move', async () => {
    signInForTest({ balance: 10 });
    const sent = recordTransactions(() => HttpResponse.json({ agentNewBalance: 510 }));
    renderRoutes(routes, '/withdraw/7');
    await userEvent.type(await amount(), '500');
    const [target, own] = screen.getAllByRole('definition');
    expect(within(target!).getByText('0,00')).toBeVisible();
    expect(within(own!).getByText('510,00')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(place()).toBe('/admin'));
    expect(sent[0]?.body).toEqual({ receiverUsername: 'joueur7', amount: 500, type: 'WITHDRAWAL' });
  });
});
