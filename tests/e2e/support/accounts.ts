export interface Account {
  readonly username: string;
  readonly password: string;
}

/**
 * The demo hierarchy, with a month of history. Journeys only read these accounts: workers share them, so a
 * journey that moves money, ends sessions or deactivates an account uses the worker's own `team`.
 */
export const demo = {
  capo: { username: 'capo', password: 'Capo1234' },
  superadmin: { username: 'superadmin', password: 'Super1234' },
  admin: { username: 'admin', password: 'Admin1234' },
  client: { username: 'client', password: 'Client1234' },
} as const;
