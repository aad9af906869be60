export interface DemoAccount {
  readonly username: string;
  readonly password: string;
}

/** The page opens as this one: it has screens in most remotes. */
export const FIRST_ACCOUNT: DemoAccount = { username: 'admin', password: 'Admin1234' };

/** The seeded hierarchy of the demo (section 2 of docs/design.md), from the top, for the role switcher only. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { username: 'capo', password: 'Capo1234' },
  { username: 'superadmin', password: 'Super1234' },
  FIRST_ACCOUNT,
  { username: 'client', password: 'Client1234' },
];
