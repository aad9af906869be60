import * as z from 'zod/mini';
import { hasManagementRights } from '@palier/shared/contracts';
import type { MockAccount, MockWorld } from '../world';

export interface MockCall {
  readonly world: MockWorld;
  /** The signed-in account; not set for anonymous routes. */
  readonly caller: MockAccount;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly gameAddress: string;
}

type Access = 'anybody' | 'signed-in' | 'management';

export interface MockRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  readonly request?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  readonly answer: (call: MockCall) => unknown;
}

/** A call without a body: its method and path, as in `GET /user/me`. */
export function route(
  call: `${MockRoute['method']} /${string}`,
  access: Access,
  response: z.ZodMiniType,
  answer: MockRoute['answer'],
): MockRoute {
  const [method, path] = call.split(' ') as [MockRoute['method'], string];
  return { method, path, access, response, answer };
}

interface Schemas<Body> {
  readonly request: z.ZodMiniType<Body>;
  readonly response: z.ZodMiniType;
}

/** A POST whose body is validated by `request`. */
export const postRoute = <Body>(
  path: string,
  access: Access,
  { request, response }: Schemas<Body>,
  answer: (call: MockCall, body: Body) => unknown,
): MockRoute => ({
  method: 'POST',
  path,
  access,
  request,
  response,
  answer: (call) => answer(call, call.body as Body),
});

/** The answer of a call without content. */
export const emptyAnswer = z.object({});

export const isAllowed = ({ access }: MockRoute, caller: MockAccount | null): boolean =>
  access === 'anybody' ||
  (caller !== null && (access === 'signed-in' || hasManagementRights(caller.roleName)));
