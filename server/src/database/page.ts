import type { Page } from '@palier/shared/contracts';

/** Which page of a list is asked for; the first is page 0. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
}

/** The rows of a page as an answer of the API. */
export const toPage = <Row>(data: Row[], totalElements: number, { page, size }: PageRequest): Page<Row> => ({
  data,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
  currentPage: page,
});
