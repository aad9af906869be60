export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export const cleanCredentials = ({ username, password }: Credentials): Credentials => ({
  username: username.trim().toLowerCase(),
  password: password.trim(),
});

export const areComplete = ({ username, password }: Credentials): boolean =>
  username !== '' && password !== '';
