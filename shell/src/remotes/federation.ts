import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { needsCors } from './link-files';

/** The part of the federation runtime that the loader uses. */
export interface Federation {
  /** Registers `entry` as the container of `name`; `isAgain` replaces an earlier registration. */
  register(name: string, entry: string, options: { isAgain: boolean }): void;
  /** The module that a container exposes. Rejects when the container or a chunk cannot be loaded. */
  load(moduleId: string): Promise<unknown>;
}

/**
 * Starts the runtime of the page. Entries load with the hash that the registry states for them
 * (`integrityOf`).
 */
export function startFederation(integrityOf: (entry: string) => string | undefined): Federation {
  registerPlugins([
    {
      name: 'palier-integrity',
      createScript({ url }) {
        const script = document.createElement('script');
        script.src = url;
        if (needsCors(url)) script.crossOrigin = 'anonymous';
        const integrity = integrityOf(url);
        if (integrity !== undefined) script.integrity = integrity;
        return script;
      },
    },
  ]);
  return {
    register: (name, entry, { isAgain }) => registerRemotes([{ name, entry }], { force: isAgain }),
    load: (moduleId) => loadRemote(moduleId),
  };
}
