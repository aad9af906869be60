import { program } from '@palier/scripts/process/program';

/** The product as the drill runs it. */
export interface Installation {
  /** Program and arguments of a `palier` command, such as `serve`. */
  command(
    name: 'serve' | 'migrate' | 'admin' | 'after-restore',
    ...words: readonly string[]
  ): readonly [string, ...string[]];
}

/** The compiled programs of this checkout. */
export const checkout = (): Installation => ({
  command: (name, ...words) =>
    name === 'serve'
      ? [process.execPath, ...program('server/src/main.ts'), ...words]
      : [
          process.execPath,
          ...program('server/src/operator/main.ts'),
          ...(name === 'admin' ? [] : [name]),
          ...words,
        ],
});
