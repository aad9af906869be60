import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { offerOfShell } from '@palier/build/front/needs';

/** A minimal shell: it loads the remote of a path, marks its region and redirects other roles to /home. */
const SHELL = `
const { remotes } = JSON.parse(document.getElementById('palier-remotes').textContent);
const screens = Object.entries(remotes).flatMap(([remote, { active, versions }]) =>
  versions[active].screens.map((screen) => ({ ...screen, remote })));
const role = sessionStorage.getItem('token').slice('gate.'.length);
let region = document.createElement('div');
const show = () => {
  region.remove();
  region = document.createElement('div');
  const { remote, roles = [role] } = screens.find(({ path }) => path === location.pathname);
  if (!roles.includes(role)) return history.replaceState(null, '', '/home');
  region.dataset.remote = remote;
  document.body.append(region);
  const { active, canary, versions } = remotes[remote];
  const loaded = import(versions[canary?.version ?? active].entry);
  const ui = { '1.0.0': { get: async () => () => ({ Page: 1 }) } };
  const shareScopeMap = { default: { '@palier/shared/ui': ui } };
  window.__FEDERATION__ = { __INSTANCES__: [{ loadRemote: () => loaded, shareScopeMap }] };
  const fail = ({ message }) => { console.error('remotes: ' + message); region.dataset.state = 'failed'; };
  loaded.then(({ routes }) => {
    const { mount = () => undefined } = routes.find(({ path }) => path === location.pathname);
    region.dataset.state = 'ready';
    return mount();
  }).catch(fail);
};
addEventListener('popstate', show);
show();`;
/** The entry of a remote with one route, which has `more` members, such as `mount`. */
export const routesOf = (path: string, more = ''): string =>
  `export const routes = [{ path: '${path}', ${more} }];`;

/** Writes the shell to a new folder `shell` of `folder`, and returns its path. */
export async function writeMinimalShell(folder: string): Promise<string> {
  const shell = join(folder, 'shell');
  await mkdir(shell);
  await writeFile(
    join(shell, 'index.html'),
    '<!doctype html><head><!--remotes--></head><body><script src="/shell.js"></script></body>',
  );
  await writeFile(join(shell, 'shell.js'), SHELL);
  await writeFile(join(shell, 'shell.json'), JSON.stringify(offerOfShell()));
  return shell;
}
