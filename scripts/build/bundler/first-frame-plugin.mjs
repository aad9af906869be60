import { join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { bundleProgram } from './bundle-program.mjs';

const PLUGIN = 'PalierFirstFrame';
const MARKER = '<!--first-frame-->';

/**
 * Writes the program of the first frame into the head of the shell's page, before the style that would keep
 * it waiting. The server allows it by its hash (server/src/web/shell-page.ts).
 */
export class FirstFramePlugin {
  #entry;
  /** @param {string} dir the shell's folder */
  constructor(dir) {
    this.#entry = join(dir, 'src/first-frame/first-frame.ts');
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap(PLUGIN, (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).beforeEmit.tapPromise(PLUGIN, async (data) => {
        const { files, sources } = await bundleProgram(this.#entry);
        compilation.fileDependencies.addAll(sources);
        if (!data.html.includes(MARKER)) throw new Error(`${PLUGIN}: no ${MARKER} in the page`);
        // A function, because `$` in the program is no pattern.
        return { ...data, html: data.html.replace(MARKER, () => `<script>${files[0].text.trim()}</script>`) };
      });
    });
  }
}
