import type { Caller, Relation } from './callers';
import type { Endpoint } from './endpoints';

/** The required answer of a cell. */
export type Verdict = 'passes' | 'unauthenticated' | 'not-allowed' | 'not-found';

export function verdictOf(endpoint: Endpoint, { role }: Caller, relation: Relation | null): Verdict {
  if (role === null) return 'unauthenticated';
  if (!endpoint.roles.includes(role)) return 'not-allowed';
  return relation === null || relation === (endpoint.isOfOneself ? 'self' : 'child') ? 'passes' : 'not-found';
}
