import {
  agentNewBalanceSchema,
  journalSchema,
  subAccountPageSchema,
  updateStatusResponseSchema,
  userSchema,
} from '@palier/shared/contracts';
import { accountEventsSchema, accountPageSchema } from '@palier/shared/contracts/account-page';
import { floatSchema } from '@palier/shared/contracts/float';
import { foundAccountsSchema } from '@palier/shared/contracts/find';
import { namedAccountsSchema } from '@palier/shared/contracts/named-accounts';
import { userNoticesSchema } from '@palier/shared/contracts/notices';
import {
  namedAccountsRequestSchema,
  registerSchema,
  updateStatusSchema,
} from '@palier/shared/contracts/requests';
import { childById, childrenOf, register } from '../operations';
import { childrenPage, findBelow, toUser } from '../reads';
import { accountEvents, accountPage, journal } from '../samples';
import { postRoute, route, type MockRoute } from './route';

const accountCreationRoute = (path: string): MockRoute =>
  postRoute(
    path,
    'management',
    { request: registerSchema, response: agentNewBalanceSchema },
    ({ world, caller }, user) => ({
      agentNewBalance: register(world, caller, user),
    }),
  );

/** Current user and sub-accounts. */
export const ACCOUNT_ROUTES: readonly MockRoute[] = [
  accountCreationRoute('/auth/admin/register-client'),
  accountCreationRoute('/auth/super-admin/register-admin'),
  accountCreationRoute('/auth/capo/register-super-admin'),
  route('GET /user/me', 'signed-in', userSchema, ({ caller }) => toUser(caller)),
  // A new world has no past weeks.
  route('GET /user/float', 'management', floatSchema, () => ({ endsAt: null, missing: null })),
  route('GET /user/notices', 'signed-in', userNoticesSchema, () => ({ data: [], next: null, unread: 0 })),
  route('POST /user/sub-accounts', 'management', subAccountPageSchema, ({ world, caller, query }) =>
    childrenPage(childrenOf(world, caller), query),
  ),
  route('POST /user/search', 'management', subAccountPageSchema, ({ world, caller, query }) => {
    const term = (query.get('username') ?? '').trim().toLowerCase();
    const found = childrenOf(world, caller).filter(({ username }) => username.includes(term));
    return childrenPage(found, query);
  }),
  postRoute(
    '/user/sub-accounts/named',
    'management',
    { request: namedAccountsRequestSchema, response: namedAccountsSchema },
    ({ world, caller }, { usernames }) => {
      const children = new Map(childrenOf(world, caller).map((child) => [child.username, toUser(child)]));
      return {
        ownBalance: toUser(caller).balance,
        accounts: usernames.map((name) => children.get(name.trim().toLowerCase()) ?? null),
      };
    },
  ),
  route('GET /user/find', 'management', foundAccountsSchema, ({ world, caller, query }) => ({
    accounts: findBelow(world, caller, (query.get('query') ?? '').trim().toLowerCase()),
  })),
  route('GET /user/account/:id', 'management', accountPageSchema, ({ world, caller, params }) =>
    accountPage(world, caller, params[0] ?? ''),
  ),
  route('GET /user/account/:id/events', 'management', accountEventsSchema, ({ caller }) =>
    accountEvents(caller),
  ),
  route('GET /user/sub-account/:id', 'management', userSchema, ({ world, caller, params }) =>
    toUser(childById(world, caller, params[0] ?? '')),
  ),
  route('GET /user/sub-account/:id/journal', 'management', journalSchema, ({ caller }) => journal(caller)),
  postRoute(
    '/user/update-status/:id',
    'management',
    { request: updateStatusSchema, response: updateStatusResponseSchema },
    ({ world, caller, params }, status) => {
      const child = childById(world, caller, params[0] ?? '');
      child.isActive = status?.active ?? !child.isActive;
      return { id: child.id, active: child.isActive };
    },
  ),
];
