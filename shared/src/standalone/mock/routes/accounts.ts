import {
  agentNewBalanceSchema,
  journalSchema,
  subAccountPageSchema,
  updateStatusResponseSchema,
  userSchema,
} from '../../../contracts';
import { registerSchema, updateStatusSchema } from '../../../contracts/requests';
import { journalOf, recordAct } from '../journal';
import { childById, childrenOf, register } from '../operations';
import { pageOf, toUser } from '../reads';
import type { MockRoute } from './route';

const registerRoute = (path: string): MockRoute => ({
  method: 'POST',
  path,
  access: 'management',
  request: registerSchema,
  response: agentNewBalanceSchema,
  answer: ({ world, caller, body }) => ({
    agentNewBalance: register(world, caller, registerSchema.parse(body)),
  }),
});

/** Oneself, sub-accounts and their creation. */
export const ACCOUNT_ROUTES: readonly MockRoute[] = [
  registerRoute('/auth/admin/register-client'),
  registerRoute('/auth/super-admin/register-admin'),
  registerRoute('/auth/capo/register-super-admin'),
  {
    method: 'GET',
    path: '/user/me',
    access: 'signed-in',
    response: userSchema,
    answer: ({ caller }) => toUser(caller),
  },
  {
    method: 'POST',
    path: '/user/sub-accounts',
    access: 'management',
    response: subAccountPageSchema,
    answer: ({ world, caller, query }) => pageOf(childrenOf(world, caller).map(toUser), query, 25),
  },
  {
    method: 'POST',
    path: '/user/search',
    access: 'management',
    response: subAccountPageSchema,
    answer({ world, caller, query }) {
      const term = (query.get('username') ?? '').trim().toLowerCase();
      const found = childrenOf(world, caller).filter(({ username }) => username.includes(term));
      const wholeFirst = [
        ...found.filter(({ username }) => username === term),
        ...found.filter(({ username }) => username !== term),
      ];
      return pageOf(wholeFirst.map(toUser), query, 25);
    },
  },
  {
    method: 'GET',
    path: '/user/sub-account/:id',
    access: 'management',
    response: userSchema,
    answer: ({ world, caller, params }) => toUser(childById(world, caller, params[0] ?? '')),
  },
  {
    method: 'GET',
    path: '/user/sub-account/:id/journal',
    access: 'management',
    response: journalSchema,
    answer: ({ world, caller, params, query }) =>
      journalOf(world, childById(world, caller, params[0] ?? ''), query),
  },
  {
    method: 'POST',
    path: '/user/update-status/:id',
    access: 'management',
    request: updateStatusSchema,
    response: updateStatusResponseSchema,
    answer({ world, caller, params, body }) {
      const child = childById(world, caller, params[0] ?? '');
      const wasActive = child.isActive;
      child.isActive = updateStatusSchema.parse(body)?.active ?? !wasActive;
      if (child.isActive !== wasActive)
        recordAct(world, child, caller, child.isActive ? 'activated' : 'deactivated');
      return { id: child.id, active: child.isActive };
    },
  },
];
