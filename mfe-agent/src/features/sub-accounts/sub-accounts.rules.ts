/** Spec §9. */
export const PAGE_SIZE = 25;

/** Spec §2: No counts through the pages; `page` and `index` from zero. */
export const runningNumber = (page: number, index: number): number => page * PAGE_SIZE + index + 1;

/** Spec §2: the pager appears only when the total is above a page. */
export const hasPager = (totalElements: number): boolean => totalElements > PAGE_SIZE;

/** The page of the address, counted from one there and from zero here; anything unreadable is the first. */
export const pageOfAddress = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) - 1 : 0;

/** The address of a page of a search: what is at its default is left out. */
export function toAddress(page: number, term: string): Record<string, string> {
  return { ...(page === 0 ? {} : { page: String(page + 1) }), ...(term === '' ? {} : { username: term }) };
}
