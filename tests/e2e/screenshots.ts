import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { runCommand, SetupError } from '@palier/base/command';
import { ensureBrowser, launchOptions } from '@palier/base/process/browser';
import { demo, type Account } from './support/accounts';
import { interceptJackpotSocket } from '@palier/test-support/jackpot-socket';
import { waitForAnimations } from './support/wait-for-animations';

/**
 * Takes the README's pictures of a running product (`npm start`, its demo data):
 * `npm run screenshots -w tests/e2e`. PALIER_URL names another address than http://localhost:3000.
 */
const ADDRESS = process.env.PALIER_URL ?? 'http://localhost:3000';
const FOLDER = path.resolve(import.meta.dirname, '../../docs/images');
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const QUALITY = 0.82;

interface Picture {
  readonly name: string;
  readonly account: Account;
  readonly sizes: readonly { width: number; height: number }[];
  readonly show: (page: Page) => Promise<void>;
}

const open =
  (address: string, text: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.goto(address);
    await page.getByText(text).first().waitFor();
  };

async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Casino Games' }).waitFor();
}

async function picturesLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) =>
        image.getBoundingClientRect().top > innerHeight || (image.complete && image.naturalWidth > 0),
    ),
  );
}

/** Plays until a round wins. */
async function playSlot(page: Page): Promise<void> {
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  const idle = game.locator('body[data-state="idle"]');
  await idle.waitFor();
  do {
    await game.getByTestId('spin').click();
    await game.locator('body[data-state="spinning"]').waitFor();
    await idle.waitFor({ timeout: 60_000 });
  } while (Number(await game.getByTestId('win').getAttribute('data-value')) === 0);
}

const PICTURES: readonly Picture[] = [
  {
    name: 'catalogue',
    account: demo.client,
    sizes: [DESK, PHONE],
    show: (page) => page.getByTestId('game-tile').first().waitFor(),
  },
  { name: 'slot', account: demo.client, sizes: [PHONE], show: playSlot },
  {
    name: 'jackpot',
    account: demo.client,
    sizes: [PHONE],
    async show(page) {
      // A jackpot is seldom won: the win is delivered in place of the server.
      const socket = await interceptJackpotSocket(page);
      await page.reload();
      while (!socket.destinations().some((topic) => topic.includes('/jackpot/user/')))
        await page.waitForTimeout(100);
      socket.deliver('/topic/jackpot/user/', JSON.stringify({ prizeAmount: 3456.5, winId: 1 }));
      await page.getByTestId('jackpot-coin').first().waitFor();
      await page.waitForTimeout(1_400);
    },
  },
  { name: 'sub-accounts', account: demo.admin, sizes: [DESK, PHONE], show: open('/admin', 'Trier') },
  {
    name: 'report',
    account: demo.admin,
    sizes: [DESK],
    async show(page) {
      await open('/report', 'In, Out et Net par jour')(page);
      await page.getByRole('button', { name: '30 jours' }).click();
      await page.getByText('In, Out et Net par jour').waitFor();
      await page.waitForTimeout(800);
    },
  },
];

/** PNG to WebP by the browser itself. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const address = await page.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality: QUALITY },
  );
  await page.close();
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

async function requireProduct(): Promise<void> {
  const isServed = await fetch(`${ADDRESS}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isServed) return;
  throw new SetupError(
    `Palier does not serve at ${ADDRESS}.`,
    'Start it: npm start. Or name its address in PALIER_URL.',
  );
}

async function takePicture(
  browser: Browser,
  { name, account, show }: Picture,
  viewport: Picture['sizes'][number],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: ADDRESS,
    viewport,
    colorScheme: 'dark',
    locale: 'fr-TN',
    timezoneId: 'Africa/Tunis',
  });
  const page = await context.newPage();
  await signIn(page, account);
  await show(page);
  await picturesLoaded(page);
  if (name !== 'jackpot') await waitForAnimations(page);
  const picture = await toWebp(browser, await page.screenshot());
  const file = `${name}-${viewport.width}.webp`;
  await writeFile(path.join(FOLDER, file), picture);
  console.log(`${file}: ${Math.round(picture.length / 1024)} kB`);
  await context.close();
}

runCommand(async () => {
  const options = launchOptions(await ensureBrowser());
  await requireProduct();
  const browser = await chromium.launch(options);
  await mkdir(FOLDER, { recursive: true });
  for (const picture of PICTURES)
    for (const viewport of picture.sizes) await takePicture(browser, picture, viewport);
  await browser.close();
  return 0;
});
