import type { OwnPasskey } from '@palier/shared/contracts/factors';
import { localTime } from '../../database/local-time';
import type { Queryable } from '../../database/pool';
import type { Caller } from '../../sessions/authenticate';
import type { PasskeyKey, VerifiedPasskey } from './passkey-check';

/** What a challenge is for: a sign-in, which has no session, or a call in one. */
export type ChallengeUse =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'proof' | 'addition'; readonly caller: Caller };

const boundTo = (use: ChallengeUse): [number | null, string | null] =>
  use.purpose === 'sign-in' ? [null, null] : [use.caller.user.id, use.caller.sessionId];

/** Stores a challenge; `userHandle` is what a passkey that is being added will have. */
export async function storeChallenge(
  database: Queryable,
  use: ChallengeUse,
  { challenge, userHandle = null }: { readonly challenge: Buffer; readonly userHandle?: Buffer | null },
): Promise<void> {
  await database.query({
    name: 'store-challenge',
    text: `insert into passkey_challenges (challenge, purpose, user_id, session_id, user_handle)
             values ($1, $2, $3, $4, $5)`,
    values: [challenge, use.purpose, ...boundTo(use), userHandle],
  });
}

/**
 * Deletes a challenge that is answered, so that of concurrent answers one is accepted. Null for a challenge
 * that is unknown, expired, or of another use or session.
 */
export async function takeChallenge(
  database: Queryable,
  use: ChallengeUse,
  challenge: Buffer,
): Promise<{ readonly userHandle: Buffer | null } | null> {
  const { rows } = await database.query<{ userHandle: Buffer | null }>({
    name: 'take-challenge',
    text: `delete from passkey_challenges
            where challenge = $1 and purpose = $2 and user_id is not distinct from $3::int
              and session_id is not distinct from $4::uuid and expires_at > clock_timestamp()
           returning user_handle as "userHandle"`,
    values: [challenge, use.purpose, ...boundTo(use)],
  });
  return rows[0] ?? null;
}

export interface StoredPasskey extends PasskeyKey {
  readonly id: number;
  readonly userId: number;
  readonly userHandle: Buffer;
  /** Of the user's factors at this moment: a session is refused when they changed since. */
  readonly factorChanges: number;
}

export async function findPasskey(database: Queryable, credentialId: Buffer): Promise<StoredPasskey | null> {
  const { rows } = await database.query<StoredPasskey>({
    name: 'find-passkey',
    text: `select p.id, user_id as "userId", user_handle as "userHandle", public_key as "publicKey",
                  counter::float8 as counter, u.factor_changes as "factorChanges"
             from passkeys p join users u on u.id = p.user_id where credential_id = $1`,
    values: [credentialId],
  });
  return rows[0] ?? null;
}

/** Notes a signature. False when the passkey is gone, or a concurrent signature had the same counter. */
export async function notePasskeyUse(database: Queryable, id: number, counter: number): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'note-passkey-use',
    text: `update passkeys set counter = $2, used_at = clock_timestamp()
            where id = $1 and (counter < $2 or counter = 0 and $2 = 0)`,
    values: [id, counter],
  });
  return rowCount === 1;
}

/** What a new passkey of the user takes account of. */
export async function readPasskeysOf(
  database: Queryable,
  userId: number,
): Promise<{ readonly userHandle: Buffer | null; readonly credentialIds: readonly Buffer[] }> {
  const { rows } = await database.query<{ handle: Buffer; credential: Buffer }>(
    `select user_handle as handle, credential_id as credential from passkeys
      where user_id = $1 order by id`,
    [userId],
  );
  return { userHandle: rows[0]?.handle ?? null, credentialIds: rows.map(({ credential }) => credential) };
}

export interface NewPasskeyRow extends VerifiedPasskey {
  readonly userId: number;
  readonly userHandle: Buffer;
  readonly name: string;
}

/** Stores a passkey; false when an account has it already. */
export async function insertPasskey(
  database: Queryable,
  { userId, userHandle, name, credentialId, publicKey, counter }: NewPasskeyRow,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into passkeys (user_id, user_handle, name, credential_id, public_key, counter)
       values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing`,
    [userId, userHandle, name, credentialId, publicKey, counter],
  );
  return rowCount === 1;
}

/** False when the user has no such passkey. */
export async function deletePasskey(database: Queryable, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await database.query('delete from passkeys where user_id = $1 and id = $2', [
    userId,
    id,
  ]);
  return rowCount === 1;
}

/** The passkeys of a user as Paramètres lists them, the oldest first. */
export async function listPasskeys(
  database: Queryable,
  userId: number,
  timeZone: string,
): Promise<OwnPasskey[]> {
  const { rows } = await database.query<OwnPasskey>({
    name: 'own-passkeys',
    text: `select id, name, ${localTime('created_at', '$2')} as "addedAt",
                  ${localTime('used_at', '$2')} as "usedAt"
             from passkeys where user_id = $1 order by id`,
    values: [userId, timeZone],
  });
  return rows;
}
