import type { Page } from 'playwright-core';

/** One route as a remote exposes it. */
export interface Claim {
  readonly path: string;
  readonly roles?: readonly string[];
}

/** The names that a build imports of each shared library. */
export type Uses = Readonly<Record<string, readonly string[]>>;

/** The page's own federation runtime, as far as it is asked here; absent in a page that did not start. */
interface FederatedPage {
  readonly __FEDERATION__?: {
    readonly __INSTANCES__: readonly {
      loadRemote(id: string): Promise<{ routes: { path: string; roles?: readonly string[] }[] }>;
      /** What the page shares: by scope, library and version. */
      readonly shareScopeMap: {
        readonly default?: Record<string, Record<string, { get(): Promise<() => object> }>>;
      };
    }[];
  };
}

/**
 * The first name that the shell's copy of a shared library does not have, as a readable line. Versions say what is meant to
 * be there; somebody may have added to a library and forgotten to raise its own.
 */
export async function missingName(page: Page, uses: Uses): Promise<string | null> {
  const missing = await page.evaluate(async (used) => {
    const { __FEDERATION__ } = globalThis as unknown as FederatedPage;
    const shared = __FEDERATION__?.__INSTANCES__[0]?.shareScopeMap.default;
    if (shared === undefined) return null;
    for (const [library, names] of Object.entries(used)) {
      const [share] = Object.values(shared[library] ?? {});
      const copy = share === undefined ? {} : (await share.get())();
      // The bundler makes the default of a library that has none.
      const name = names.find((one) => one !== 'default' && !(one in copy));
      if (name !== undefined) return { library, name };
    }
    return null;
  }, uses);
  return missing === null
    ? null
    : `it uses ${missing.name} of ${missing.library}, which the shell's copy does not have`;
}

/** The routes a loaded remote exposes. */
export const claimsOf = (page: Page, name: string): Promise<Claim[]> =>
  page.evaluate(async (remote) => {
    const { __FEDERATION__ } = globalThis as unknown as FederatedPage;
    const loaded = await __FEDERATION__?.__INSTANCES__[0]?.loadRemote(`${remote}/routes`);
    return (loaded?.routes ?? []).map(({ path, roles }) => ({
      path,
      ...(roles === undefined ? {} : { roles }),
    }));
  }, name);
