import { releaseRoot } from '@palier/scripts/paths';
import { retire } from './registry-changes';
import { changeCurrentRegistry } from './store';

/** Takes a remote away from users; its versions stay in the store. A repeated call changes nothing. */
export const retireRelease = (name: string): Promise<void> =>
  changeCurrentRegistry(releaseRoot(), `retire ${name}`, (registry) =>
    registry.remotes[name] === undefined ? null : retire(registry, name),
  );
