import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '@palier/base/paths';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { publishDevelopmentVersion } from '@palier/releases/publish-build';
import { createPool } from '@palier/server/database';
import { copyEdited } from '@palier/test-support/edited-build';
import { copyShell, releaseShell } from '@palier/test-support/shell-release';
import { bytesOf, contentBytesOf, filesOfVisit, type VisitFile } from '@palier/test-support/visit-files';
import { untilTrue } from '@palier/test-support/wait-until';
import { withPage, type Visit } from './page-load';
import type { Site } from './site';

const WAIT_LIMIT_MS = 60_000;

const visitHome = (page: Page, url: string): Promise<readonly VisitFile[]> =>
  filesOfVisit(page, `${url}/home`, () => page.getByTestId('game-tile').first().waitFor());

/** Bytes on the wire, with headers, of a first visit of /home (decision 0122). */
export const measureFirstVisit = (visit: Visit): Promise<number> =>
  withPage(visit, async (page) => bytesOf(await visitHome(page, visit.url)));

/** The edit of a release: a sentence of the shell and one of the casino. */
const editOf =
  (release: string) =>
  (text: string): string =>
    text
      .replaceAll('Aller au contenu', `Aller au contenu ${release}`)
      .replaceAll('Casino Games', `Casino ${release}`);

/** The bytes that a browser transfers when it returns after a release of shell and casino. */
export async function measureReturningVisit(
  site: Site,
  visit: Omit<Visit, 'url'>,
): Promise<{ readonly content: number; readonly withHeaders: number }> {
  const shell = join(await temporaryFolder(), 'shell');
  await copyShell(shell);
  const { url, stop } = await site.serve(shell);
  const store = createPool(site.releasesUrl, { asOwner: true });
  const revision = async (): Promise<unknown> =>
    ((await (await fetch(`${url}/remotes.json`)).json()) as { revision: number }).revision;
  async function publish(dist: string, hash: string): Promise<void> {
    const before = await revision();
    await publishDevelopmentVersion(store, 'casino', dist, hash);
    await untilTrue(async () => (await revision()) !== before, WAIT_LIMIT_MS);
  }
  try {
    return await withPage({ ...visit, url }, async (page) => {
      await visitHome(page, url);
      // Each reading is a release of its own.
      const release = randomUUID().slice(0, 8);
      await releaseShell(shell, editOf(release));
      const casino = join(shell, '../casino');
      await copyEdited(join(ROOT, 'mfe-casino/dist'), casino, editOf(release));
      await publish(casino, release);
      const files = await visitHome(page, url);
      return { content: contentBytesOf(files), withHeaders: bytesOf(files) };
    });
  } finally {
    await store.end();
    await stop();
  }
}
