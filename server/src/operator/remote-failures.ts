import { listRemoteFailures } from '../remotes/failure.repository';
import { EXIT, type OperatorCommand } from './operator-command';

/** `remote-failures` prints the failures that browsers reported as JSON, for the release command `status`. */
export const remoteFailures: OperatorCommand = {
  forms: [''],
  words: [0, 0],
  database: 'application',
  async run({ pool }) {
    process.stdout.write(`${JSON.stringify(await listRemoteFailures(pool))}\n`);
    return EXIT.ok;
  },
};
