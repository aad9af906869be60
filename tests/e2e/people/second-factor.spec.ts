import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import type { CDPSession, Page } from '@playwright/test';
import { demo, expect, newUsername, test, type Account, type Api } from '../support/test';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BIG = 40;
const SUM = 10;

async function signInOnScreen(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.waitForURL('**/login');
}

async function proveByPassword(page: Page, { password }: Account): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirmez que c'est vous" });
  await dialog.getByLabel('Mot de passe').fill(password);
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
}

/** A code that was not used before, at the latest 30 seconds later: each step has one code. */
async function nextCode(secret: string, used: Set<string>): Promise<string> {
  const code = (): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await expect.poll(() => used.has(code()), { timeout: 90_000, intervals: [1_000] }).toBe(false);
  const fresh = code();
  used.add(fresh);
  return fresh;
}

/** Gives the page a device that makes passkeys and confirms its user. The result takes the device away. */
async function giveDevice(page: Page): Promise<() => Promise<unknown>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}

/** Runs a command of operators on the product of the journeys. */
async function admin(...args: string[]): Promise<void> {
  const { DATABASE_URL: _, OWNER_DATABASE_URL: __, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['scripts/bootstrap.mjs', 'admin', ...args], {
    cwd: ROOT,
    env: { ...env, DATA_DIR: process.env.E2E_DATA_DIR },
  });
}

const idOf = async (api: Api, { username }: Account): Promise<number> => {
  const { data } = await api.post<{ data: readonly { id: number }[] }>(
    `/user/search?username=${username}&page=0&size=5`,
  );
  return data[0]!.id;
};

/** Adds a passkey in Paramètres and keeps the recovery codes. */
async function addPasskey(page: Page, account: Account): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: "Ajouter une clé d'accès" }).click();
  await page.getByLabel('Nom').fill('Téléphone');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await proveByPassword(page, account);
  await expect(page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')).toHaveCount(8);
  await page.getByRole('button', { name: 'Je les ai gardés' }).click();
  await expect(page.getByRole('list', { name: "Clés d'accès" })).toContainText('Téléphone');
}

/** Signs in with the passkey alone, then with the password and the passkey. */
async function signInByPasskey(page: Page, account: Account): Promise<void> {
  await signOut(page);
  await page.getByRole('button', { name: "Connexion par clé d'accès" }).click();
  await page.waitForURL('**/home');
  await signOut(page);
  await signInOnScreen(page, account);
  await page.getByRole('button', { name: "Utiliser une clé d'accès" }).click();
  await page.waitForURL('**/home');
}

for (const role of ['admin', 'superadmin'] as const)
  test(`second factor: ${role} adds a passkey, signs in and steps up with it, loses it and is reset`, async ({
    page,
    team,
    apiAs,
  }) => {
    const parent = role === 'admin' ? team.superadmin : demo.capo;
    const account = { username: newUsername('agent'), password: 'Matmata1234' };
    const child = { username: newUsername('child'), password: 'Matmata1234' };
    const [ofParent, ofAccount] = (
      {
        admin: ['/auth/super-admin/register-admin', '/auth/admin/register-client'],
        superadmin: ['/auth/capo/register-super-admin', '/auth/super-admin/register-admin'],
      } as const
    )[role];
    const agency = await apiAs(parent);
    await agency.post(ofParent, { ...account, balance: 500 });
    const id = await idOf(agency, account);
    await agency.post(`/user/sub-account/${id}/limits`, {
      perMovement: null,
      perDay: null,
      leastBalance: null,
      proofAbove: SUM,
    });
    const desk = await apiAs(account);
    await desk.post(ofAccount, { ...child, balance: 0 });
    const refund = `/refund/${await idOf(desk, child)}`;
    const deposit = async (): Promise<void> => {
      await page.goto(refund);
      await page.getByRole('spinbutton', { name: 'Montant' }).fill(String(BIG));
      await page.keyboard.press('Enter');
    };

    const loseDevice = await giveDevice(page);
    await signInOnScreen(page, account);
    await page.waitForURL('**/home');
    await deposit();
    await expect(page.getByText(/Ajoutez-la dans Paramètres/)).toBeVisible();
    await addPasskey(page, account);
    await signInByPasskey(page, account);
    await deposit();
    await page.waitForURL('**/admin');

    await loseDevice();
    await agency.post(`/user/sub-account/${id}/factor-reset`, { identified: "Pièce d'identité vue" });
    await signInOnScreen(page, account);
    await page.waitForURL('**/home');
  });

test('second factor: the capo adds a passkey, signs in, loses it and is reset by an operator', async ({
  page,
}) => {
  const account = { username: newUsername('capo'), password: 'Matmata1234' };
  await admin('create-capo', account.username, account.password);
  const loseDevice = await giveDevice(page);
  await signInOnScreen(page, account);
  await page.waitForURL('**/home');
  await addPasskey(page, account);
  await signInByPasskey(page, account);
  await loseDevice();
  await admin('reset-factor', account.username, '--identified', 'carte vue au guichet');
  await signInOnScreen(page, account);
  await page.waitForURL('**/home');
});

test('second factor: the client adds an app, signs in with its code and removes it', async ({
  page,
  newClient,
}) => {
  const account = await newClient(5);
  const used = new Set<string>();
  await signInOnScreen(page, account);
  await page.waitForURL('**/home');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Ajouter une application' }).click();
  await proveByPassword(page, account);
  await expect(page.getByRole('img', { name: "Code QR de l'application" })).toBeVisible();
  const link = page.getByRole('link', { name: "Ouvrir l'application de cet appareil" });
  const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
  await page.getByLabel("Code affiché par l'application").fill(await nextCode(secret, used));
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')).toHaveCount(8);
  await page.getByRole('button', { name: 'Je les ai gardés' }).click();
  await expect(page.getByText('Il reste 8 codes de secours.')).toBeVisible();

  await signOut(page);
  await signInOnScreen(page, account);
  await page.getByLabel("Code de l'application").fill([...used][0]!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText("Ce code n'est pas valable");
  await page.getByLabel("Code de l'application").fill(await nextCode(secret, used));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');

  // The code of the sign-in is a proof for five minutes.
  await page.goto('/settings');
  await page.getByRole('button', { name: "Retirer l'application" }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByText('Application retirée.')).toBeVisible();
});
