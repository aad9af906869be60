/** Whether a file is fetched with CORS, by the rule of webpack's chunk loader: otherwise a preloaded file would be fetched twice. */
export const needsCors = (address: string): boolean =>
  new URL(address, window.location.href).origin !== window.location.origin;
