import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { MemoryRouter, signInForTest } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { HttpResponse, serve } from '../testing/wire';
import { SecondFactor } from './second-factor';

startWire();

const READ = 'GET /auth/factors';
const PROVE = 'POST /auth/proof';
const BEGIN = 'POST /auth/factors/app';
const CONFIRM = 'POST /auth/factors/app/confirm';
const REMOVE = 'POST /auth/factors/app/remove';
const RENEW = 'POST /auth/factors/recovery-codes';
const APP = { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Palier:client?secret=ABCDEFGHIJKLMNOP' };
const WITHOUT_APP = {
  isOffered: true,
  arePasskeysOffered: true,
  passkeys: [],
  reset: null,
  appAddedAt: null,
  recoveryCodesLeft: 0,
};
const WITH_APP = { ...WITHOUT_APP, appAddedAt: '2026-03-01T08:00:00.000', recoveryCodesLeft: 8 };
const PASSKEY = { id: 3, name: 'Téléphone', addedAt: '2026-03-01T08:00:00.000', usedAt: null };
const WITH_PASSKEY = { ...WITHOUT_APP, passkeys: [PASSKEY], recoveryCodesLeft: 8 };
const CODES = ['AAAA-BBBB', 'CCCC-DDDD'];

const refusal = (code: string, field: string, sentence = 'Refusé.', status = 409) =>
  HttpResponse.json({ errors: [sentence], code, field }, { status });

/** Refuses a call until a proof has come. */
function serveAfterProof(call: Parameters<typeof serve>[0], answer: object) {
  let isProved = false;
  const proofs = serve(PROVE, () => {
    isProved = true;
    return { success: true };
  });
  const calls = serve(call, () => (isProved ? answer : refusal('proof-required', 'proof')));
  return { proofs, calls };
}

function open(): void {
  signInForTest();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SecondFactor />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: "Confirmez que c'est vous" });

async function prove(label: string, text: string): Promise<void> {
  const box = await dialog();
  await userEvent.type(within(box).getByLabelText(label), `${text}{Enter}`);
}

it('second factor: after the password an app is added by QR code or key, with its first code', async () => {
  let factors: object = WITHOUT_APP;
  serve(READ, () => factors);
  const { proofs, calls } = serveAfterProof(BEGIN, APP);
  const confirmed = serve(CONFIRM, () => {
    factors = WITH_APP;
    return { recoveryCodes: CODES };
  });
  open();
  await press('Ajouter une application');
  await prove('Mot de passe', 'Client1234');
  expect(await screen.findByRole('img', { name: "Code QR de l'application" })).toBeVisible();
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
  expect(proofs.map(({ body }) => body)).toEqual([{ password: 'Client1234' }]);
  expect(calls).toHaveLength(2);
  const code = screen.getByLabelText("Code affiché par l'application");
  expect(code).toHaveFocus();
  await userEvent.type(code, '123456{Enter}');
  const codes = await screen.findByRole('list', { name: 'Codes de secours' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES);
  expect(confirmed.map(({ body }) => body)).toEqual([{ code: '123456' }]);
  expect(screen.getByRole('heading', { name: 'Double authentification' })).toHaveFocus();
  await press('Je les ai gardés');
  expect(screen.queryByText(CODES[0]!)).toBeNull();
  expect(await screen.findByText('Application ajoutée le 1er mars 2026 à 08:00.')).toBeVisible();
});

it('second factor: a refused first code shows its sentence at the field, for another try', async () => {
  serve(READ, WITHOUT_APP);
  serve(BEGIN, APP);
  serve(CONFIRM, () => refusal('invalid-input', 'code', "Ce code n'est pas valable.", 400));
  open();
  await press('Ajouter une application');
  const code = await screen.findByLabelText("Code affiché par l'application");
  await userEvent.type(code, '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent("Ce code n'est pas valable.");
  expect(code).toBeInvalid();
  expect(code).toHaveValue('');
});

it('second factor: where the answer with recovery codes is lost, it says to make new ones', async () => {
  let factors: object = WITHOUT_APP;
  serve(READ, () => factors);
  serve(BEGIN, APP);
  serve(CONFIRM, () => {
    factors = WITH_APP;
    return HttpResponse.error();
  });
  open();
  await press('Ajouter une application');
  await userEvent.type(await screen.findByLabelText("Code affiché par l'application"), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/prenez-en de nouveaux/);
  expect(screen.getByText('Application ajoutée le 1er mars 2026 à 08:00.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Double authentification' })).toHaveFocus();
});

it('second factor: a wrong proof shows its sentence in the dialog, and Annuler gives it up', async () => {
  serve(READ, WITHOUT_APP);
  serve(BEGIN, () => refusal('proof-required', 'proof', "Confirmez d'abord que c'est bien vous."));
  serve(PROVE, () => refusal('invalid-input', 'password', 'Le mot de passe est incorrect.', 400));
  open();
  await press('Ajouter une application');
  await prove('Mot de passe', 'wrong');
  expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
    'Le mot de passe est incorrect.',
  );
  await press('Annuler');
  expect(await screen.findByText("Confirmez d'abord que c'est bien vous.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('second factor: an app is removed after a question and a code', async () => {
  serve(READ, WITH_APP);
  const { proofs, calls } = serveAfterProof(REMOVE, { success: true });
  open();
  await press("Retirer l'application");
  await press('Confirmer');
  await prove("Code de l'application, ou code de secours", ' 123456 ');
  expect(await screen.findByText('Application retirée.')).toBeVisible();
  expect(proofs.map(({ body }) => body)).toEqual([{ code: '123456' }]);
  expect(calls).toHaveLength(2);
});

it('second factor: new recovery codes show after a question, and are copied', async () => {
  serve(READ, WITH_APP);
  serve(RENEW, { recoveryCodes: CODES });
  open();
  expect(await screen.findByText('Il reste 8 codes de secours.')).toBeVisible();
  await press('Nouveaux codes de secours');
  await press('Confirmer');
  const user = userEvent.setup();
  const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name: 'Copier' }));
  expect(await screen.findByText('Codes copiés.')).toBeVisible();
  expect(copied).toHaveBeenCalledWith(CODES.join('\n'));
});

