import type { Caller, Relation } from './callers';
import type { Endpoint } from './endpoints';

/** What a cell must answer; `passes` when it is allowed. */
export type Verdict = 'passes' | 'unauthenticated' | 'not-allowed' | 'not-found';

export function verdictOf(endpoint: Endpoint, { role }: Caller, relation: Relation | null): Verdict {
  if (role === null) return 'unauthenticated';
  if (!endpoint.roles.includes(role)) return 'not-allowed';
  return relation === null || relation === (endpoint.isOfOneself ? 'self' : 'child') ? 'passes' : 'not-found';
}
