import type { Page } from 'playwright-core';

/** The names that a build imports of each shared library. */
export type ImportedNames = Readonly<Record<string, readonly string[]>>;

/** The parts of the page's federation runtime that are used here; absent in a page that did not start. */
interface FederatedPage {
  readonly __FEDERATION__?: {
    readonly __INSTANCES__: readonly {
      loadRemote(id: string): Promise<{ routes: { path: string }[] }>;
      /** Shared modules by scope, library and version. */
      readonly shareScopeMap: {
        readonly default?: Record<string, Record<string, { get(): Promise<() => object> }>>;
      };
    }[];
  };
}

/**
 * The first imported name that the shell's copy of a shared library lacks, as one line. Version ranges do not
 * find a name that was added to a library without raising the library's version.
 */
export async function findMissingName(page: Page, imported: ImportedNames): Promise<string | null> {
  const missing = await page.evaluate(async (namesByLibrary) => {
    const { __FEDERATION__ } = globalThis as unknown as FederatedPage;
    const shared = __FEDERATION__?.__INSTANCES__[0]?.shareScopeMap.default;
    if (shared === undefined) return null;
    for (const [library, names] of Object.entries(namesByLibrary)) {
      const [share] = Object.values(shared[library] ?? {});
      const copy = share === undefined ? {} : (await share.get())();
      // The bundler creates a missing default export.
      const name = names.find((imported) => imported !== 'default' && !(imported in copy));
      if (name !== undefined) return { library, name };
    }
    return null;
  }, imported);
  return missing === null
    ? null
    : `it uses ${missing.name} of ${missing.library}, which the shell's copy does not have`;
}

/** The paths of the routes that a remote exposes. */
export const pathsOf = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(async (remote) => {
    const { __FEDERATION__ } = globalThis as unknown as FederatedPage;
    const loaded = await __FEDERATION__?.__INSTANCES__[0]?.loadRemote(`${remote}/routes`);
    return (loaded?.routes ?? []).map(({ path }) => path);
  }, name);
