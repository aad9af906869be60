/** Singleton of the page: the schemas and types of the API. */
import * as z from 'zod/mini';

// Strict CSP: zod must not compile validators with `new Function`.
z.config({ jitless: true });

export * from './amount';
export * from './auth';
export * from './casino';
export * from './errors';
export * from './journal';
export * from './page';
export * from './platform-day';
// Their schemas are entries of their own: for the server, those of sessions also for the settings.
export type * from './reports';
export type * from './sessions';
export type { BalanceRequest, RegisterRequest, TransactionRequest } from './requests';
export * from './roles';
export * from './transactions';
export * from './users';
