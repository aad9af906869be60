import { listScreens, type Screen } from '@palier/shared/contracts/screens';
import type { Registry } from './registry';

/** The screens of the registry, with those of the canaries that the user gets. */
export interface RemoteScreens {
  /** The screens of all remotes; null while no registry was read. */
  readonly list: () => readonly Screen[] | null;
  applyRegistry(registry: Registry): void;
  /** The menu has the entries of the canaries that the user gets, also before their remotes are loaded. */
  chooseMenus(registry: Registry): void;
  /** Drops the screens that were chosen for this user. */
  forgetUser(): void;
}

export function createRemoteScreens(
  menusFor: (registry: Registry) => Promise<readonly string[]>,
  notify: () => void,
): RemoteScreens {
  let sessionCount = 0;
  let current: Registry | null = null;
  let screens: readonly Screen[] | null = null;
  /** Remotes whose canary the user gets, with other screens than the active version has. */
  let remotesWithCanaryScreens: readonly string[] = [];

  function rebuild(names: readonly string[]): void {
    remotesWithCanaryScreens = names;
    if (current === null) return;
    screens = listScreens(
      current.described,
      (fault) => console.error(`remotes: ${fault}`),
      remotesWithCanaryScreens,
    );
    notify();
  }

  return {
    list: () => screens,
    applyRegistry(registry) {
      if (registry === current) return;
      current = registry;
      rebuild(remotesWithCanaryScreens);
    },
    chooseMenus(registry) {
      const sessionCountBefore = sessionCount;
      void menusFor(registry).then((names) => {
        if (names.length > 0 && sessionCount === sessionCountBefore) rebuild(names);
      });
    },
    forgetUser() {
      sessionCount += 1;
      if (remotesWithCanaryScreens.length > 0) rebuild([]);
    },
  };
}
