/** Transformer of libraries: the test environment loads them. */
export default {
  process: (_source, file) => ({ code: `module.exports = loadLibrary(${JSON.stringify(file)}, jest);` }),
};
