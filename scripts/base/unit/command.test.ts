import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { runNode } from '../process/run';

test(
  'command: the error of a full disk is a sentence with its remedy',
  { skip: !existsSync('/dev/full') },
  async () => {
    const file = new URL('../command.ts', import.meta.url).href;
    const script = `
    import { runCommand } from ${JSON.stringify(file)};
    import { writeFile } from 'node:fs/promises';
    runCommand(() => writeFile('/dev/full', 'x'));`;
    const { code, output } = await runNode(['--import', 'tsx', '--input-type=module', '-e', script]);
    assert.equal(code, 1);
    assert.match(output.trim(), /^✗ The disk is full .*\nFree space.*$/);
  },
);
