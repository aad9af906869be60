import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { readLock } from '@palier/stack/lock';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import type { CDPSession, Page } from '@playwright/test';
import { demo, expect, newUsername, test, type Account, type Api, type Team } from '../support/test';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DATA_DIR = process.env.E2E_DATA_DIR ?? '';
const STEP_MS = 30_000;
/** Movements above it need a proof. */
const SUM = 10;
const BIG = 40;

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

/** The codes of an app: each call returns a later one than the call before, as the server asks. */
function codesOf(secret: string): () => Promise<string> {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  let next = 0;
  return async () => {
    // The server also takes the code that comes after the present one.
    await expect.poll(() => Date.now(), { timeout: 90_000 }).toBeGreaterThan(next - STEP_MS);
    const timestamp = Math.max(next, Date.now());
    next = timestamp + STEP_MS;
    return app.generate({ timestamp });
  };
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
    env: { ...env, DATA_DIR },
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

/** Adds an app in Paramètres, keeps the recovery codes, and returns the app's codes. */
async function addApp(page: Page, account: Account): Promise<() => Promise<string>> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Ajouter une application' }).click();
  await proveByPassword(page, account);
  await expect(page.getByRole('img', { name: "Code QR de l'application" })).toBeVisible();
  const link = page.getByRole('link', { name: "Ouvrir l'application de cet appareil" });
  const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
  const nextCode = codesOf(secret);
  await page.getByLabel("Code affiché par l'application").fill(await nextCode());
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')).toHaveCount(8);
  await page.getByRole('button', { name: 'Je les ai gardés' }).click();
  await expect(page.getByText('Il reste 8 codes de secours.')).toBeVisible();
  return nextCode;
}

/** Makes each proof of an account older than the five minutes for which it counts. */
async function ageProofs({ username }: Account): Promise<void> {
  const logins = readLock(DATA_DIR)?.logins;
  if (logins === undefined) throw new Error('The product of the journeys does not run.');
  const database = new pg.Client({ connectionString: logins.OWNER_DATABASE_URL });
  await database.connect();
  try {
    await database.query(
      `update sessions set proved_at = proved_at - interval '6 minutes'
        where user_id = (select id from users where username = $1)`,
      [username],
    );
  } finally {
    await database.end();
  }
}

interface Owner {
  readonly account: Account;
  /** Begins what needs a fresh proof. */
  begin(page: Page): Promise<void>;
  /** Waits until it is done. */
  done(page: Page): Promise<unknown>;
  /** Removes all factors of the owner, who has lost the device. */
  reset(): Promise<unknown>;
}

type ApiAs = (account: Account) => Promise<Api>;
type NewClient = (balance: number) => Promise<Account>;

interface Fixtures {
  readonly team: Team;
  readonly apiAs: ApiAs;
  readonly newClient: NewClient;
}

const PARENTS = {
  superadmin: { own: '/auth/capo/register-super-admin', child: '/auth/super-admin/register-admin' },
  admin: { own: '/auth/super-admin/register-admin', child: '/auth/admin/register-client' },
} as const;

/** Creates an account below, and prepares a deposit to it above the sum. */
async function prepareDeposit(account: Account, apiAs: ApiAs, childPath: string) {
  const child = { username: newUsername('child'), password: 'Matmata1234' };
  const desk = await apiAs(account);
  await desk.post(childPath, { ...child, balance: 0 });
  const refund = `/refund/${await idOf(desk, child)}`;
  return {
    async begin(page: Page): Promise<void> {
      await page.goto(refund);
      await page.getByRole('spinbutton', { name: 'Montant' }).fill(String(BIG));
      await page.keyboard.press('Enter');
    },
    done: (page: Page) => page.waitForURL('**/admin'),
  };
}

async function createAgent(role: 'superadmin' | 'admin', team: Team, apiAs: ApiAs): Promise<Owner> {
  const account = { username: newUsername('agent'), password: 'Matmata1234' };
  const parent = await apiAs(role === 'admin' ? team.superadmin : demo.capo);
  await parent.post(PARENTS[role].own, { ...account, balance: 500 });
  const id = await idOf(parent, account);
  const money = await prepareDeposit(account, apiAs, PARENTS[role].child);
  const limits = { perMovement: null, perDay: null, leastBalance: null, proofAbove: SUM };
  await parent.post(`/user/sub-account/${id}/limits`, limits);
  const reset = () =>
    parent.post(`/user/sub-account/${id}/factor-reset`, { identified: "Pièce d'identité vue" });
  return { account, ...money, reset };
}

