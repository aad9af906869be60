import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';
import { hashesOf, readFolder } from '@palier/releases/version-files';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { IntegrityPlugin } from './integrity-plugin.mjs';

const CSS_LOADER = createRequire(import.meta.url).resolve('css-loader');

/**
 * Puts the files of each chunk that end with `last` behind the others: with a warm cache, the order depends
 * on which is read first.
 */
const ordering = (last: string) => ({
  apply: (compiler: Compiler) =>
    compiler.hooks.compilation.tap('order', (compilation) =>
      compilation.hooks.processAssets.tap({ name: 'order', stage: -2000 }, () => {
        for (const { files } of compilation.chunks)
          for (const file of [...files].filter((name) => name.endsWith(last)))
            if (files.delete(file)) files.add(file);
      }),
    ),
});

for (const last of ['.js', '.css'])
  test(`integrity: the entry has each hash if the last file of a chunk is ${last}`, async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'main.js'), "import('./a.js'); import('./b.js');");
    await writeFile(join(folder, 'a.js'), "import './a.css'; export const a = 1;");
    await writeFile(join(folder, 'b.js'), 'export const b = 1;');
    await writeFile(join(folder, 'a.css'), '.a { color: red }');
    const style = { test: /\.css$/, use: [MiniCssExtractPlugin.loader, CSS_LOADER], sideEffects: true };
    const compiler = webpack({
      context: folder,
      mode: 'production',
      entry: './main.js',
      module: { rules: [style] },
      output: {
        path: join(folder, 'dist'),
        chunkFilename: '[name].[contenthash:8].js',
      },
      plugins: [new MiniCssExtractPlugin(), ordering(last), new IntegrityPlugin()],
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    assert.equal(stats?.toString('errors-only'), '');
    const text = await readFile(join(folder, 'dist/main.js'), 'utf8');
    const others = Object.entries(hashesOf(await readFolder(join(folder, 'dist')))).filter(
      ([file]) => file !== 'main.js' && /\.(js|css)$/.test(file),
    );
    assert.equal(others.length, 3);
    for (const [file, hash] of others) assert.ok(text.includes(hash), file);
    for (const kind of ['js', 'css']) assert.match(text, new RegExp(`\\.integrity=\\w+\\.\\w+\\.${kind}\\[`));
  });
