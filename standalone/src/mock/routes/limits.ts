import {
  agentLimitsSchema,
  confirmLimitSchema,
  exclusionSchema,
  ownLimitSchema,
  pauseSchema,
  protectionSchema,
  subAccountLimitsSchema,
  type AgentLimits,
  type Protection,
} from '@palier/shared/contracts/limits';
import { childById } from '../operations';
import { daysAgo, type MockAccount, type MockWorld } from '../world';
import { postRoute, route, type MockRoute } from './route';

const NONE: AgentLimits = { perMovement: null, perDay: null, leastBalance: null, proofAbove: null };
const HOURS_OF_DAY = 24;
const DAYS_OF_MONTH = 30;

/** What a player has set; kept in the world. */
function protectionOf(world: MockWorld, { id }: MockAccount): Protection {
  world.protections ??= {};
  return (world.protections[id] ??= { limits: [], pausedUntil: null, excludedUntil: null });
}

const limitsOf = (world: MockWorld, child: MockAccount) => ({
  username: child.username,
  own: world.agentLimits?.[child.id] ?? NONE,
  ofRole: NONE,
});

/** Limits of agents, and the protection of players. Nothing is refused by them here. */
export const LIMIT_ROUTES: readonly MockRoute[] = [
  route(
    'GET /user/sub-account/:id/limits',
    'management',
    subAccountLimitsSchema,
    ({ world, caller, params }) => limitsOf(world, childById(world, caller, params[0] ?? '')),
  ),
  postRoute(
    '/user/sub-account/:id/limits',
    'management',
    { request: agentLimitsSchema, response: subAccountLimitsSchema },
    ({ world, caller, params }, limits) => {
      const child = childById(world, caller, params[0] ?? '');
      world.agentLimits = { ...world.agentLimits, [child.id]: limits };
      return limitsOf(world, child);
    },
  ),
  route('GET /user/protection', 'signed-in', protectionSchema, ({ world, caller }) =>
    protectionOf(world, caller),
  ),
  postRoute(
    '/user/protection/limits',
    'signed-in',
    { request: ownLimitSchema, response: protectionSchema },
    ({ world, caller }, { kind, period, amount }) => {
      const own = protectionOf(world, caller);
      const known = own.limits.find((limit) => limit.kind === kind && limit.period === period);
      if (known === undefined) {
        if (amount !== null) own.limits.push({ kind, period, amount, used: 0, asked: null });
      } else if (amount === null || amount > known.amount)
        known.asked = { amount, from: daysAgo(-1), isConfirmable: false };
      else Object.assign(known, { amount, asked: null });
      return own;
    },
  ),
  postRoute(
    '/user/protection/limits/confirm',
    'signed-in',
    { request: confirmLimitSchema, response: protectionSchema },
    ({ world, caller }) => protectionOf(world, caller),
  ),
  postRoute(
    '/user/protection/pause',
    'signed-in',
    { request: pauseSchema, response: protectionSchema },
    ({ world, caller }, { hours }) =>
      Object.assign(protectionOf(world, caller), { pausedUntil: daysAgo(-hours / HOURS_OF_DAY) }),
  ),
  postRoute(
    '/user/protection/exclusion',
    'signed-in',
    { request: exclusionSchema, response: protectionSchema },
    ({ world, caller }, { months }) =>
      Object.assign(protectionOf(world, caller), { excludedUntil: daysAgo(-months * DAYS_OF_MONTH) }),
  ),
];
