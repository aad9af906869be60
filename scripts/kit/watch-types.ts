import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { nativeCompiler } from './native-compiler';

/** A line that the compiler prints for people who look at it alone. */
const IS_ABOUT_WATCHING = /Starting (?:incremental )?compilation|File change detected|^\s*$/;
const SUMMARY = /Found (\d+) errors?\. Watching for file changes/;

/**
 * Checks the types of the package in `folder` beside its dev server, again after each save, and gives each
 * line for the terminal to `print`. Returns a function that ends the check. The page is not held up by a type
 * error, as a build is.
 */
export function watchTypes(folder: string, print: (line: string) => void): () => void {
  const watcher = spawn(
    process.execPath,
    [nativeCompiler(), '--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false', '-p', '.'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  );
  // The compiler's script starts the program that watches: both are of the script's process group.
  const stop = (): void => {
    process.off('exit', stop);
    if (watcher.exitCode === null && watcher.signalCode === null) process.kill(-watcher.pid!);
  };
  process.once('exit', stop);
  let hadErrors = false;
  createInterface({ input: watcher.stdout }).on('line', (line) => {
    const [, count] = SUMMARY.exec(line) ?? [];
    if (count === undefined) {
      if (!IS_ABOUT_WATCHING.test(line)) print(`  ${line}`);
      return;
    }
    const hasErrors = count !== '0';
    if (hasErrors) print(`✗ types: ${count} ${count === '1' ? 'error' : 'errors'}`);
    else if (hadErrors) print('✓ types');
    hadErrors = hasErrors;
  });
  return stop;
}
