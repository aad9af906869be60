import { takeLock } from '../stack/lock';

/** Takes the lock of the folder that its argument names, once it reads a line, and prints whether it has it. */
console.log('ready');
process.stdin.once('data', () => {
  void takeLock(process.argv[2]!).then(
    () => console.log('has it'),
    (error: Error) => console.log(error.message),
  );
});
