/** Singleton of the page: the session, for reading. `session/writer` changes it. */
export { readStored, writeStored, type StorageName } from './storage';
export { accessToken, refreshToken } from './tokens';
export { currentUser, user$, useUser } from './user';
