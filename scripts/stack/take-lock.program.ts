import { takeLock } from './lock';

/**
 * Takes the lock of the folder that the first argument names, once standard input has data, and prints the
 * result.
 */
console.log('ready');
process.stdin.once('data', () => {
  try {
    takeLock(process.argv[2]!);
    console.log('has it');
  } catch (error) {
    console.log((error as Error).message);
  }
});
