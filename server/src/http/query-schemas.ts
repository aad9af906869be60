import * as z from 'zod/mini';

/** A number in a query: digits only. Checked by a pattern, which the API documentation shows. */
const digits = (pattern: RegExp) => z.string().check(z.regex(pattern, 'La pagination est invalide.'));

/** `page` counts from zero; `size` is at most MAX_PAGE_SIZE. */
export const pageQuery = (defaultSize: number) => ({
  page: z._default(digits(/^\d{1,9}$/), '0'),
  size: z._default(digits(/^([1-9]\d?|100)$/), String(defaultSize)),
});

/** An account's id in a path or a query: a positive 31-bit number without leading zero. */
export const idSchema = z.string().check(
  z.regex(/^[1-9]\d{0,9}$/, "L'identifiant est invalide."),
  z.refine((value) => Number(value) <= 2_147_483_647, "L'identifiant est invalide."),
);
export const idParamsSchema = z.strictObject({ id: idSchema });

/** The number of a movement in a path or a query. */
export const movementNumberSchema = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Le numéro est invalide.'));
