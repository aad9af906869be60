import * as z from 'zod/mini';

/** The second factor of the caller. */
export const ownFactorsSchema = z.object({
  /** False where the operator has set no key: nothing can be added. */
  isOffered: z.boolean(),
  /** Local ISO date-time; null without an app. */
  appAddedAt: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
});
export type OwnFactors = z.infer<typeof ownFactorsSchema>;

/** What the user enters in an authenticator app: the secret as text, or the address as a QR code. */
export const newAppSchema = z.object({ secret: z.string(), uri: z.string() });
export type NewApp = z.infer<typeof newAppSchema>;

/** Shown once: the server keeps only their hashes. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
