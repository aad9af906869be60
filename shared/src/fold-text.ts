/** `text` without case and accents and with straight apostrophes, for comparison. Not a singleton. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase();
