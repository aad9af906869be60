import type { Role } from '@palier/shared/contracts';
import type { TestUserName } from '@palier/test-support/actors/hierarchy';

export const RELATIONS = [
  'self',
  'parent',
  'child',
  'grandchild',
  'sibling',
  "sibling's child",
  'other tree',
  'missing',
] as const;
export type Relation = (typeof RELATIONS)[number];

export interface Caller {
  readonly role: Role | null;
  readonly person: TestUserName | null;
  /** The user in each relation to the caller. */
  readonly sees: Readonly<Partial<Record<Relation, TestUserName>>>;
}

/**
 * In order from the bottom of the hierarchy upwards, because the permitted calls of a caller end the sessions
 * of the caller's child.
 */
export const CALLERS: readonly Caller[] = [
  {
    role: null,
    person: null,
    sees: { self: 'client', child: 'admin', 'other tree': 'otherAdmin' },
  },
  {
    role: 'ROLE_CLIENT',
    person: 'client',
    sees: { self: 'client', parent: 'admin', sibling: 'client2', 'other tree': 'otherClient' },
  },
  {
    role: 'ROLE_ADMIN',
    person: 'admin',
    sees: {
      self: 'admin',
      parent: 'superAdmin',
      child: 'client',
      sibling: 'admin2',
      "sibling's child": 'client3',
      'other tree': 'otherClient',
    },
  },
  {
    role: 'ROLE_SUPER_ADMIN',
    person: 'superAdmin',
    sees: {
      self: 'superAdmin',
      parent: 'capo',
      child: 'admin',
      grandchild: 'client',
      sibling: 'superAdmin2',
      "sibling's child": 'admin3',
      'other tree': 'otherAdmin',
    },
  },
  {
    role: 'ROLE_CAPO',
    person: 'capo',
    sees: {
      self: 'capo',
      child: 'superAdmin',
      grandchild: 'admin',
      sibling: 'otherCapo',
      "sibling's child": 'otherSuperAdmin',
      'other tree': 'otherAdmin',
    },
  },
];

export interface Subject {
  readonly id: number;
  readonly username: string;
  /** A session that no cell uses. */
  readonly sessionId: string;
  /** The newest movement that the user received: a deposit, to a capo an issue. */
  readonly movementId: number;
  /** The number of a stake of the user; of an agent, that of no movement. */
  readonly stakeNumber: number;
  /** A request that the user withdrew, and one that its parent refused; of a capo, those of nobody. */
  readonly withdrawnRequestId: number;
  readonly refusedRequestId: number;
}
export const MISSING_SUBJECT: Subject = {
  id: 2_000_000_000,
  username: 'nobody-at-all',
  sessionId: '00000000-0000-4000-8000-000000000000',
  movementId: 999_999_999_999,
  stakeNumber: 900_000_000_000_000,
  withdrawnRequestId: 2_000_000_000,
  refusedRequestId: 2_000_000_000,
};
