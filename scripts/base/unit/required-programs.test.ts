import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { requirePrograms } from '../process/required-programs';
import { temporaryFolder } from '../process/temporary-folder';

const WRK = { name: 'wrk', debianPackage: 'wrk', variable: 'WRK' };

/** An empty folder as the only one of PATH, and an installer that puts the program there. */
async function emptyMachine(context: TestContext) {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const { PATH } = process.env;
  process.env.PATH = folder;
  context.after(() => {
    process.env.PATH = PATH;
    delete process.env.WRK;
  });
  const asked: string[][] = [];
  const install = async (packages: readonly string[]): Promise<boolean> => {
    asked.push([...packages]);
    await writeFile(join(folder, 'wrk'), '');
    return true;
  };
  return { asked, install };
}

test('A missing program is installed once, before the command does anything', async (context) => {
  const { asked, install } = await emptyMachine(context);
  await requirePrograms('The bench', [WRK, WRK], install);
  await requirePrograms('The bench', [WRK], install);
  assert.deepEqual(asked, [['wrk']]);
});

test('A program that cannot be installed leads to a sentence with the command that installs it', async (context) => {
  await emptyMachine(context);
  const refuse = (): Promise<boolean> => Promise.resolve(false);
  await assert.rejects(requirePrograms('The bench', [WRK], refuse), {
    sentence: 'The bench needs wrk, which this machine lacks.',
    remedy: 'Debian, as root: apt-get install wrk',
  });
});

test('A file that the environment names wrongly is reported, and nothing is installed', async (context) => {
  const { asked, install } = await emptyMachine(context);
  process.env.WRK = '/nowhere/wrk';
  await assert.rejects(requirePrograms('The bench', [WRK], install), /needs wrk/);
  assert.deepEqual(asked, []);
});
