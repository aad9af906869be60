import * as z from 'zod/mini';
import { openingBalanceSchema } from './amount';
import { userSchema } from './users';

export const loginSchema = z.strictObject({
  username: z.string().check(z.minLength(1), z.maxLength(256)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
});
export const loginResponseSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  user: userSchema,
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;

export const refreshSchema = z.strictObject({
  refreshToken: z.string().check(z.minLength(1), z.maxLength(512)),
});
/** The refresh token ends its session too, when the access token has run out. */
export const logoutSchema = z.nullish(
  z.strictObject({ refreshToken: z.optional(z.nullable(z.string().check(z.maxLength(512)))) }),
);
export const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type Tokens = z.infer<typeof tokensSchema>;

export const changePasswordSchema = z.strictObject({
  oldPassword: z.string().check(z.maxLength(1024)),
  newPassword: z.string().check(z.maxLength(1024)),
});

export const registerSchema = z.strictObject({
  username: z.string().check(z.maxLength(256)),
  password: z.string().check(z.maxLength(1024)),
  balance: openingBalanceSchema,
});
export type RegisterRequest = z.infer<typeof registerSchema>;

/** Response of the three register calls and of POST /transactions: the caller's balance after, in TND. */
export const agentNewBalanceSchema = z.object({ agentNewBalance: z.number() });
