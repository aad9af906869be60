/** Password hashes and access tokens as the server makes them, for tests that create users in SQL. */
export { hashPassword } from './passwords/password-hasher';
export { createAccessTokens } from './sessions/access-token';
