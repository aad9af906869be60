import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { program } from '@palier/base/process/program';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { offerOfShell } from '@palier/build/front/needs';
import { runOnStore } from '../command';
import { createReleaseService } from '../service/release-service';
import { createCommandRunner, createUrgentRunner } from '../service/run-release-command';
import { createToken, type Action } from '../service/token.repository';
import { provideTestStore, type TestStore } from './test-store';

export const runReleaseCommand = createCommandRunner(program('releases/src/main.ts'));
export const runUrgentCommand = createUrgentRunner(runOnStore);

/** What the test that runs has; the database is that of all tests of the suite. */
export interface TestService extends TestStore {
  /** A folder of all tests of the suite, with a shell. */
  place: string;
  service: FastifyInstance;
  /** A name that no other test of the suite has. */
  nameOf(text: string): string;
  newToken(name: string, actions: readonly Action[], remotes?: readonly string[]): Promise<string>;
}

/** Gives each test of a suite a release service with a store, which `prepare` fills. */
export function useReleaseService(prepare: (at: TestService) => Promise<unknown>): TestService {
  let count = 0;
  const own = {
    nameOf: (text) => `${text}-${count}`,
    newToken: async (name, actions, remotes = ['reports']) =>
      (await createToken(at.store, { name: at.nameOf(name), actions, remotes, days: 1, by: 'test' })) ??
      assert.fail('name taken'),
  } as TestService;
  const at = Object.assign(provideTestStore(), own);
  before(async () => {
    at.place = await temporaryFolder();
    await mkdir(join(at.place, 'shell'));
    await writeFile(join(at.place, 'shell/shell.json'), JSON.stringify(offerOfShell()));
  });
  after(() => {
    delete process.env.RELEASE_GATE_SOCKET;
  });
  beforeEach(async () => {
    count += 1;
    // No worker answers here, so the release gate compares files and opens no screen.
    process.env.RELEASE_GATE_SOCKET = join(at.place, 'no-worker.sock');
    await prepare(at);
    at.service = await createReleaseService({
      store: at.store,
      runCommand: runReleaseCommand,
      runUrgent: runUrgentCommand,
      gateOptions: ['--shell', join(at.place, 'shell')],
      trustProxy: () => true,
      requestLimitMs: 2_000,
    });
  });
  afterEach(() => at.service.close());
  return at;
}
