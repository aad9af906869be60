/**
 * Where the compiled form of a program is: `server/src/operator/main.ts` becomes
 * `server/dist/operator-main.mjs`.
 * @param {string} source a path inside the repository
 * @param {readonly string[]} packages the folders of the packages
 */
export function compiledFile(source, packages) {
  const folder = packages.find((name) => source.startsWith(`${name}/`));
  if (folder === undefined) throw new Error(`${source} belongs to no package`);
  const name = source.slice(folder.length + 1).replace(/^src\//, '');
  return `${folder}/dist/${name.replaceAll('/', '-').replace(/\.ts$/, '.mjs')}`;
}
