/** The page of an address, counted from one there and from zero here; anything unreadable is the first. */
export const pageOfAddress = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) - 1 : 0;
