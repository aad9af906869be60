/**
 * The stable codes of refusals, as API clients read them (docs/design.md, errors), with their HTTP statuses.
 */
export const REFUSAL_STATUS = {
  'invalid-input': 400,
  'insufficient-funds': 400,
  'balance-limit': 400,
  'account-frozen': 400,
  'movement-limit': 400,
  'day-limit': 400,
  'least-balance': 400,
  'received-limit': 400,
  'player-paused': 400,
  'player-excluded': 400,
  unauthenticated: 401,
  'account-closed': 401,
  'factor-required': 401,
  'launch-stopped': 409,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'already-reversed': 409,
  'too-late': 409,
  'money-spent': 409,
  'not-a-deposit': 409,
  'limit-not-due': 409,
  'password-change-required': 409,
  'factor-enrolment-required': 409,
  'proof-required': 409,
  'factor-missing': 409,
  'invalid-idempotency': 422,
  abandoned: 422,
  'too-many': 429,
  unavailable: 503,
  internal: 500,
} as const;
export type RefusalCode = keyof typeof REFUSAL_STATUS;
export const REFUSAL_CODES = Object.keys(REFUSAL_STATUS) as RefusalCode[];
