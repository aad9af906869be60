import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { needsCors } from './needs-cors';

/** What the loader needs of the federation runtime; tests bring their own. */
export interface Federation {
  /** Names `entry` as the container of `name`; `isAgain` forgets whatever an earlier try left behind. */
  register(name: string, entry: string, options: { isAgain: boolean }): void;
  /** The module a container exposes. Rejects when the container or its chunks cannot be had. */
  load(moduleId: string): Promise<unknown>;
}

/** The page's federation runtime. `integrityOf` answers the hash an entry must have, where the registry names one. */
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
