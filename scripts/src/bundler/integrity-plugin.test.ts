import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';
import { hashesOf } from '@palier/releases/versions';
import { IntegrityPlugin } from './integrity-plugin.mjs';

const require = createRequire(import.meta.url);

/** Gives the files of each chunk an order: with a warm cache it depends on which file is read first. */
const ordering = (first: string) => ({
  apply: (compiler: Compiler) =>
    compiler.hooks.compilation.tap('order', (compilation) =>
      compilation.hooks.processAssets.tap({ name: 'order', stage: -2000 }, () => {
        for (const { files } of compilation.chunks) {
          const last = [...files].filter((file) => !file.endsWith(`.${first}`));
          for (const file of last) {
            files.delete(file);
            files.add(file);
          }
        }
      }),
    ),
});

for (const first of ['js', 'css'])
  test(`integrity: the first file of a chunk is ${first}, the entry has the hash of each script and style`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'palier-integrity-'));
    context.after(() => rm(folder, { recursive: true }));
    const texts = {
      'a.css': '.a { color: red }',
      'b.css': '.b { color: blue }',
      'b.js': 'export const b = 1;',
    };
    for (const [file, text] of Object.entries(texts)) await writeFile(join(folder, file), text);
    await writeFile(
      join(folder, 'main.js'),
      "import('./a.css'); import('./b.js'); import(/* webpackChunkName: 'both' */ './b.css'); import(/* webpackChunkName: 'both' */ './b.js');",
    );
    const failed = await new Promise<string>((resolve, reject) => {
      webpack(
        {
          context: folder,
          mode: 'production',
          entry: './main.js',
          output: { path: join(folder, 'dist'), filename: '[name].[contenthash:8].js' },
          module: {
            rules: [{ test: /\.css$/, use: [MiniCssExtractPlugin.loader, require.resolve('css-loader')] }],
          },
          plugins: [
            new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
            ordering(first),
            new IntegrityPlugin(),
          ],
        },
        (error, stats) => (error === null ? resolve(stats?.toString('errors-only') ?? '') : reject(error)),
      );
    });
    assert.equal(failed, '');
    const dist = join(folder, 'dist');
    const entry = (await readdir(dist)).find((file) => file.startsWith('main.')) ?? '';
    const text = await readFile(join(dist, entry), 'utf8');
    const { [entry]: _own, ...others } = await hashesOf(dist);
    assert.ok(Object.keys(others).some((file) => file.endsWith('.css')));
    for (const [file, hash] of Object.entries(others)) assert.ok(text.includes(hash), file);
    for (const kind of ['js', 'css'])
      assert.ok(new RegExp(`\\.integrity=\\w+\\.\\w+\\.${kind}\\[`).test(text), kind);
  });
