import * as z from 'zod/mini';
import { idSchema } from '../http/query-schemas';

/** The number of a request in a path or a query: a positive 31-bit number. */
const numberSchema = idSchema;
export const requestParamsSchema = z.strictObject({ id: numberSchema });
export const ownRequestsQuerySchema = z.strictObject({ before: z.optional(numberSchema) });
export const receivedRequestsQuerySchema = z.strictObject({ after: z.optional(numberSchema) });
