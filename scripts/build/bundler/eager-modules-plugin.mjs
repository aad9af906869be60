import { parse } from 'acorn';

const PLUGIN = 'PalierEagerModules';
/** A smaller module is compiled in no time. */
const LEAST_CHARACTERS = 400;
const OPTIONS = { ecmaVersion: 'latest' };

/** The functions of modules: elements of an array, or values of an object, among the program's variables. */
function functionsOfModules(program) {
  const start = program.body.find(({ type }) => type === 'ExpressionStatement');
  const variables = start.expression.callee.body.body.filter(({ type }) => type === 'VariableDeclaration');
  return variables
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ init }) => init?.elements ?? init?.properties?.map(({ value }) => value) ?? [])
    .filter((node) => node?.type === 'ArrowFunctionExpression' && node.end - node.start >= LEAST_CHARACTERS);
}

/**
 * Writes the functions of a script's modules, `(e,t)=>{…}`, as `(function(e,t){…})`. V8 compiles a function
 * in parentheses while the script arrives, away from the page's thread; any other it reads twice, the second
 * time when the function is called and the page waits. All modules of the first script run at the start.
 */
export class EagerModulesPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // After the minimizer, which would remove the parentheses, and before the source maps.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: PLUGIN, stage }, () => {
        const files = compilation.entrypoints.get('main').getFiles();
        for (const file of files.filter((name) => name.endsWith('.js')))
          compilation.updateAsset(file, (source) => {
            const written = new sources.ReplaceSource(source);
            const text = source.source().toString();
            for (const { start, end, body, params } of functionsOfModules(parse(text, OPTIONS))) {
              const names = params.map((param) => text.slice(param.start, param.end)).join(',');
              written.replace(start, body.start - 1, `(function(${names})`);
              written.insert(end, ')');
            }
            return written;
          });
      });
    });
  }
}
