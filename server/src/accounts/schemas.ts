import * as z from 'zod/mini';
import { pageQuery } from '../http/query-schemas';

/** Section 9 of docs/spec-coverage.md. */
const SUB_ACCOUNT_PAGE_SIZE = 25;
const JOURNAL_PAGE_SIZE = 25;

const listQuery = {
  ...pageQuery(SUB_ACCOUNT_PAGE_SIZE),
  sort: z.optional(z.enum(['name', 'balance', 'created', 'moved'], 'Le tri est invalide.')),
  order: z._default(z.enum(['asc', 'desc'], "L'ordre est invalide."), 'asc'),
  active: z.optional(z.enum(['true', 'false'], "L'état est invalide.")),
};
const searchQuery = { username: z.string().check(z.maxLength(256)), ...listQuery };

export const subAccountQuerySchema = z.strictObject(listQuery);
export const searchQuerySchema = z.strictObject(searchQuery);
export type SubAccountQuery = z.infer<typeof subAccountQuerySchema>;
export const findQuerySchema = z.strictObject({
  query: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, 'La recherche demande au moins deux caractères.'),
      z.maxLength(256, 'La recherche est trop longue.'),
    ),
});
export const journalQuerySchema = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'La pagination est invalide.'))),
  size: pageQuery(JOURNAL_PAGE_SIZE).size,
});
export type JournalQuery = z.infer<typeof journalQuerySchema>;
/** The next number of each source of the time line. */
export const accountEventsQuerySchema = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^\d{1,15}(\.\d{1,15}){2}$/, 'La pagination est invalide.'))),
});
