// Runs operator commands in one process: loading the commands takes nine tenths of a single run.
import { runCommand } from '../../src/operator/run-command';

const written: string[] = [];
for (const stream of [process.stdout, process.stderr])
  stream.write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;

const { env } = process;
process.on('message', ({ words, variables }: { words: string[]; variables: object }) => {
  process.env = { ...env, ...variables };
  void runCommand(words)
    .catch((error: unknown) => void written.push(String(error)))
    .then((code) => process.send?.({ code, output: written.splice(0).join('') }));
});
process.once('disconnect', () => process.exit(0));
