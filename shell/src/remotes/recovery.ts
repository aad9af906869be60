/**
 * Code that a page needs only for a canary, or when a remote fails or freezes: a chunk of its own, outside
 * the first load.
 */
import { createFailureReporter } from './report-failure';

export { canaryFor, menusFor } from './canary';
export { discardFailedLoad } from './discard-failed-load';
export { attributeFreeze } from './freeze';
export { uncaughtErrorOf } from './report-failure';

export const reportFailure = createFailureReporter();
