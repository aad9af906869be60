import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessToken, currentUser } from '@palier/shared/session';
import { clearSession } from '@palier/shared/session/writer';
import { createHold } from '@palier/shared/testing';
import { startWire } from '../../testing/each-test';
import { renderShell } from '../../testing/render-shell';
import { CLIENT, HttpResponse, refused, serve, signIn } from '../../testing/wire';

startWire();

const LOGIN = 'POST /auth/login';

const open = async () => {
  renderShell('/login');
  return screen.findByRole('button', { name: 'Login' });
};

it.each([
  { username: '   ', password: 'x', missing: 'Username' },
  { username: 'client', password: '   ', missing: 'Password' },
])(
  'login: the specified text shows and nothing is sent if $missing is empty',
  async ({ username, password, missing }) => {
    const sent = serve(LOGIN, () => refused(401));
    const button = await open();
    await userEvent.type(screen.getByLabelText('Username'), username);
    await userEvent.type(screen.getByLabelText('Password'), password);
    await userEvent.click(button);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter both email and password.');
    const field = screen.getByLabelText(missing);
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Please enter both email and password.');
  },
);

it('login: the text for an empty field is announced again the second time', async () => {
  const button = await open();
  await userEvent.click(button);
  const said = screen.getByRole('alert');
  await userEvent.click(button);
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter both email and password.');
  expect(said).not.toBeInTheDocument();
});

it('login: the name has the focus when it opens, and phones do not correct it', async () => {
  await open();
  expect(screen.getByLabelText('Username')).toHaveFocus();
  expect(screen.getByLabelText('Username')).toHaveAttribute('autocorrect', 'off');
});

it('login: the password shows on request, and is hidden while it is sent', async () => {
  const { released, release } = createHold();
  serve(LOGIN, () => released.then(() => refused(401)));
  const button = await open();
  const password = screen.getByLabelText('Password');
  await userEvent.type(screen.getByLabelText('Username'), 'client');
  await userEvent.type(password, 'Client1234');
  expect(password).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Afficher le mot de passe' }));
  expect(password).toHaveFocus();
  expect(password).toHaveAttribute('autocapitalize', 'none');
  expect(password).toHaveAttribute('type', 'text');
  await userEvent.click(button);
  expect(password).toHaveAttribute('type', 'password');
  release();
  expect(await screen.findByText('Invalid email or password.')).toBeVisible();
  expect(password).toHaveAttribute('type', 'text');
});

it('login: the specified text shows for a refusal, and the page stays for another try', async () => {
  const sent = serve(LOGIN, () => refused(401));
  const button = await open();
  await userEvent.type(screen.getByLabelText('Username'), 'client');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong');
  await userEvent.click(button);
  expect(await screen.findByText('Invalid email or password.')).toBeVisible();
  expect(screen.getByLabelText('location')).toHaveTextContent('/login');
  await userEvent.click(button);
  await waitFor(() => expect(sent).toHaveLength(2));
});

it.each([
  [
    'too many tries',
    () => refused(429, ['Trop de tentatives. Veuillez patienter quelques minutes.']),
    'Trop de tentatives. Veuillez patienter quelques minutes.',
  ],
  [
    'a gateway',
    () => new HttpResponse('<h1>Bad Gateway</h1>', { status: 502 }),
    "Le serveur n'a pas répondu. Veuillez réessayer.",
  ],
  ['no answer', () => HttpResponse.error(), "Le serveur n'a pas répondu. Veuillez réessayer."],
])(
  'login: the reason of credentials that were not checked (%s) shows below the text',
  async (_what, answer, reason) => {
    serve(LOGIN, answer);
    const button = await open();
    await userEvent.type(screen.getByLabelText('Username'), 'client');
    await userEvent.type(screen.getByLabelText('Password'), 'Client1234');
    await userEvent.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(`Invalid email or password. ${reason}`);
    expect(screen.getByText(reason)).toHaveAttribute('lang', 'fr');
    await userEvent.clear(screen.getByLabelText('Password'));
    await userEvent.click(button);
    expect(screen.getByRole('alert')).toHaveTextContent(/^Please enter both email and password\.$/);
  },
);

