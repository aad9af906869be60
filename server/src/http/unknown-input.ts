import * as z from 'zod/mini';
import type { App } from './app-type';

const NO_QUERY = z.strictObject({});
const NO_BODY = z.nullish(z.strictObject({}));

/** A call that states no query, or no body, takes none: nothing that is sent is dropped in silence (section 4 of docs/design.md). */
export function refuseUnknownInput(api: App): void {
  api.addHook('onRoute', (route) => {
    const takesBody = route.method === 'POST';
    route.schema = { querystring: NO_QUERY, ...(takesBody ? { body: NO_BODY } : {}), ...route.schema };
  });
}
