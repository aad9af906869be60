import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { isProcessAlive } from '@palier/base/process/process-alive';
import { commandOf } from '@palier/base/process/process-command';
import { devPort } from '@palier/base/dev-ports.mjs';
import { freeDevPorts, freePort } from '@palier/base/process/free-port';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { endRuns, processesOf, runCommandFile, signIn, untilSaid } from '@palier/test-support/command-run';
import { remoteNames } from '@palier/base/workspaces.mjs';

const folder = await temporaryFolder();

afterEach(endRuns);

// Builds every package, so only the long form runs it.
test(
  'npm run dev: all servers end when one dies, and its name is printed',
  { skip: process.env.PALIER_LONG !== '1' },
  async () => {
    const from = await freeDevPorts();
    const run = runCommandFile('scripts/commands/dev.ts', [], {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      DEMO_PROVIDER_PORT: String(await freePort()),
      DEV_PORTS_FROM: String(from),
    });
    await untilSaid(run, 'Ctrl-C stops it');

    const origin = (name: string): string => `http://localhost:${devPort(name, from)}`;
    const shell = origin('shell');
    assert.match(await (await fetch(shell)).text(), /<div id="root">/);
    for (const name of remoteNames()) {
      const entry = await fetch(`${origin(name)}/remoteEntry.js`);
      assert.equal(entry.status, 200, name);
      assert.match(await (await fetch(origin(name))).text(), /<div id="root">/, name);
    }
    // The page blocks a crashed version for some minutes: a new version name makes it try again after an
    // edit.
    const activeOfAgent = async (): Promise<string> => {
      const registry = (await (await fetch(`${shell}/remotes.json`)).json()) as {
        remotes: { agent: { active: string } };
      };
      return registry.remotes.agent.active;
    };
    assert.notEqual(await activeOfAgent(), await activeOfAgent());
    assert.equal((await signIn(shell, 'client', 'Client1234')).status, 200);

    const started = await processesOf(folder);
    const ofAgents = started.find((pid) => /dev-remote\.m?[jt]s mfe-agent/.test(commandOf(pid) ?? ''));
    assert.ok(ofAgents !== undefined);
    process.kill(ofAgents, 'SIGKILL');
    assert.equal(await run.ended, 1, run.said());
    assert.match(run.said(), /✗ The dev server of mfe-agent ended unexpectedly/);
    assert.deepEqual(started.filter(isProcessAlive), []);
  },
);

test('npm run dev: unknown arguments or an invalid port print the usage, and nothing starts', async () => {
  for (const [args, ports, exitCode, message] of [
    [['mfe-agent'], '3100', 2, /Unexpected argument 'mfe-agent'\.\n.*npm run dev -w mfe-agent/],
    [['--mock'], '3100', 2, /Unknown option '--mock'\.\n.*-- --mock/],
    [[], 'abc', 1, /DEV_PORTS_FROM is "abc".*\n.*DEV_PORTS_FROM=4100 npm run dev/],
  ] as const) {
    const run = runCommandFile('scripts/commands/dev.ts', args, {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      DEMO_PROVIDER_PORT: String(await freePort()),
      DEV_PORTS_FROM: ports,
    });
    assert.equal(await run.ended, exitCode, run.said());
    assert.match(run.said(), message);
    assert.doesNotMatch(run.said(), /starting the|\n +at /);
  }
});
