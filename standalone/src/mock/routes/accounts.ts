import {
  agentNewBalanceSchema,
  journalSchema,
  subAccountPageSchema,
  updateStatusResponseSchema,
  userSchema,
} from '@palier/shared/contracts';
import { accountEventsSchema, accountPageSchema } from '@palier/shared/contracts/account-page';
import { foundAccountsSchema } from '@palier/shared/contracts/find';
import { registerSchema, updateStatusSchema } from '@palier/shared/contracts/requests';
import { accountEvents, accountPage } from '../account-page';
import { journalOf, recordAct } from '../journal';
import { childById, childrenOf, register } from '../operations';
import { findBelow, pageOf, selectChildren, toUser } from '../reads';
import { postRoute, route, type MockRoute } from './route';

const accountCreationRoute = (path: string): MockRoute =>
  postRoute(path, 'management', registerSchema, agentNewBalanceSchema, ({ world, caller }, user) => ({
    agentNewBalance: register(world, caller, user),
  }));

/** Current user and sub-accounts. */
export const ACCOUNT_ROUTES: readonly MockRoute[] = [
  accountCreationRoute('/auth/admin/register-client'),
  accountCreationRoute('/auth/super-admin/register-admin'),
  accountCreationRoute('/auth/capo/register-super-admin'),
  route('GET', '/user/me', 'signed-in', userSchema, ({ caller }) => toUser(caller)),
  route('POST', '/user/sub-accounts', 'management', subAccountPageSchema, ({ world, caller, query }) =>
    pageOf(selectChildren(world, childrenOf(world, caller), query), query, 25),
  ),
  route('POST', '/user/search', 'management', subAccountPageSchema, ({ world, caller, query }) => {
    const term = (query.get('username') ?? '').trim().toLowerCase();
    const found = childrenOf(world, caller).filter(({ username }) => username.includes(term));
    const wholeFirst = [
      ...found.filter(({ username }) => username === term),
      ...found.filter(({ username }) => username !== term),
    ];
    return pageOf(selectChildren(world, wholeFirst, query), query, 25);
  }),
  route('GET', '/user/find', 'management', foundAccountsSchema, ({ world, caller, query }) => ({
    accounts: findBelow(world, caller, (query.get('query') ?? '').trim().toLowerCase()),
  })),
  route('GET', '/user/account/:id', 'management', accountPageSchema, ({ world, caller, params }) =>
    accountPage(world, caller, params[0] ?? ''),
  ),
  route(
    'GET',
    '/user/account/:id/events',
    'management',
    accountEventsSchema,
    ({ world, caller, params, query }) => accountEvents(world, caller, params[0] ?? '', query.get('before')),
  ),
  route('GET', '/user/sub-account/:id', 'management', userSchema, ({ world, caller, params }) =>
    toUser(childById(world, caller, params[0] ?? '')),
  ),
  route(
    'GET',
    '/user/sub-account/:id/journal',
    'management',
    journalSchema,
    ({ world, caller, params, query }) => journalOf(world, childById(world, caller, params[0] ?? ''), query),
  ),
  postRoute(
    '/user/update-status/:id',
    'management',
    updateStatusSchema,
    updateStatusResponseSchema,
    ({ world, caller, params }, status) => {
      const child = childById(world, caller, params[0] ?? '');
      const wasActive = child.isActive;
      child.isActive = status?.active ?? !wasActive;
      if (child.isActive !== wasActive)
        recordAct(world, child, caller, child.isActive ? 'activated' : 'deactivated');
      return { id: child.id, active: child.isActive };
    },
  ),
];
