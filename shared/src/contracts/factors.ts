import * as z from 'zod/mini';

/** A passkey in Paramètres. Moments are local ISO date-times. */
const ownPasskeySchema = z.object({
  id: z.number(),
  name: z.string(),
  addedAt: z.string(),
  /** Null: since it was added, nothing was signed with it. */
  usedAt: z.nullable(z.string()),
});
export type OwnPasskey = z.infer<typeof ownPasskeySchema>;

/** The removal of all second factors of an account, which its parent has asked for and which waits. */
const waitingResetSchema = z.object({
  /** The name of the parent. */
  by: z.string(),
  askedAt: z.string(),
  dueAt: z.string(),
});

/** Response of the calls of /user/sub-account/{id}/factor-reset. */
export const factorResetSchema = z.object({
  hasFactor: z.boolean(),
  /** How long a reset waits; 0: it is carried out at once. */
  waitS: z.number(),
  reset: z.nullable(waitingResetSchema),
});
export type FactorReset = z.infer<typeof factorResetSchema>;

/** The second factors of the caller. */
export const ownFactorsSchema = z.object({
  /** False where the operator has set no key: no app can be added. */
  isOffered: z.boolean(),
  /** False where the operator has set no public address: no passkey can be added. */
  arePasskeysOffered: z.boolean(),
  passkeys: z.array(ownPasskeySchema),
  reset: z.nullable(waitingResetSchema),
  /** Local ISO date-time; null without an app. */
  appAddedAt: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
});
export type OwnFactors = z.infer<typeof ownFactorsSchema>;

/** What the user enters in an authenticator app: the secret as text, or the address as a QR code. */
export const newAppSchema = z.object({ secret: z.string(), uri: z.string() });
export type NewApp = z.infer<typeof newAppSchema>;

/** What a browser has signed by a passkey of this site: the options of the Web Authentication API as JSON. */
export const passkeyChallengeSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type PasskeyChallenge = z.infer<typeof passkeyChallengeSchema>;

/** What a browser makes a new passkey of: the options of the Web Authentication API as JSON. */
export const newPasskeySchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  /** Passkeys of the account: the device that has one of them makes no second one. */
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** Shown once: the server keeps only their hashes. None where the account had a second factor before. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
