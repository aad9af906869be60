import * as z from 'zod/mini';

export const successSchema = z.object({ success: z.boolean() });
export const tokenQuerySchema = z.strictObject({ token: z.string().check(z.maxLength(4096)) });
export const validTokenSchema = z.object({ valid: z.boolean() });
export const sessionParamsSchema = z.strictObject({
  sessionId: z
    .string()
    .check(
      z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "L'identifiant de la session est invalide."),
    ),
});
