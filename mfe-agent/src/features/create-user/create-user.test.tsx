import { bus } from '@palier/shared/bus';
import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
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

  test.each([
    ['-1', 'Le montant ne peut pas être négatif.'],
    ['12345678901234567890', 'Le montant est trop grand.'],
    ['1e3', 'Le montant doit être un nombre valide.'],
  ])('When the amount is %s, then the box says %j and nothing is sent', async (text, fault) => {
    signInForTest();
    renderRoutes(routes, '/admin/create');
    await fill('');
    fireEvent.change(screen.getByLabelText('Montant'), { target: { value: text } });
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(screen.getByRole('alert')).toHaveTextContent(fault);
    expect(document.body).not.toHaveTextContent('NaN');
  });

  test('When the amount is no number, then the box says so and nothing is sent', async () => {
    signInForTest();
    renderRoutes(routes, '/admin/create');
    await fill('');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Le montant doit être un nombre valide.'),
    );
  });
});
