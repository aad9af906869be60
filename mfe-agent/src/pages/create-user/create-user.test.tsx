import { bus } from '@palier/shared/bus';
import { registerSchema } from '@palier/shared/contracts/requests';
import { setBalance } from '@palier/shared/session/writer';
import { held, renderRoutes, signInForTest } from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, mockWire, wire } from '../../testing/wire';

mockWire();

async function fill(balance = '25'): Promise<void> {
  await userEvent.type(screen.getByLabelText('Nom'), 'nouveau');
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'Nouveau1234');
  if (balance !== '') await userEvent.type(screen.getByLabelText('Montant'), balance);
}

describe('create user', () => {
  test.each([
    ['ROLE_CAPO', '/auth/capo/register-super-admin'],
    ['ROLE_SUPER_ADMIN', '/auth/super-admin/register-admin'],
    ['ROLE_ADMIN', '/auth/admin/register-client'],
  ] as const)('When a %s submits, then %s is called once and the recap prints', async (roleName, path) => {
    signInForTest({ roleName });
    const sent: { body: unknown; key: string | null }[] = [];
    wire.use(
      http.post(api(path), async ({ request }) => {
        sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
        return HttpResponse.json({ agentNewBalance: 975 });
      }),
    );
    const heard: number[] = [];
    const stop = bus.on('balance/changed', ({ balance }) => heard.push(balance));
    const print = jest.fn();
    window.print = print;

    renderRoutes(routes, '/admin/create');
    await fill();
    const button = screen.getByRole('button', { name: 'Submit' });
    fireEvent.click(button);
    fireEvent.click(button);

    expect(await screen.findByRole('heading', { name: "Afficher l'utilisateur" })).toBeVisible();
    stop();
    expect(screen.getByText('nouveau')).toBeVisible();
    expect(screen.getByText('Nouveau1234')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Imprimer' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(sent).toEqual([
      {
        body: { username: 'nouveau', password: 'Nouveau1234', balance: 25 },
        key: expect.stringMatching(/.{8}/),
      },
    ]);
    expect(heard).toEqual([975]);
  });

  test('When a creation is on its way, then its amount is not taken off a second time from a balance that has it already', async () => {
    signInForTest({ balance: 1000 });
    const { isDue, release } = held();
    wire.use(
      http.post(api('/auth/admin/register-client'), () =>
        isDue.then(() => HttpResponse.json({ agentNewBalance: 975 })),
      ),
    );
    renderRoutes(routes, '/admin/create');
    await fill();
    const own = screen.getByText('Votre solde').parentElement;
    expect(own).toHaveTextContent(/1.000,00.*→.*975,00/);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    act(() => setBalance(975));
    expect(own).toHaveTextContent(/^Votre solde975,00\sDT$/);
    release();
    expect(await screen.findByRole('heading', { name: "Afficher l'utilisateur" })).toBeVisible();
  });

  test('When the form opens, then the name can be typed at once, and a screen reader hears what the form is for', async () => {
    signInForTest();
    renderRoutes(routes, '/admin/create');
    expect(screen.getByLabelText('Nom')).toHaveFocus();
    expect(screen.getByRole('form', { name: 'Créer un utilisateur' })).toBeVisible();
  });

  test('When a password is to be chosen, then what it must have is read with its field, before any refusal', () => {
    signInForTest();
    renderRoutes(routes, '/admin/create');
    expect(screen.getByLabelText('Mot de passe')).toHaveAccessibleDescription(/^Plus de 6 caractères/);
  });

  test('When any other role submits, then an alert says so and nothing is sent', async () => {
    signInForTest({ roleName: 'ROLE_CLIENT' });
    const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
    renderRoutes(routes, '/admin/create');
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(alert).toHaveBeenCalledWith('You do not have permission to create a user.');
  });

  test('When the server refuses, then its first error shows and the form keeps what was typed', async () => {
    signInForTest();
    wire.use(
      http.post(api('/auth/admin/register-client'), () =>
        HttpResponse.json({ errors: ['Ce nom est déjà pris.'], code: 'conflict' }, { status: 409 }),
      ),
    );
    renderRoutes(routes, '/admin/create');
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Ce nom est déjà pris.');
    expect(screen.getByLabelText('Nom')).toHaveValue('nouveau');
  });

  test('When an amount is typed, then the own balance shows before and after', async () => {
    signInForTest({ balance: 1000 });
    renderRoutes(routes, '/admin/create');
    expect(screen.getByRole('definition')).toHaveTextContent(/^1.000,00 DT$/);
    await userEvent.type(screen.getByLabelText('Montant'), '12.5');
    expect(screen.getByRole('definition')).toHaveTextContent(/^1.000,00.*→.*987,50 DT$/);
  });

  test('When the wheel turns over the focused amount, then the amount lets go of it', async () => {
    signInForTest();
    renderRoutes(routes, '/admin/create');
    await userEvent.type(screen.getByLabelText('Montant'), '12.5');
    fireEvent.wheel(screen.getByLabelText('Montant'), { deltaY: 100 });
    expect(screen.getByLabelText('Montant')).not.toHaveFocus();
  });

  const JUDGED: readonly (readonly [string, number | null, string])[] = [
    ['', null, 'Le montant doit être un nombre valide.'],
    ['-1', -1, 'Le montant ne peut pas être négatif.'],
    ['1.555', 1.555, 'Le montant doit être un nombre valide.'],
    ['1e300', 1e300, 'Le montant est trop grand.'],
  ];
  test.each(JUDGED)(
    "When the amount is %j, then it is sent as %j, and the box has the server's sentence",
    async (text, balance, error) => {
      signInForTest({ balance: 1000 });
      const sent: unknown[] = [];
      wire.use(
        http.post(api('/auth/admin/register-client'), async ({ request }) => {
          const body = await request.json();
          sent.push(body);
          const parsed = registerSchema.safeParse(body);
          const sentence = parsed.error?.issues[0]?.message ?? '';
          // What the contract leaves to the library's own words, the server says in French.
          const errors = [sentence.endsWith('.') ? sentence : 'Le montant doit être un nombre valide.'];
          return HttpResponse.json({ errors, code: 'invalid-input' }, { status: 400 });
        }),
      );
      renderRoutes(routes, '/admin/create');
      await fill('');
      fireEvent.change(screen.getByLabelText('Montant'), { target: { value: text } });
      await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(error);
      expect(screen.getByLabelText('Montant')).toHaveFocus();
      expect(sent).toEqual([{ username: 'nouveau', password: 'Nouveau1234', balance }]);
      expect(document.body).not.toHaveTextContent('NaN');
    },
  );

  test('When a float cannot hold the amount, then the box says so and nothing is sent', async () => {
    signInForTest();
    renderRoutes(routes, '/admin/create');
    await fill('9007199254740993');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    const refusal = screen.getByRole('alert');
    expect(refusal).toHaveTextContent("Le montant ne peut pas être envoyé tel qu'il est saisi.");
    expect(screen.getByLabelText('Montant')).toHaveFocus();
    // Said again, and not only standing there still, to whoever tries again.
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(screen.getByRole('alert')).not.toBe(refusal);
  });

  test('When no amount was typed and the answer is lost, then the retry has the same key', async () => {
    signInForTest();
    const keys: (string | null)[] = [];
    wire.use(
      http.post(api('/auth/admin/register-client'), ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.error();
      }),
    );
    renderRoutes(routes, '/admin/create');
    await fill('');
    const button = screen.getByRole('button', { name: 'Submit' });
    await userEvent.click(button);
    expect(await screen.findByText(/^Création de nouveau avec — DT/)).toBeVisible();
    await userEvent.click(button);
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
  });

  test('When a phone corrects what is typed, then it is asked to leave the name as it is', () => {
    signInForTest();
    renderRoutes(routes, '/admin/create');
    expect(screen.getByLabelText('Nom')).toHaveAttribute('autocorrect', 'off');
  });
});
