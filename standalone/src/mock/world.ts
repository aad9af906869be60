import { ROLES, type Role } from '@palier/shared/contracts';
import type { AgentLimits, Protection } from '@palier/shared/contracts/limits';
import { DEMO_ACCOUNTS } from '../demo-accounts';

/** An account of the mocked server. Amounts are whole hundredths of TND, so that sums stay exact. */
export interface MockAccount {
  readonly id: number;
  readonly username: string;
  readonly roleName: Role;
  readonly parentId: number | null;
  readonly password: string;
  balanceCents: number;
  isActive: boolean;
}

export interface MockMovement {
  readonly id: number;
  /** Local date-time, no zone. */
  readonly date: string;
  readonly initiatorId: number;
  readonly receiverId: number;
  readonly type: string;
  readonly amountCents: number;
  readonly note?: string | undefined;
  /** The deposit that this reversal takes back. */
  readonly reverses?: number;
}

/** The state of the mocked server: plain data, stored across reloads. */
export interface MockWorld {
  readonly accounts: MockAccount[];
  readonly movements: MockMovement[];
  readonly pots: { bronzeCounter: number; silverCounter: number; goldCounter: number };
  /** The answer to each Idempotency-Key. */
  readonly attempts: Record<string, unknown>;
  winCount: number;
  /** By the id of the account; absent until the first is set. */
  agentLimits?: Record<number, AgentLimits>;
  protections?: Record<number, Protection>;
}

/** The role a user of `role` registers, or undefined for clients. */
export const roleBelow = (role: Role): Role | undefined => ROLES[ROLES.indexOf(role) + 1];

const CLIENT_COUNT = 60;
/** From the capo down to the client. */
const OPENING_CENTS = [5_000_000, 2_000_000, 500_000, 25_000];
const DAYS_OF_HISTORY = 30;
const DAY_MS = 86_400_000;

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** A local date-time with milliseconds, without zone. */
export const localDateTime = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}` +
  `T${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}` +
  `.${pad(date.getMilliseconds(), 3)}`;

/**
 * The header by which the server tells its day. The mocked server has the clock and the time zone of the
 * device.
 */
export function platformDay(now = new Date()): string {
  const dayEnd = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const leftS = Math.ceil((dayEnd.getTime() - now.getTime()) / 1_000);
  return `${localDateTime(now).slice(0, 10)};ends-in=${leftS}`;
}

export const daysAgo = (days: number): string => localDateTime(new Date(Date.now() - days * DAY_MS));

function seedAccounts(): MockAccount[] {
  const chain = DEMO_ACCOUNTS.map(({ username, password }, index): MockAccount => ({
    id: index + 1,
    username,
    password,
    roleName: ROLES[index] ?? 'ROLE_CLIENT',
    parentId: index === 0 ? null : index,
    balanceCents: OPENING_CENTS[index] ?? 0,
    isActive: true,
  }));
  const children = chain.flatMap((parent): MockAccount[] => {
    const roleName = roleBelow(parent.roleName);
    if (roleName === undefined) return [];
    const count = roleName === 'ROLE_CLIENT' ? CLIENT_COUNT : 4;
    return Array.from({ length: count }, (_, index) => ({
      id: parent.id * 100 + index,
      username: `${roleName === 'ROLE_CLIENT' ? 'joueur' : 'agent'}.${parent.id}${pad(index + 1)}`,
      password: 'Mock1234',
      roleName,
      parentId: parent.id,
      balanceCents: 1_000 + ((index * 7_919) % 90_000),
      isActive: index % 9 !== 4,
    }));
  });
  return [...chain, ...children];
}

/** Rounds of the first player, before all other movements. */
function playsOf(accounts: readonly MockAccount[], now: Date) {
  const id = accounts.find(({ roleName }) => roleName === 'ROLE_CLIENT')?.id ?? 0;
  return Array.from({ length: 6 }, (_, index) => ({
    initiatorId: id,
    receiverId: id,
    type: index % 2 === 0 ? 'BET' : 'WIN',
    amountCents: [100, 250][index % 2] ?? 0,
    at: now.getTime() - (DAYS_OF_HISTORY + 1) * DAY_MS + index * 1e3,
  }));
}

function seedMovements(accounts: readonly MockAccount[], now: Date): MockMovement[] {
  const moves = accounts
    .filter(({ parentId }) => parentId !== null)
    .map((account, index) => ({
      initiatorId: account.parentId ?? account.id,
      receiverId: account.id,
      type: ['USER_CREATION', 'DEPOSIT', 'WITHDRAWAL'][index % 3] ?? 'DEPOSIT',
      amountCents: 500 + ((index * 1_337) % 20_000),
      at: now.getTime() - ((index * 17) % DAYS_OF_HISTORY) * DAY_MS - index * 60_000,
    }))
    .sort((one, other) => one.at - other.at);
  return [...playsOf(accounts, now), ...moves].map(({ at, ...move }, index) => ({
    ...move,
    id: index + 1,
    date: localDateTime(new Date(at)),
  }));
}

/** The demo hierarchy with a month of movements. */
export function createWorld(now = new Date()): MockWorld {
  const accounts = seedAccounts();
  return {
    accounts,
    movements: seedMovements(accounts, now),
    pots: { bronzeCounter: 48.2, silverCounter: 412.75, goldCounter: 3_150.4 },
    attempts: {},
    winCount: 0,
  };
}
