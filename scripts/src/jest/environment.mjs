import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import Environment from 'jest-fixed-jsdom';
import { compile } from './compile.mjs';

/** Libraries without state and DOM: all test files of a process have one copy. */
const STATELESS = ['aria-query', 'tldts'];

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

const resolutions = new Map();

function resolve(require, folder, name) {
  const key = `${folder} ${name}`;
  const known = resolutions.get(key) ?? require.resolve(name);
  resolutions.set(key, known);
  return known;
}

/** jsdom, with libraries that are compiled once in a process: Jest compiles them for every test file, which was a fifth of its work. */
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
        const require = (name) =>
          isBuiltin(name) || STATELESS.includes(name)
            ? nodeRequire(name)
            : load(resolve(nodeRequire, folder, name));
        const module = { exports: {}, require };
        modules.set(file, module);
        scriptOf(file).runInContext(this.getVmContext())(module.exports, require, module, file, folder, jest);
        return module.exports;
      };
      return load(entry);
    };
  }
}
