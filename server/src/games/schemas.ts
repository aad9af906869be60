import * as z from 'zod/mini';
import { movementNumberSchema } from '../http/query-schemas';

// PostgreSQL accepts no NUL in a text.
const code = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[^\0]*$/));

export const gamesQuerySchema = z.strictObject({ providerCode: code });
export const launchQuerySchema = z.strictObject({ gameCode: code, providerCode: code });
export const gameParamsSchema = z.strictObject({ provider: code, code });
export const roundParamsSchema = z.strictObject({ number: movementNumberSchema });
export const ownRoundsQuerySchema = z.strictObject({ before: z.optional(movementNumberSchema) });
