/** Singleton of the page: the schemas and types of the API. */
import * as z from 'zod/mini';

// Strict CSP: zod must not compile validators with `new Function`.
z.config({ jitless: true });

export * from './amount';
export * from './auth';
export * from './reports';
export * from './casino';
export * from './errors';
export * from './journal';
export * from './page';
export * from './platform-day';
// The schemas are an entry of their own: only the settings of the shell need them.
export type * from './sessions';
export type { RegisterRequest, TransactionRequest } from './requests';
export * from './roles';
export * from './transactions';
export * from './users';
