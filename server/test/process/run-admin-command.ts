// Runs the operators' command in one process, as often as it is sent words: of a run on its own, nine tenths go into loading it.

const told: string[] = [];
for (const stream of [process.stdout, process.stderr])
  stream.write = (text: string | Uint8Array): boolean => told.push(String(text)) > 0;

let runs = 0;
process.on('message', (words: string[]) => {
  process.argv.splice(2, Infinity, ...words);
  process.exitCode = undefined;
  runs += 1;
  // Under an address of its own each time, or it would run once.
  void import(`../../src/operator/main.ts?run=${runs}`)
    .catch((error: unknown) => told.push(String(error)))
    .finally(() => process.send?.({ code: process.exitCode, output: told.splice(0).join('') }));
});
process.once('disconnect', () => process.exit(0));
