import { setTimeout as wait } from 'node:timers/promises';
import { CommandError, runCommand, seconds } from './command';
import { openDataFolder } from './stack/data-folder';
import { readLock, type LockNote } from './stack/lock';

const LIMIT_MS = 10 * 60_000;

/** Throws a CommandError when this run cannot be restarted process by process. */
function requireSeveral({ processes = 1 }: LockNote): void {
  if (process.platform === 'win32')
    throw new CommandError(
      'A rolling restart needs signals, which Windows has not.',
      'Stop it and start it again.',
    );
  if (processes > 1) return;
  throw new CommandError(
    'One server process runs: to restart it is to interrupt it.',
    'Stop it (Ctrl-C) and start it again, or run several: PROCESSES=2 npm start',
  );
}

/** `npm run restart`: each server process of the running product in turn, while the others serve. */
runCommand(async () => {
  const folder = await openDataFolder();
  const note = readLock(folder);
  if (note === null) throw new CommandError('Nothing runs on this data folder.', 'Start it: npm start');
  requireSeveral(note);
  const startedAt = performance.now();
  const before = note.rolled?.count ?? 0;
  process.kill(note.pid, 'SIGUSR2');
  console.log(`Restarting ${note.processes} server processes, one after the other …`);
  while (performance.now() - startedAt < LIMIT_MS) {
    const now = readLock(folder);
    if (now?.pid !== note.pid) throw new CommandError('It stopped meanwhile.', `Look into ${folder}/logs.`);
    if (now.rolled !== undefined && now.rolled.count > before) {
      if (now.rolled.fault !== undefined)
        throw new CommandError(
          now.rolled.fault,
          'The others serve; mend what it names, then: npm run restart',
        );
      console.log(`All serve again (${seconds(startedAt)}).`);
      return 0;
    }
    await wait(100);
  }
  throw new CommandError('They do not all serve again.', `Look into ${folder}/logs.`);
});
