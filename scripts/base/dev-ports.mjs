import { folderOfRemote, readManifest, remoteNames } from './workspaces.mjs';

/** The lowest of the ports that the packages' manifests give their dev servers (`palier.devPort`). */
const FIRST_PORT = 3100;

/** The lowest port of the dev servers of this run: `DEV_PORTS_FROM` shifts all of them. */
export const devPortsFrom = () => Number(process.env.DEV_PORTS_FROM || FIRST_PORT);

/**
 * The port of a package's dev server: `palier.devPort` of the package's manifest, shifted by
 * `DEV_PORTS_FROM`.
 * @param {string} name `shell`, or a remote's
 * @param {number} from the lowest port of the dev servers
 */
export function devPort(name, from = devPortsFrom()) {
  const { palier } = readManifest(name === 'shell' ? name : folderOfRemote(name));
  return from + palier.devPort - FIRST_PORT;
}

/** @param {string} name The only parameter, because `map` passes an index as the second. */
export const devOrigin = (name) => `http://localhost:${devPort(name)}`;

/** The origins of all remotes' dev servers on this machine. */
export const remoteDevOrigins = () => remoteNames().map(devOrigin);
