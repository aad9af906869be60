import * as z from 'zod/mini';
import { currentUserSchema } from './users';

export const loginResponseSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  user: currentUserSchema,
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;

export const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type Tokens = z.infer<typeof tokensSchema>;

/** Response of the three register calls and of POST /transactions: the caller's new balance, in TND. */
export const agentNewBalanceSchema = z.object({ agentNewBalance: z.number() });
