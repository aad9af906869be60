/** The seeded hierarchy of the demo (design §2), for the role switcher only. */
export const DEMO_ACCOUNTS = [
  { username: 'capo', password: 'Capo1234' },
  { username: 'superadmin', password: 'Super1234' },
  { username: 'admin', password: 'Admin1234' },
  { username: 'client', password: 'Client1234' },
] as const;
