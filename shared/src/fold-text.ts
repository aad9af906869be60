/** Not a singleton. Returns `text` without case and accents, with straight apostrophes, for comparison. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase();
