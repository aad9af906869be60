import { join } from 'node:path';
import { readArguments } from '@palier/base/arguments';
import { devOrigin } from '@palier/base/dev-ports.mjs';
import { CommandError, runCommand } from '@palier/base/command';
import { FRONT_PACKAGES, REMOTES } from '@palier/base/paths';
import { claimPorts, requireDevPort } from '@palier/base/process/ports';
import { program } from '@palier/base/process/program';
import { unexpectedEnd } from '@palier/base/process/ready';
import { startService, type Service } from '@palier/base/process/service';
import { ownAddress } from '@palier/stack/address';
import { openDataFolder } from '@palier/stack/data-folder';
import { takeLock } from '@palier/stack/lock';
import { runUntilStopped, stopRequested } from '@palier/stack/run-until-stopped';
import { readSecretFiles } from '@palier/stack/secret-files';
import { listBuilds } from '@palier/releases/build-all';
import { fillReleases } from '@palier/releases/publish-builds';
import { startStack, type Stack } from '@palier/stack/stack';

const step = (name: string): void => console.log(`  starting the ${name} …`);

const serve = (folder: string, logs: string, port: number): Promise<Service> =>
  startService({
    title: `The dev server of ${folder}`,
    args: [...program('scripts/commands/dev-remote.ts'), folder],
    // Without the remotes' own pages, each with a copy of the libraries: they would double the time of an
    // update.
    env: { STANDALONE: '0', API_ORIGIN: process.env.API_ORIGIN ?? `http://${ownAddress()}:${port}` },
    logFile: join(logs, `${folder}.log`),
    usesChannel: true,
  });

/**
 * Waits for the first build. After a build with errors the dev server runs on: the next save may correct
 * them.
 */
async function untilBuilt(server: Service): Promise<void> {
  const answer = await Promise.race([server.message, server.ended]);
  if (typeof answer !== 'object') {
    throw new CommandError(
      `${server.title} stopped:\n${await server.lastLogLines()}`,
      `The log is in ${server.logFile}.`,
    );
  }
  const { isBuilt } = answer as { isBuilt: boolean | null };
  if (isBuilt === false) console.log(`✗ ${server.title} has build errors; they are in ${server.logFile}`);
}

/** Adds the dev servers of all front-end packages to the stack, so that they are stopped with it. */
async function addDevServers(stack: Stack, folder: string, port: number): Promise<Stack> {
  const logs = join(folder, 'logs');
  const servers = await Promise.all(FRONT_PACKAGES.map((name) => serve(name, logs, port)));
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    await stack.stop();
  };
  try {
    await Promise.all(servers.map(untilBuilt));
    return {
      ...stack,
      stop,
      restartServers: null,
      failed: Promise.race([stack.failed, ...servers.map(unexpectedEnd)]),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

runCommand(async () => {
  readArguments(
    { options: {} },
    'This command starts everything. One remote alone: npm run dev -w mfe-agent -- --mock',
  );
  readSecretFiles();
  const stopSignal = stopRequested();
  const folder = await openDataFolder();
  const lock = takeLock(folder);
  try {
    const ports = await claimPorts('npm run dev');
    for (const name of ['shell', ...REMOTES]) await requireDevPort(name, 'npm run dev');
    const builds = await listBuilds();
    const running = await startStack({
      ...ports,
      folder,
      lock,
      step,
      fillReleases: (logins) => fillReleases(logins, builds),
    });
    step('dev servers');
    const stack = await addDevServers(running, folder, ports.port);
    console.log(`\n  ${devOrigin('shell')}   the shell with all remotes, live`);
    console.log(`  ${stack.url}   the server\n\nCtrl-C stops it. Logs are in ${join(folder, 'logs')}.`);
    return await runUntilStopped(stack, stopSignal);
  } finally {
    lock.release();
  }
});
