/** The access token of a user of the test site who is signed in with `role`. */
export const tokenOf = (role: string): string => `gate.${role}`;

/** The role of the token in an Authorization header. */
export const roleOf = (authorization: string): string =>
  /^Bearer gate\.(\w+)$/.exec(authorization)?.[1] ?? 'ROLE_CLIENT';
