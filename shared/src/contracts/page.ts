import * as z from 'zod/mini';

export const MAX_PAGE_SIZE = 100;

/** The paginated envelope of section 3 of docs/spec-coverage.md; `currentPage` counts from zero. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    data: z.array(item),
    totalPages: z.number(),
    totalElements: z.number(),
    currentPage: z.number(),
  });

export interface Page<Item> {
  data: Item[];
  totalPages: number;
  totalElements: number;
  currentPage: number;
}
