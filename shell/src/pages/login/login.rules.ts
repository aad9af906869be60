export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Section 5 of docs/spec-coverage.md: the username is trimmed and lowercased, the password trimmed, before sending. */
export const cleanCredentials = ({ username, password }: Credentials): Credentials => ({
  username: username.trim().toLowerCase(),
  password: password.trim(),
});

/** Section 5 of docs/spec-coverage.md: both fields are required. */
export const areComplete = ({ username, password }: Credentials): boolean =>
  username !== '' && password !== '';
