import { registerSchema } from '@palier/shared/contracts/requests';
import { setBalance } from '@palier/shared/session/writer';
import { createHold, lost, recordEvents, refused, renderRoutes, signInForTest } from '@palier/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { runMockServer, serve } from '../../testing/wire';

runMockServer();

const REGISTER = 'POST /auth/admin/register-client';
const PASSWORD = 'Nouveau1234';
const open = () => renderRoutes(routes, '/admin/create');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));
const recap = () => screen.findByRole('heading', { name: "Afficher l'utilisateur" });

async function fill(balance = '25'): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Nom'), 'nouveau');
  await userEvent.type(screen.getByLabelText('Mot de passe'), PASSWORD);
  if (balance !== '') await userEvent.type(screen.getByLabelText('Montant'), balance);
}

describe('create user form', () => {
  test.each([
    ['ROLE_CAPO', 'POST /auth/capo/register-super-admin'],
    ['ROLE_SUPER_ADMIN', 'POST /auth/super-admin/register-admin'],
    ['ROLE_ADMIN', REGISTER],
  ] as const)(
    'create user form: a %s who submits twice calls %s once, and the recap prints',
    async (roleName, call) => {
      signInForTest({ roleName });
      const calls = serve(call, { agentNewBalance: 975 });
      const changed = recordEvents('balance/changed');
      const print = jest.fn();
      window.print = print;

      open();
      await fill();
      const button = screen.getByRole('button', { name: 'Submit' });
      fireEvent.click(button);
      fireEvent.click(button);

      expect(await recap()).toBeVisible();
      expect(screen.getByText('nouveau')).toBeVisible();
      expect(screen.getByText(PASSWORD)).toBeVisible();
      expect(screen.queryByRole('textbox')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Imprimer' }));
      expect(print).toHaveBeenCalledTimes(1);
      expect(calls).toEqual([
        {
          search: '',
          body: { username: 'nouveau', password: PASSWORD, balance: 25 },
          key: expect.stringMatching(/.{8}/),
        },
      ]);
      expect(changed).toEqual([{ balance: 975 }]);
    },
  );

  test('create user form: a refused field is invalid, with the sentence under it', async () => {
    const sentence = "Ce nom d'utilisateur est déjà utilisé.";
    serve(REGISTER, () => refused(409, { errors: [sentence], code: 'conflict', field: 'username' }));
    open();
    await fill();
    await submit();
    await waitFor(() => expect(screen.getByLabelText('Nom')).toBeInvalid());
    expect(screen.getByLabelText('Nom')).toHaveAccessibleDescription(new RegExp(`^${sentence}`));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByLabelText('Mot de passe')).toBeValid();
  });

  test('create user form: a refusal about no field marks none', async () => {
    serve(REGISTER, () => refused(429, { errors: ['Trop de demandes.'], code: 'too-many' }));
    open();
    await fill();
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('Trop de demandes.');
    for (const label of ['Nom', 'Mot de passe', 'Montant']) expect(screen.getByLabelText(label)).toBeValid();
  });

  test('recap: it has the amount, is copied, and an empty form follows it', async () => {
    serve(REGISTER, { agentNewBalance: 975 });
    open();
    await fill('25,5');
    // Puts a clipboard in place, which jsdom has not.
    const user = userEvent.setup();
    const copy = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await submit();
    expect(await recap()).toBeVisible();
    expect(screen.getByText(/^25,50$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copier' }));
    expect(await screen.findByText('Copié.')).toBeVisible();
    expect(copy).toHaveBeenCalledWith(`Nom\u00a0: nouveau\nMot de passe\u00a0: ${PASSWORD}`);
    await user.click(screen.getByRole('button', { name: 'Créer un autre' }));
    expect(screen.getByLabelText('Nom')).toHaveFocus();
    expect(screen.getByLabelText('Nom')).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
  });

  test('create user form: a call in flight does not count twice in the balance', async () => {
    const { released, release } = createHold();
    serve(REGISTER, () => released.then(() => ({ agentNewBalance: 975 })));
    open();
    await fill();
    const own = screen.getByText('Votre solde').parentElement;
    expect(own).toHaveTextContent(/1.000,00.*→.*975,00/);
    await submit();
    act(() => setBalance(975));
    expect(own).toHaveTextContent(/^Votre solde975,00\sDT$/);
    release();
    expect(await recap()).toBeVisible();
  });

  test('create user form: the name has the focus, and the rules of a password are its help', () => {
    open();
    expect(screen.getByLabelText('Nom')).toHaveFocus();
    expect(screen.getByLabelText('Nom')).toHaveAttribute('autocorrect', 'off');
    expect(screen.getByRole('form', { name: 'Créer un utilisateur' })).toBeVisible();
    expect(screen.getByLabelText('Mot de passe')).toHaveAccessibleDescription(
      /^Plus de 6 caractères.*Saisie masquée\.$/,
    );
  });

  test('create user form: it names the allowed characters, and sends zero for an empty amount', async () => {
    const calls = serve(REGISTER, { agentNewBalance: 1000 });
    open();
    expect(screen.getByLabelText('Nom')).toHaveAccessibleDescription(
      '3 à 32 caractères\u00a0: lettres sans accent, chiffres, point, tiret, tiret bas.',
    );
    expect(screen.getByLabelText('Montant')).toHaveAccessibleDescription(
      'Vide\u00a0: le compte est créé sans argent.',
    );
    await fill('');
    await submit();
    expect(await recap()).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ username: 'nouveau', password: PASSWORD, balance: 0 }]);
  });

  test('create user form: a browser takes no field for the login of the agent', () => {
    open();
    const form = screen.getByRole('form');
    expect(form.querySelectorAll('[type=password], [autocomplete=username]')).toHaveLength(0);
    expect(within(form).getAllByRole('textbox')).toHaveLength(2);
    expect(within(form).getByRole('spinbutton', { name: 'Montant' })).toHaveAttribute('inputmode', 'decimal');
  });

  test('create user form: a pasted amount is sent, and the own balance after it shows', async () => {
    const calls = serve(REGISTER, { agentNewBalance: 975 });
    signInForTest({ balance: 5000 });
    open();
    await fill('');
    await userEvent.click(screen.getByLabelText('Montant'));
    await userEvent.paste('1\u202f234,50\u00a0DT');
    expect(screen.getByText('Votre solde').parentElement).toHaveTextContent(/5.000,00.*→.*3.765,50/);
    await submit();
    expect(await recap()).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ balance: 1234.5 });
  });

  test('create user form: a sentence has both amounts a text may mean, and none is sent', async () => {
    const calls = serve(REGISTER, { agentNewBalance: 975 });
    open();
    await fill('1.234');
    await submit();
    expect(screen.getByRole('alert')).toHaveTextContent(
      /« 1\.234 » peut vouloir dire 1 234 DT ou 1 DT et 234 millimes\./,
    );
    expect(screen.getByLabelText('Montant')).toHaveFocus();
    expect(calls).toHaveLength(0);
  });

  test('create user form: an alert refuses any other role, and nothing is sent', async () => {
    signInForTest({ roleName: 'ROLE_CLIENT' });
    const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
    open();
    await fill();
    await submit();
    expect(alert).toHaveBeenCalledWith('You do not have permission to create a user.');
  });

  test.each([
    ['abc', null, 'Le montant doit être un nombre valide.'],
    ['1e1', null, 'Le montant doit être un nombre valide.'],
    ['1234,555', 1234.555, 'Le montant doit être un nombre valide.'],
    ['10000000000', 10_000_000_000, 'Le montant est trop grand.'],
  ])(
    'create user form: the amount %j is sent as %j, and the error of the server shows',
    async (text, balance, error) => {
      const calls = serve(REGISTER, async (request) => {
        const parsed = registerSchema.safeParse(await request.json());
        const sentence = parsed.error?.issues[0]?.message ?? '';
        // The server translates the validation library's own English texts.
        const errors = [sentence.endsWith('.') ? sentence : 'Le montant doit être un nombre valide.'];
        return refused(400, { errors, code: 'invalid-input' });
      });
      open();
      await fill('');
      fireEvent.change(screen.getByLabelText('Montant'), { target: { value: text } });
      await submit();
      expect(await screen.findByRole('alert')).toHaveTextContent(error);
      expect(screen.getByLabelText('Montant')).toHaveFocus();
      expect(calls.map(({ body }) => body)).toEqual([{ username: 'nouveau', password: PASSWORD, balance }]);
      expect(document.body).not.toHaveTextContent('NaN');
    },
  );

  test('create user form: each try of an amount that no float represents shows an error', async () => {
    open();
    await fill('9007199254740993');
    await submit();
    const first = screen.getByRole('alert');
    expect(first).toHaveTextContent("Le montant ne peut pas être envoyé tel qu'il est saisi.");
    expect(screen.getByLabelText('Montant')).toHaveFocus();
    await submit();
    expect(screen.getByRole('alert')).not.toBe(first);
  });

  test('create user form: the retry of a lost answer without an amount has the same key', async () => {
    const calls = serve(REGISTER, lost);
    open();
    await fill('');
    await submit();
    expect(await screen.findByText(/^Création de nouveau avec 0,00\sDT/)).toBeVisible();
    await submit();
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.key).toBe(calls[0]?.key);
  });
});
