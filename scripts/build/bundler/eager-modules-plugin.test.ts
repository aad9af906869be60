import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import webpack from 'webpack';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { baseConfig } from './base-config.mjs';
import { EagerModulesPlugin } from './eager-modules-plugin.mjs';

const LINES = Array.from({ length: 60 }, (_, line) => `self.sum += self.start + ${line};`);

test('eager modules: the functions of modules are in parentheses, and the source map is right', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'main.js'), "require('./one'); require('./two');");
  for (const name of ['one', 'two']) await writeFile(join(folder, `${name}.js`), LINES.join('\n'));
  const base = baseConfig({ name: 'x', dir: folder, production: true, standalone: false, buildId: 'x' });
  const { optimization, devtool } = base;
  const compiler = webpack({
    context: folder,
    mode: 'production',
    entry: './main.js',
    optimization: optimization!,
    devtool: devtool!,
    output: { path: join(folder, 'dist') },
    plugins: [new EagerModulesPlugin()],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  assert.equal(stats?.toString('errors-only'), '');
  const script = await readFile(join(folder, 'dist/main.js'), 'utf8');
  assert.equal(script.match(/\(function\(/g)?.length, 2, script.slice(0, 300));
  const page = { self: { start: 1, sum: 0 } };
  runInNewContext(script, page);
  assert.equal(page.self.sum, 2 * (60 + (60 * 59) / 2));
  const map = new TraceMap(await readFile(join(folder, 'dist/main.js.map'), 'utf8'));
  const column = script.indexOf('+40');
  const found = originalPositionFor(map, { line: 1, column });
  assert.deepEqual([found.source?.split('/').at(-1), found.line], ['one.js', 41]);
});
