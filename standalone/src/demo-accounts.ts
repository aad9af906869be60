export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Signed in at first, because this account has screens in most remotes. */
export const FIRST_ACCOUNT: Account = { username: 'admin', password: 'Admin1234' };

/** The demo hierarchy, from the top (section 2 of docs/design.md). */
export const DEMO_ACCOUNTS: readonly Account[] = [
  { username: 'capo', password: 'Capo1234' },
  { username: 'superadmin', password: 'Super1234' },
  FIRST_ACCOUNT,
  { username: 'client', password: 'Client1234' },
];
