import type { NewApp, OwnFactors } from '@palier/shared/contracts/factors';
import {
  newAppSchema,
  newPasskeySchema,
  ownFactorsSchema,
  recoveryCodesSchema,
} from '@palier/shared/contracts/factors';
import { http, noContent } from '@palier/shared/http';
import { createPasskey } from '@palier/shared/passkey';

export const OWN_FACTORS_KEY = 'own-factors';

export const readOwnFactors = (signal?: AbortSignal): Promise<OwnFactors> =>
  http.get('/auth/factors', ownFactorsSchema, { signal });

export const beginApp = (): Promise<NewApp> => http.post('/auth/factors/app', undefined, newAppSchema);

/** Resolves to the recovery codes. */
export const confirmApp = async (code: string): Promise<readonly string[]> =>
  (await http.post('/auth/factors/app/confirm', { code }, recoveryCodesSchema)).recoveryCodes;

export const removeApp = (): Promise<void> => http.post('/auth/factors/app/remove', undefined, noContent);

/** Lets the device make a passkey, and adds it. Resolves to recovery codes; none where some exist. */
export async function addPasskey(name: string): Promise<readonly string[]> {
  const options = await http.post('/auth/factors/passkeys/begin', { name }, newPasskeySchema);
  const passkey = await createPasskey(options);
  return (await http.post('/auth/factors/passkeys', { name, passkey }, recoveryCodesSchema)).recoveryCodes;
}

export const removePasskey = (id: number): Promise<void> =>
  http.post(`/auth/factors/passkeys/${id}/remove`, undefined, noContent);

export const refuseReset = (): Promise<void> => http.post('/auth/factors/reset/refuse', undefined, noContent);

/** Resolves to the new recovery codes. */
export const renewRecoveryCodes = async (): Promise<readonly string[]> =>
  (await http.post('/auth/factors/recovery-codes', undefined, recoveryCodesSchema)).recoveryCodes;
