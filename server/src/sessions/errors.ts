import { refusalOf, type Refusal } from '../refusals/refusal';

export const unauthenticated = (): Refusal => refusalOf('unauthenticated');
/** Not 401 or 403, which would end the session (section 8 of docs/spec-coverage.md). */
export const passwordChangeRequired = (): Refusal => refusalOf('password-change-required');
export const notAllowed = (): Refusal => refusalOf('not-allowed');
/** Not 401 or 403, which would end the session (section 8 of docs/spec-coverage.md). */
export const factorEnrolmentRequired = (): Refusal => refusalOf('factor-enrolment-required');
/** Not 401 or 403, which would end the session (section 8 of docs/spec-coverage.md). */
export const proofRequired = (): Refusal => refusalOf('proof-required');
