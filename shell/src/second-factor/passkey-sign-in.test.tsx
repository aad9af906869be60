import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessToken } from '@palier/shared/session';
import { startWire } from '../testing/each-test';
import { renderShell } from '../testing/render-shell';
import { CLIENT, HttpResponse, serve } from '../testing/wire';

startWire();

const CHALLENGE = {
  challenge: 'AQID',
  rpId: 'palier.example',
  timeout: 120_000,
  userVerification: 'required',
};
const BUTTON = "Connexion par clé d'accès";
const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer;

/** What the browser's passkey answers; `get` is the page's only way to it. */
const ASSERTION = {
  id: 'BAU',
  rawId: bytes(4, 5),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(1),
    authenticatorData: bytes(2),
    signature: bytes(3),
    userHandle: bytes(6),
  },
};

let get: jest.Mock;
beforeEach(() => {
  get = jest.fn(() => Promise.resolve(ASSERTION));
  Object.assign(window, { PublicKeyCredential: class {} });
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  window.requestIdleCallback = (work) => {
    work({ didTimeout: false, timeRemaining: () => 1 });
    return 1;
  };
});
afterEach(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));

async function press(): Promise<void> {
  renderShell('/login');
  await userEvent.click(await screen.findByRole('button', { name: BUTTON }));
}

it('passkey sign-in: the challenge of the server is signed, and a session begins', async () => {
  serve('POST /auth/passkey/challenge', () => CHALLENGE);
  const sent = serve('POST /auth/passkey/login', () => ({
    accessToken: 'a.b.c',
    refreshToken: 'r',
    user: CLIENT,
  }));
  await press();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    id: 'BAU',
    clientDataJSON: 'AQ',
    authenticatorData: 'Ag',
    signature: 'Aw',
    userHandle: 'Bg',
  });
  const [{ publicKey }] = get.mock.calls[0] as [{ publicKey: { rpId: string; userVerification: string } }];
  expect([publicKey.rpId, publicKey.userVerification]).toEqual(['palier.example', 'required']);
  await waitFor(() => expect(accessToken()).toBe('a.b.c'));
});

it('passkey sign-in: a user who gives up reads a sentence, and nothing is sent', async () => {
  serve('POST /auth/passkey/challenge', () => CHALLENGE);
  const sent = serve('POST /auth/passkey/login', () => HttpResponse.json({}, { status: 500 }));
  get.mockImplementation(() => Promise.reject(new DOMException('given up', 'NotAllowedError')));
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent("Aucune clé d'accès n'a été utilisée.");
  expect(sent).toEqual([]);
});

it('passkey sign-in: the owner of a closed account reads the reason', async () => {
  serve('POST /auth/passkey/challenge', () => CHALLENGE);
  serve('POST /auth/passkey/login', () =>
    HttpResponse.json(
      { errors: ['Invalid email or password.', 'Ce compte est désactivé.'], code: 'account-closed' },
      { status: 401 },
    ),
  );
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('Ce compte est désactivé.');
  expect(screen.getByLabelText('Username')).toBeVisible();
});

it('passkey sign-in: a browser without passkeys shows no button and asks for nothing', async () => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  renderShell('/login');
  const form = await screen.findByRole('main');
  expect(within(form).queryByRole('button', { name: BUTTON })).not.toBeInTheDocument();
});

it('passkey sign-in: the code step offers it after the password, and sends both', async () => {
  serve('POST /auth/passkey/challenge', () => CHALLENGE);
  const sent = serve('POST /auth/login', ({ body }) =>
    Object.hasOwn(body as object, 'passkey')
      ? { accessToken: 'a.b.c', refreshToken: 'r', user: CLIENT }
      : HttpResponse.json({ errors: ['Refusé.'], code: 'factor-required', field: 'code' }, { status: 401 }),
  );
  renderShell('/login');
  await userEvent.type(await screen.findByLabelText('Username'), 'client');
  await userEvent.type(screen.getByLabelText('Password'), 'Client1234{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: "Utiliser une clé d'accès" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ username: 'client', password: 'Client1234', passkey: { id: 'BAU' } });
});
