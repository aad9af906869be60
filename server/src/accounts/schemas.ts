import * as z from 'zod/mini';
import { pageQuery } from '../http/query-schemas';

/** Section 9 of docs/spec-coverage.md. */
const SUB_ACCOUNT_PAGE_SIZE = 25;
const JOURNAL_PAGE_SIZE = 25;

export const subAccountQuerySchema = z.strictObject(pageQuery(SUB_ACCOUNT_PAGE_SIZE));
export const searchQuerySchema = z.strictObject({
  username: z.string().check(z.maxLength(256)),
  ...pageQuery(SUB_ACCOUNT_PAGE_SIZE),
});
export const journalQuerySchema = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'La pagination est invalide.'))),
  size: pageQuery(JOURNAL_PAGE_SIZE).size,
});
export type JournalQuery = z.infer<typeof journalQuerySchema>;
