import { ACCOUNT_ROUTES } from './accounts';
import { AUTH_ROUTES } from './auth';
import { CASINO_ROUTES } from './casino';
import { LIMIT_ROUTES } from './limits';
import { MONEY_ROUTES } from './money';
import type { MockRoute } from './route';

export { isAllowed, type MockRoute } from './route';

/** All calls of the API, with their contracts. */
export const MOCK_ROUTES: readonly MockRoute[] = [
  ...AUTH_ROUTES,
  ...ACCOUNT_ROUTES,
  ...LIMIT_ROUTES,
  ...MONEY_ROUTES,
  ...CASINO_ROUTES,
];
