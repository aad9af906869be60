import { AMOUNT_CHECKS } from './amounts';
import type { Check } from './check';
import { ONCE_CHECKS } from './once';
import { REFUSAL_CHECKS } from './refusals';

export { balanceOf, callbackOf, winOf, type CheckContext } from './check';

export const CHECKS: readonly Check[] = [...AMOUNT_CHECKS, ...ONCE_CHECKS, ...REFUSAL_CHECKS];
