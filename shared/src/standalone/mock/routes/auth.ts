import { loginResponseSchema, tokensSchema } from '../../../contracts';
import { changePasswordSchema, loginSchema, refreshSchema } from '../../../contracts/requests';
import { recordAct } from '../journal';
import { checkPassword, childById, MockRefusal } from '../operations';
import { toUser } from '../reads';
import { tokenOf } from '../token';
import type { MockAccount } from '../world';
import { nothing, type MockCall, type MockRoute } from './route';

const tokensFor = (account: MockAccount) => ({
  accessToken: tokenOf(account.id),
  refreshToken: tokenOf(account.id),
});

function login({ world, body }: MockCall) {
  const { username, password } = loginSchema.parse(body);
  const account = world.accounts.find((found) => found.username === username && found.password === password);
  if (account?.isActive !== true) throw new MockRefusal(401, 'unauthenticated', 'Invalid email or password.');
  return { ...tokensFor(account), user: toUser(account) };
}

function setPassword(account: MockAccount, password: string): object {
  checkPassword(password);
  account.password = password;
  return {};
}

/** Sessions and passwords. */
export const AUTH_ROUTES: readonly MockRoute[] = [
  {
    method: 'POST',
    path: '/auth/login',
    access: 'anybody',
    request: loginSchema,
    response: loginResponseSchema,
    answer: login,
  },
  {
    method: 'GET',
    path: '/auth/validate-token',
    access: 'signed-in',
    response: nothing,
    answer: () => ({}),
  },
  {
    method: 'POST',
    path: '/auth/refresh-token',
    access: 'signed-in',
    request: refreshSchema,
    response: tokensSchema,
    answer: ({ caller }) => tokensFor(caller),
  },
  { method: 'POST', path: '/auth/logout', access: 'anybody', response: nothing, answer: () => ({}) },
  {
    method: 'POST',
    path: '/auth/change-password',
    access: 'signed-in',
    request: changePasswordSchema,
    response: nothing,
    answer({ caller, body }) {
      const { oldPassword, newPassword } = changePasswordSchema.parse(body);
      if (oldPassword !== caller.password) {
        throw new MockRefusal(400, 'invalid-input', "L'ancien mot de passe est incorrect.");
      }
      return setPassword(caller, newPassword);
    },
  },
  {
    method: 'POST',
    path: '/auth/change-sub-account-password/:id',
    access: 'management',
    request: changePasswordSchema,
    response: nothing,
    answer({ world, caller, params, body }) {
      const child = childById(world, caller, params[0] ?? '');
      const answer = setPassword(child, changePasswordSchema.parse(body).newPassword);
      recordAct(world, child, caller, 'password-changed');
      return answer;
    },
  },
];
