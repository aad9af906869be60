import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The keys of FACTOR_KEY and FACTOR_KEY_PREVIOUS. */
export interface FactorKeys {
  readonly factorKey: string | undefined;
  readonly previousFactorKey: string | undefined;
}

/** The secret of a user's authenticator app. */
interface OwnedSecret {
  readonly userId: number;
  readonly secret: Uint8Array;
}

export interface FactorCipher {
  encrypt(owned: OwnedSecret): Buffer;
  /** The secret, or null when it was encrypted with another key or for another user. */
  decrypt(encrypted: Buffer, userId: number): Buffer | null;
}

/**
 * Encrypts the secrets of authenticator apps with AES-256-GCM, so that a copy of the database alone makes no
 * code. The user's id is authenticated: a secret that is copied to another account's row cannot be read.
 * Null without a key.
 */
export function createFactorCipher({ factorKey, previousFactorKey }: FactorKeys): FactorCipher | null {
  if (factorKey === undefined) return null;
  const keys = [factorKey, previousFactorKey]
    .filter((text) => text !== undefined)
    .map((text) => Buffer.from(hkdfSync('sha256', text, '', 'palier authenticator app', KEY_BYTES)));
  return {
    encrypt({ userId, secret }) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, keys[0]!, nonce).setAAD(ownerOf(userId));
      const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
    },
    decrypt(encrypted, userId) {
      for (const key of keys) {
        const secret = decryptWith(key, encrypted, userId);
        if (secret !== null) return secret;
      }
      return null;
    },
  };
}

const ownerOf = (userId: number): Buffer => Buffer.from(`user ${userId}`);

function decryptWith(key: Buffer, encrypted: Buffer, userId: number): Buffer | null {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(ownerOf(userId))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