it('second factor: a server without a key says whom to ask, and offers nothing', async () => {
  serve(READ, { ...WITHOUT_APP, isOffered: false });
  open();
  expect(await screen.findByText(/Adressez-vous à l'exploitant/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

/** A browser whose device makes the passkey `BAU`, or fails. */
function givePasskeys(create: () => Promise<object>): void {
  Object.assign(window, { PublicKeyCredential: class {} });
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
}
afterEach(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));

const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer;
const CREATED = {
  id: 'BAU',
  rawId: bytes(4, 5),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes(1), attestationObject: bytes(2) },
};
const OPTIONS = {
  challenge: 'AQID',
  rp: { id: 'palier.example', name: 'Palier' },
  user: { id: 'AQID', name: 'client', displayName: 'client' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 120_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
};
const BEGIN_PASSKEY = 'POST /auth/factors/passkeys/begin';

it('second factor: after the password a passkey is named, made by the device and listed', async () => {
  givePasskeys(() => Promise.resolve(CREATED));
  let factors: object = WITHOUT_APP;
  serve(READ, () => factors);
  const { proofs, calls } = serveAfterProof(BEGIN_PASSKEY, OPTIONS);
  const added = serve('POST /auth/factors/passkeys', () => {
    factors = WITH_PASSKEY;
    return { recoveryCodes: CODES };
  });
  open();
  await press("Ajouter une clé d'accès");
  await press('Continuer');
  expect(screen.getByLabelText('Nom')).toHaveAccessibleDescription(/Donnez un nom/);
  expect(calls).toHaveLength(0);
  await userEvent.type(screen.getByLabelText('Nom'), 'Téléphone{Enter}');
  await prove('Mot de passe', 'Client1234');
  expect(await screen.findByRole('list', { name: 'Codes de secours' })).toBeVisible();
  expect(proofs).toHaveLength(1);
  expect(calls.map(({ body }) => body)).toEqual([{ name: 'Téléphone' }, { name: 'Téléphone' }]);
  expect(added.map(({ body }) => body)).toEqual([
    { name: 'Téléphone', passkey: { id: 'BAU', clientDataJSON: 'AQ', attestationObject: 'Ag' } },
  ]);
  await press('Je les ai gardés');
  const list = await screen.findByRole('list', { name: "Clés d'accès" });
  expect(within(list).getByRole('listitem')).toHaveTextContent('Téléphone ajoutée le');
});

it('second factor: a device that makes no passkey is reported, and the name is kept', async () => {
  givePasskeys(() => Promise.reject(new DOMException('exists', 'InvalidStateError')));
  serve(READ, WITH_PASSKEY);
  serve(BEGIN_PASSKEY, OPTIONS);
  open();
  await press("Ajouter une clé d'accès");
  await userEvent.type(screen.getByLabelText('Nom'), 'Clé USB{Enter}');
  await waitFor(() =>
    expect(screen.getByLabelText('Nom')).toHaveAccessibleDescription(/Aucune clé d'accès n'a été ajoutée/),
  );
  expect(screen.getByLabelText('Nom')).toHaveValue('Clé USB');
});

it('second factor: a passkey is removed after a question, in a browser without passkeys too', async () => {
  let factors: object = WITH_PASSKEY;
  serve(READ, () => factors);
  const removed = serve('POST /auth/factors/passkeys/3/remove', () => {
    factors = WITHOUT_APP;
    return { success: true };
  });
  open();
  await press('Retirer');
  expect(removed).toHaveLength(0);
  await press('Confirmer');
  expect(await screen.findByText("Clé d'accès retirée.")).toBeVisible();
  expect(screen.queryByRole('button', { name: "Ajouter une clé d'accès" })).toBeNull();
});

it('second factor: a reset that the parent has asked for is refused by its owner', async () => {
  const reset = { by: 'admin', askedAt: '2026-03-01T08:00:00.000', dueAt: '2026-03-02T08:00:00.000' };
  let factors: object = { ...WITH_APP, reset };
  serve(READ, () => factors);
  const refused = serve('POST /auth/factors/reset/refuse', () => {
    factors = WITH_APP;
    return { success: true };
  });
  open();
  expect(await screen.findByText(/admin a demandé le retrait/)).toBeVisible();
  await press('Refuser le retrait');
  expect(await screen.findByText('Retrait refusé.')).toBeVisible();
  expect(refused).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Refuser le retrait' })).toBeNull();
});
