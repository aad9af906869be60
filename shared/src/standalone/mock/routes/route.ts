import * as z from 'zod/mini';
import { hasManagementRights } from '../../../contracts';
import type { MockAccount, MockWorld } from '../world';

export interface MockCall {
  readonly world: MockWorld;
  /** The signed-in account; routes that anybody may call do not read it. */
  readonly caller: MockAccount;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Where the mocked game is played. */
  readonly gameAddress: string;
}

export interface MockRoute {
  readonly method: 'GET' | 'POST';
  /** With `:name` where a parameter stands, as the server writes it. */
  readonly path: string;
  readonly access: 'anybody' | 'signed-in' | 'management';
  readonly request?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  readonly answer: (call: MockCall) => unknown;
}

/** The answer of a call that says nothing. */
export const nothing = z.object({});

export const isAllowed = ({ access }: MockRoute, caller: MockAccount | null): boolean =>
  access === 'anybody' ||
  (caller !== null && (access === 'signed-in' || hasManagementRights(caller.roleName)));
