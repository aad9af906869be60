/** Stands where production builds leave something out (lighter-aliases.mjs): whoever calls it learns why. */
export default function leftOut() {
  throw new Error('Left out of production builds: see scripts/src/bundler/lighter-aliases.mjs.');
}

export { leftOut as progressEventReducer };
