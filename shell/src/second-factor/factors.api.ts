import type { NewApp, OwnFactors } from '@palier/shared/contracts/factors';
import {
  newAppSchema,
  newPasskeySchema,
  ownFactorsSchema,
  recoveryCodesSchema,
} from '@palier/shared/contracts/factors';
import { http, isDefiniteRefusal, noContent } from '@palier/shared/http';
import { createPasskey } from '@palier/shared/passkey';

export const OWN_FACTORS_KEY = 'own-factors';

export const readOwnFactors = (signal?: AbortSignal): Promise<OwnFactors> =>
  http.get('/auth/factors', ownFactorsSchema, { signal });

export const beginApp = (): Promise<NewApp> => http.post('/auth/factors/app', undefined, newAppSchema);

/**
 * Thrown when the answer with new recovery codes is lost: the server may have stored codes that the user has
 * not seen.
 */
export class CodesLost extends Error {}

async function postForCodes(path: string, body?: object): Promise<readonly string[]> {
  try {
    return (await http.post(path, body, recoveryCodesSchema)).recoveryCodes;
  } catch (error) {
    throw isDefiniteRefusal(error) ? error : new CodesLost('recovery codes lost', { cause: error });
  }
}

/** Resolves to the recovery codes. */
export const confirmApp = (code: string): Promise<readonly string[]> =>
  postForCodes('/auth/factors/app/confirm', { code });

export const removeApp = (): Promise<void> => http.post('/auth/factors/app/remove', undefined, noContent);

/** Lets the device make a passkey, and adds it. Resolves to recovery codes; none where some exist. */
export async function addPasskey(name: string): Promise<readonly string[]> {
  const options = await http.post('/auth/factors/passkeys/begin', { name }, newPasskeySchema);
  const passkey = await createPasskey(options);
  return postForCodes('/auth/factors/passkeys', { name, passkey });
}

export const removePasskey = (id: number): Promise<void> =>
  http.post(`/auth/factors/passkeys/${id}/remove`, undefined, noContent);

export const refuseReset = (): Promise<void> => http.post('/auth/factors/reset/refuse', undefined, noContent);

/** Resolves to the new recovery codes. */
export const renewRecoveryCodes = (): Promise<readonly string[]> =>
  postForCodes('/auth/factors/recovery-codes');
