import { takeLock } from '../stack/lock';

/** Takes the lock of the folder that the first argument names, once standard input has data, and prints the result. */
console.log('ready');
process.stdin.once('data', () => {
  void takeLock(process.argv[2]!).then(
    () => console.log('has it'),
    (error: Error) => console.log(error.message),
  );
});
