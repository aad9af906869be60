import { MAX_PAGE_SIZE } from '@palier/shared/contracts';
import * as z from 'zod/mini';

/** Query numbers are strings on the wire; read strictly: digits only, no sign, no fraction, no blank. */
const digits = (most: number) =>
  z.string().check(
    z.regex(/^\d{1,9}$/, 'La pagination est invalide.'),
    z.refine((value) => Number(value) <= most, 'La pagination est invalide.'),
  );

const MAX_PAGE = 999_999_999;

/** `page` counts from zero; `size` is at most 100. */
export const pageQuery = (defaultSize: number) => ({
  page: z._default(digits(MAX_PAGE), '0'),
  size: z._default(
    digits(MAX_PAGE_SIZE).check(z.refine((value) => Number(value) > 0, 'La pagination est invalide.')),
    String(defaultSize),
  ),
});

/** An account's id in a path or a query: a positive 31-bit number without leading zero. */
export const idSchema = z.string().check(
  z.regex(/^[1-9]\d{0,9}$/, "L'identifiant est invalide."),
  z.refine((value) => Number(value) <= 2_147_483_647, "L'identifiant est invalide."),
);
export const idParamsSchema = z.strictObject({ id: idSchema });
