import * as z from 'zod/mini';
import type { App } from './app-type';

const NO_QUERY = z.strictObject({});
const NO_BODY = z.nullish(z.strictObject({}));

/**
 * Gives routes without a query or body schema an empty strict one, so that unexpected input is refused and
 * not ignored.
 */
export function refuseUnknownInput(api: App): void {
  api.addHook('onRoute', (route) => {
    const takesBody = route.method === 'POST';
    route.schema = { querystring: NO_QUERY, ...(takesBody ? { body: NO_BODY } : {}), ...route.schema };
  });
}
