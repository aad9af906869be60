import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { program } from '@palier/base/process/program';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { createPool, type Pool } from '@palier/server/database/pool';
import { offerOfShell } from '@palier/build/front/needs';
import { createReleaseService } from '../service/release-service';
import { createCommandRunner } from '../service/run-release-command';
import { createToken, type Action } from '../service/token.repository';

export const runReleaseCommand = createCommandRunner(program('releases/src/main.ts'));

/** What the test that runs has; the database is that of all tests of the suite. */
export interface TestService {
  folder: string;
  store: string;
  database: Pool;
  service: FastifyInstance;
  /** A name that no other test of the suite has. */
  nameOf(text: string): string;
  newToken(name: string, actions: readonly Action[], remotes?: readonly string[]): Promise<string>;
}

/** Gives each test of a suite a release service with a store, which `prepare` fills. */
export function useReleaseService(prepare: (at: TestService) => Promise<unknown>): TestService {
  let source: TestDatabase;
  let count = 0;
  const at = {
    nameOf: (text) => `${text}-${count}`,
    newToken: async (name, actions, remotes = ['reports']) =>
      (await createToken(at.database, { name: at.nameOf(name), actions, remotes, days: 1, by: 'test' })) ??
      assert.fail('name taken'),
  } as TestService;
  before(async () => {
    at.folder = await temporaryFolder();
    source = await createTestDatabase('schema');
    at.database = createPool(source.url, { asOwner: true });
    await mkdir(join(at.folder, 'shell'));
    await writeFile(join(at.folder, 'shell/shell.json'), JSON.stringify(offerOfShell()));
  });
  after(async () => {
    delete process.env.PALIER_PROGRAM;
    await at.database.end();
    await source.drop();
  });
  beforeEach(async () => {
    count += 1;
    at.store = join(at.folder, at.nameOf('store'));
    await mkdir(at.store);
    // The command of an installation: its release gate compares files and opens no browser.
    Object.assign(process.env, { REMOTES_ROOT: at.store, PALIER_PROGRAM: 'palier', DATA_DIR: at.folder });
    await prepare(at);
    at.service = await createReleaseService({
      database: at.database,
      storeRoot: at.store,
      runCommand: runReleaseCommand,
      gateOptions: ['--shell', join(at.folder, 'shell')],
      trustProxy: () => true,
      requestLimitMs: 2_000,
    });
  });
  afterEach(() => at.service.close());
  return at;
}
