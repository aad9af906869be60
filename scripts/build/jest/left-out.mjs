/** Transformer for files that builds leave out: they are empty modules. */
export default { process: () => ({ code: '' }) };
