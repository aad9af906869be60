import { localDateSchema, localDateTimeSchema } from '@palier/shared/contracts/requests';
import * as z from 'zod/mini';
import { idSchema } from '../http/query-schemas';

export const reportQuerySchema = z.strictObject({ from: localDateTimeSchema, to: localDateTimeSchema });
export const dailyReportQuerySchema = z.strictObject({ from: localDateSchema, to: localDateSchema });
export const dayCloseQuerySchema = z.strictObject({ date: z.optional(localDateSchema) });
export const networkQuerySchema = z.strictObject({
  from: localDateSchema,
  to: localDateSchema,
  of: z.optional(idSchema),
});
