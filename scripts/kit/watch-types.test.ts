import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { CACHE } from '@palier/base/paths';
import { watchTypes } from './watch-types';

/** A save right after the compiler has read the file, before it watches it, would not be seen. */
function saveAgainAndAgain(file: string, text: string): NodeJS.Timeout {
  let saves = 0;
  return setInterval(() => {
    saves += 1;
    void writeFile(file, text + '\n'.repeat(saves));
  }, 1_000);
}

test('The terminal of a dev server shows a type error after its save, and its end', async (context) => {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'types-'));
  context.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'page.ts');
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "types": [] }, "include": ["page.ts"] }',
  );
  await writeFile(file, 'export const amount: number = 1;\n');
  const lines: string[] = [];
  let notify = (): void => undefined;
  const stop = watchTypes(folder, (line) => {
    lines.push(line);
    notify();
  });
  context.after(stop);
  const printed = async (pattern: RegExp): Promise<void> => {
    while (!lines.some((line) => pattern.test(line)))
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
  };
  const wrong = saveAgainAndAgain(file, "export const amount: number = 'one';\n");
  await printed(/page\.ts\(1,14\): error TS2322/);
  await printed(/✗ types: 1 error$/);
  clearInterval(wrong);
  const right = saveAgainAndAgain(file, 'export const amount: number = 1;\n');
  await printed(/✓ types/);
  clearInterval(right);
});
