import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import Environment from 'jest-fixed-jsdom';
import { compile } from './compile.mjs';

const scripts = new Map();

function scriptOf(file) {
  const known = scripts.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(file, 'utf8');
  const compileModule = (code) =>
    new Script(`(function (exports, require, module, __filename, __dirname, jest) {${code}\n})`, {
      filename: file,
    });
  let script;
  try {
    script = compileModule(source);
  } catch {
    // It is an ES module.
    script = compileModule(compile(source, file).code);
  }
  scripts.set(file, script);
  return script;
}

/**
 * jsdom, with libraries that are compiled once in a process: Jest compiles them for every test file, which
 * was a fifth of its work. `jest.mock` does not reach the imports of these libraries.
 */
export default class LibraryEnvironment extends Environment {
  constructor(...options) {
    super(...options);
    const modules = new Map();
    this.global.loadLibrary = (entry, jest) => {
      const load = (file) => {
        const known = modules.get(file);
        if (known !== undefined) return known.exports;
        const folder = dirname(file);
        const nodeRequire = createRequire(file);
        const require = (name) => (isBuiltin(name) ? nodeRequire(name) : load(nodeRequire.resolve(name)));
        // React asks `module.require` for Node's timers; Testing Library asks `jest` whether timers are
        // replaced.
        const module = { exports: {}, require };
        modules.set(file, module);
        scriptOf(file).runInContext(this.getVmContext())(module.exports, require, module, file, folder, jest);
        return module.exports;
      };
      return load(entry);
    };
  }
}