/** A capo has no parent: an operator sets the sum and resets the factors. */
async function createCapo(apiAs: ApiAs): Promise<Owner> {
  const account = { username: newUsername('capo'), password: 'Matmata1234' };
  await admin('create-capo', account.username, account.password);
  await admin('mint', account.username, '500');
  const money = await prepareDeposit(account, apiAs, '/auth/capo/register-super-admin');
  await admin('proof-above', account.username, String(SUM));
  const reset = () => admin('reset-factor', account.username, '--identified', 'carte vue au guichet');
  return { account, ...money, reset };
}

/** A client moves no money of others: recovery codes are what needs a proof. */
async function createClient(team: Team, apiAs: ApiAs, newClient: NewClient): Promise<Owner> {
  const account = await newClient(5);
  const parent = await apiAs(team.admin);
  const id = await idOf(parent, account);
  return {
    account,
    async begin(page) {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Nouveaux codes de secours' }).click();
      await page.getByRole('button', { name: 'Confirmer' }).click();
    },
    done: (page) => page.getByRole('button', { name: 'Je les ai gardés' }).click(),
    reset: () => parent.post(`/user/sub-account/${id}/factor-reset`, { identified: 'Connu au guichet' }),
  };
}

const ROLES = ['capo', 'superadmin', 'admin', 'client'] as const;

function createOwner(role: (typeof ROLES)[number], { team, apiAs, newClient }: Fixtures): Promise<Owner> {
  if (role === 'capo') return createCapo(apiAs);
  if (role === 'client') return createClient(team, apiAs, newClient);
  return createAgent(role, team, apiAs);
}

for (const role of ROLES) {
  test(`passkey: ${role} adds one, signs in and steps up with it, loses it and is reset`, async ({
    page,
    team,
    apiAs,
    newClient,
  }) => {
    const { account, begin, done, reset } = await createOwner(role, { team, apiAs, newClient });
    const loseDevice = await giveDevice(page);
    await signInOnScreen(page, account);
    await page.waitForURL('**/home');
    if (role !== 'client') {
      await begin(page);
      await expect(page.getByText(/Ajoutez-la dans Paramètres/)).toBeVisible();
    }
    await addPasskey(page, account);

    await signOut(page);
    await page.getByRole('button', { name: "Connexion par clé d'accès" }).click();
    await page.waitForURL('**/home');
    await signOut(page);
    await signInOnScreen(page, account);
    await page.getByRole('button', { name: "Utiliser une clé d'accès" }).click();
    await page.waitForURL('**/home');

    await ageProofs(account);
    await begin(page);
    await page.getByRole('dialog').getByRole('button', { name: "Utiliser une clé d'accès" }).click();
    await done(page);

    await loseDevice();
    await reset();
    await signInOnScreen(page, account);
    await page.waitForURL('**/home');
  });

  test(`app: ${role} adds one, signs in and steps up with its codes, loses it and is reset`, async ({
    page,
    team,
    apiAs,
    newClient,
  }) => {
    const { account, begin, done, reset } = await createOwner(role, { team, apiAs, newClient });
    await signInOnScreen(page, account);
    await page.waitForURL('**/home');
    const nextCode = await addApp(page, account);

    await signOut(page);
    await signInOnScreen(page, account);
    await page.getByLabel("Code de l'application").fill(await nextCode());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');

    await ageProofs(account);
    await begin(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Code de l'application/).fill(await nextCode());
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await done(page);

    await reset();
    await signInOnScreen(page, account);
    await page.waitForURL('**/home');
  });
}

test('app: a code counts once, and its owner removes it', async ({ page, newClient }) => {
  const account = await newClient(5);
  await signInOnScreen(page, account);
  await page.waitForURL('**/home');
  const nextCode = await addApp(page, account);

  await signOut(page);
  await signInOnScreen(page, account);
  const code = await nextCode();
  await page.getByLabel("Code de l'application").fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await signOut(page);
  await signInOnScreen(page, account);
  await page.getByLabel("Code de l'application").fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText("Ce code n'est pas valable");
  await page.getByLabel("Code de l'application").fill(await nextCode());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');

  // The code of the sign-in is a proof for five minutes.
  await page.goto('/settings');
  await page.getByRole('button', { name: "Retirer l'application" }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByText('Application retirée.')).toBeVisible();
});
