import { ROOT } from '@palier/base/paths';
import { bytesOf, contentBytesOf, filesOfVisit } from '@palier/test-support/visit-files';
import { editScripts, forceActive, publish, serveShell, test } from '../../support/releases';
import { demo, expect } from '../../support/test';

/** Limits of what a returning browser transfers after a release, in bytes (decision 0121). */
const MAX_CONTENT_BYTES = 5_000;
const MAX_BYTES = 9_000;
const TITLE = 'Casino Games';

test('A browser that returns after a release of shell and remote transfers only what has changed', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  const visit = (title: string) =>
    filesOfVisit(page, '/home', () => expect(page.getByRole('heading', { name: title })).toBeVisible());
  const casinoWith = (title: string): Promise<string> =>
    editScripts(`${ROOT}/mfe-casino/dist`, (text) => text.replaceAll(TITLE, title));

  await publish('7.0.0', await casinoWith(`${TITLE} one`), 'casino');
  await forceActive('7.0.0', { name: 'casino' });
  const first = await visit(`${TITLE} one`);
  expect(first.map(({ encoding }) => encoding)).toEqual(first.map(() => 'br'));

  await publish('7.1.0', await casinoWith(`${TITLE} two`), 'casino');
  await forceActive('7.1.0', { name: 'casino' });
  const restore = await serveShell((text) => text.replaceAll('Aller au contenu', 'Sauter au contenu'));
  try {
    const second = await visit(`${TITLE} two`);
    const scripts = second.filter(({ path }) => path.endsWith('.js'));
    expect(scripts.map(({ encoding }) => encoding)).toEqual(['dcz', 'dcz', 'dcz']);
    // The document alone has more.
    expect(contentBytesOf(second)).toBeGreaterThan(1_000);
    expect(contentBytesOf(second)).toBeLessThanOrEqual(MAX_CONTENT_BYTES);
    expect(bytesOf(second)).toBeLessThanOrEqual(MAX_BYTES);
    await expect(page.getByRole('link', { name: 'Sauter au contenu' })).toBeAttached();

    // A browser that has none of the older files gets brotli.
    const other = await page
      .context()
      .browser()!
      .newPage({ baseURL: new URL(page.url()).origin });
    const fresh = await filesOfVisit(other, '/login', () => other.getByRole('button').first().waitFor());
    expect(fresh.map(({ encoding }) => encoding)).toEqual(fresh.map(() => 'br'));
    await other.close();
  } finally {
    await restore();
  }
});
