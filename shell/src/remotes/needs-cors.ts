/**
 * Whether a file is another origin's, and so must be asked for with CORS. webpack's chunk loader goes by the same rule: a
 * link and a script that ask in two ways fetch the file twice.
 */
export const needsCors = (address: string): boolean =>
  new URL(address, window.location.href).origin !== window.location.origin;
