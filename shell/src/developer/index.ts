/**
 * Tools for developers: a chunk of its own, loaded only in development or while an override is asked for or
 * active.
 */
export { watchBus } from './bus-log';
export { DeveloperPanel as default } from './developer-panel';
export { watchLoads } from './load-log';
export { applyOverrides } from './override';
