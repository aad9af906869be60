/**
 * Converts the page number of an address, from one, to an index from zero; invalid text gives the first page.
 */
export const pageOfAddress = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) - 1 : 0;
