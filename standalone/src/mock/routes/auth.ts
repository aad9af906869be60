import { loginResponseSchema, tokensSchema } from '@palier/shared/contracts';
import { changePasswordSchema, loginSchema, refreshSchema } from '@palier/shared/contracts/requests';
import { MockRefusal } from '../operations';
import { toUser } from '../reads';
import { tokenOf } from '../token';
import type { MockAccount } from '../world';
import { emptyAnswer, postRoute, route, type MockRoute } from './route';

const tokensFor = (account: MockAccount) => ({
  accessToken: tokenOf(account.id),
  refreshToken: tokenOf(account.id),
});

const LOGIN_FAILED = 'Invalid email or password.';

/** Sessions and passwords; a changed password is not kept. */
export const AUTH_ROUTES: readonly MockRoute[] = [
  postRoute(
    '/auth/login',
    'anybody',
    { request: loginSchema, response: loginResponseSchema },
    ({ world }, { username, password }) => {
      const account = world.accounts.find(
        (found) => found.username === username && found.password === password,
      );
      if (account === undefined) throw new MockRefusal(401, 'unauthenticated', LOGIN_FAILED);
      if (!account.isActive)
        throw new MockRefusal(401, 'account-closed', LOGIN_FAILED, 'Ce compte est désactivé.');
      return { ...tokensFor(account), user: toUser(account) };
    },
  ),
  route('GET /auth/validate-token', 'signed-in', emptyAnswer, () => ({})),
  postRoute(
    '/auth/refresh-token',
    'signed-in',
    { request: refreshSchema, response: tokensSchema },
    ({ caller }) => tokensFor(caller),
  ),
  route('POST /auth/logout', 'anybody', emptyAnswer, () => ({})),
  postRoute(
    '/auth/change-password',
    'signed-in',
    { request: changePasswordSchema, response: emptyAnswer },
    () => ({}),
  ),
  postRoute(
    '/auth/change-sub-account-password/:id',
    'management',
    { request: changePasswordSchema, response: emptyAnswer },
    () => ({}),
  ),
];