it('login: the reason of a closed account and whom to ask show below the text', async () => {
  const reason = 'Ce compte est désactivé. Adressez-vous à nadia, qui peut le réactiver.';
  serve(LOGIN, () => refused(401, ['Invalid email or password.', reason]));
  const button = await open();
  await userEvent.type(screen.getByLabelText('Username'), 'client');
  await userEvent.type(screen.getByLabelText('Password'), 'Client1234');
  await userEvent.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent(`Invalid email or password. ${reason}`);
  expect(screen.getByText(reason)).toHaveAttribute('lang', 'fr');
  expect(screen.getByLabelText('Password')).toBeValid();
  expect(screen.getByLabelText('location')).toHaveTextContent('/login');
});

it('login: a success sends the name once in lower case, stores the session and opens /home', async () => {
  signIn();
  clearSession();
  const sent = serve(LOGIN, { accessToken: 'a', refreshToken: 'r', user: { ...CLIENT } });
  const button = await open();
  await userEvent.type(screen.getByLabelText('Username'), '  CLIENT ');
  await userEvent.type(screen.getByLabelText('Password'), ' Client1234 ');
  for (let time = 0; time < 2; time += 1) fireEvent.click(button);
  await waitFor(() => expect(screen.getByLabelText('location')).toHaveTextContent('/home'));
  expect(button).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ username: 'client', password: 'Client1234' }]);
  expect(accessToken()).toBe('a');
  expect(currentUser()).toEqual(CLIENT);
  expect(await screen.findByRole('heading', { name: 'Casino Games' })).toBeVisible();
  // The form that had the focus is gone.
  expect(screen.getByRole('main')).toHaveFocus();
});

const askForCode = () =>
  HttpResponse.json(
    { errors: ['Saisissez le code.'], code: 'factor-required', field: 'code' },
    { status: 401 },
  );

it('login: a code is asked for where the server wants one, and is sent with the credentials', async () => {
  signIn();
  clearSession();
  let calls = 0;
  const sent = serve(LOGIN, () =>
    (calls += 1) === 1 ? askForCode() : { accessToken: 'a', refreshToken: 'r', user: { ...CLIENT } },
  );
  const button = await open();
  await userEvent.type(screen.getByLabelText('Username'), ' CLIENT ');
  await userEvent.type(screen.getByLabelText('Password'), 'Client1234');
  await userEvent.click(button);
  const code = await screen.findByLabelText("Code de l'application");
  expect(code).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(code, '123 456{Enter}');
  await waitFor(() => expect(screen.getByLabelText('location')).toHaveTextContent('/home'));
  const credentials = { username: 'client', password: 'Client1234' };
  expect(sent.map(({ body }) => body)).toEqual([credentials, { ...credentials, code: '123 456' }]);
});

it('login: a refused code shows its sentence, and the way back leads to the password', async () => {
  let calls = 0;
  serve(LOGIN, () =>
    (calls += 1) === 1
      ? askForCode()
      : HttpResponse.json(
          { errors: ["Ce code n'est pas valable."], code: 'invalid-input', field: 'code' },
          { status: 400 },
        ),
  );
  const button = await open();
  await userEvent.type(screen.getByLabelText('Username'), 'client');
  await userEvent.type(screen.getByLabelText('Password'), 'Client1234');
  await userEvent.click(button);
  await userEvent.type(await screen.findByLabelText("Code de l'application"), '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent("Ce code n'est pas valable.");
  await userEvent.click(screen.getByRole('button', { name: 'Revenir au mot de passe' }));
  expect(screen.getByLabelText('Username')).toHaveValue('client');
});
