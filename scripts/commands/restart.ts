import { setTimeout as wait } from 'node:timers/promises';
import { CommandError, runCommand, timeSince } from '@palier/base/command';
import { openDataFolder } from '@palier/stack/data-folder';
import { readLock, type LockNote } from '@palier/stack/lock';

const RESTART_LIMIT_MS = 10 * 60_000;

/** Throws a CommandError when a rolling restart is not possible. */
function requireSeveralProcesses({ processes = 1 }: LockNote): void {
  if (process.platform === 'win32')
    throw new CommandError(
      'A rolling restart needs signals, which Windows does not have.',
      'Stop it and start it again.',
    );
  if (processes > 1) return;
  throw new CommandError(
    'Only one server process runs, so a restart would interrupt service.',
    'Stop it (Ctrl-C) and start it again, or run several: PROCESSES=2 npm start',
  );
}

/** `npm run restart`: restarts the server processes one after the other, while the others serve. */
runCommand(async () => {
  const folder = await openDataFolder();
  const note = readLock(folder);
  if (note === null)
    throw new CommandError('Palier does not run on this data folder.', 'Start it: npm start');
  requireSeveralProcesses(note);
  const startedAt = performance.now();
  const before = note.restarts?.count ?? 0;
  process.kill(note.pid, 'SIGUSR2');
  console.log(`Restarting ${note.processes} server processes, one after the other …`);
  while (performance.now() - startedAt < RESTART_LIMIT_MS) {
    const now = readLock(folder);
    if (now?.pid !== note.pid)
      throw new CommandError('Palier stopped meanwhile.', `The logs are in ${folder}/logs.`);
    if (now.restarts !== undefined && now.restarts.count > before) {
      if (now.restarts.fault !== undefined)
        throw new CommandError(
          now.restarts.fault,
          'The other processes serve. Correct the cause, then: npm run restart',
        );
      console.log(`All processes serve again (${timeSince(startedAt)}).`);
      return 0;
    }
    await wait(100);
  }
  throw new CommandError('Not all processes serve again.', `The logs are in ${folder}/logs.`);
});
