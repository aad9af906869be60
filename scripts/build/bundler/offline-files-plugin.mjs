import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleProgram } from './bundle-program.mjs';

const PLUGIN = 'PalierOfflineFiles';
const COPIED = /\.(html|png|webmanifest)$/;

/**
 * Emits what makes the shell installable, under fixed names because browsers ask for them by name: the
 * manifest with its icons, the service worker, and the page for the time without a network.
 */
export class OfflineFilesPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const folder = join(compiler.context, 'src/install');
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      const emit = (name, content) => compilation.emitAsset(name, new sources.RawSource(content));
      compilation.hooks.processAssets.tapPromise({ name: PLUGIN, stage }, async () => {
        const hash = createHash('sha256');
        for (const name of (await readdir(folder)).filter((file) => COPIED.test(file)).sort()) {
          const content = await readFile(join(folder, name));
          emit(name, content);
          if (name.endsWith('.html')) hash.update(content);
        }
        const { files: page } = await bundleProgram(join(folder, 'offline.ts'));
        for (const { path, contents } of page) {
          hash.update(contents);
          emit(path.replace(/^.*[\\/]/, ''), Buffer.from(contents));
        }
        const { files } = await bundleProgram(join(folder, 'service-worker.ts'), {
          OFFLINE_HASH: JSON.stringify(hash.digest('hex').slice(0, 8)),
        });
        emit('service-worker.js', Buffer.from(files[0].contents));
      });
    });
  }
}
