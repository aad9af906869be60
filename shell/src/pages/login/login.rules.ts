export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Spec §5: the username is trimmed and lowercased, the password trimmed, before sending. */
export const cleanCredentials = ({ username, password }: Credentials): Credentials => ({
  username: username.trim().toLowerCase(),
  password: password.trim(),
});

/** Spec §5: both fields are required. */
export const areComplete = ({ username, password }: Credentials): boolean =>
  username !== '' && password !== '';
