import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDifferences, eventsDocument } from '@palier/build/checks/bus-events/document';
import { readUsage } from '@palier/build/checks/bus-events/usage';
import { readArguments } from '@palier/base/arguments';
import { CommandError, runCommand } from '@palier/base/command';
import { FRONT_PACKAGES, ROOT } from '@palier/base/paths';

const FILE = join(ROOT, 'docs/events.md');

/** `events [--check]`: writes docs/events.md from the declared events, or checks that it is current. */
runCommand(async () => {
  const { values } = readArguments(
    { options: { check: { type: 'boolean' } } },
    'The only option is --check.',
  );
  const faults = findDifferences(await readUsage(['shared', ...FRONT_PACKAGES]));
  if (faults.length > 0) {
    throw new CommandError(
      `The declared events and the sources differ:\n  ${faults.join('\n  ')}`,
      'Correct emits and listens in shared/src/bus/event-flow.ts, or the code.',
    );
  }
  const text = eventsDocument();
  if (values.check !== true) {
    await writeFile(FILE, text);
    return 0;
  }
  if ((await readFile(FILE, 'utf8').catch(() => '')) === text) return 0;
  throw new CommandError('docs/events.md is out of date.', 'Run: npm run events');
});
