import { readyRemotes } from './testing/render-shell';
import { createRoutes } from './routes';

const pathsOf = (screens: ReturnType<ReturnType<typeof readyRemotes>['screens']>): (string | undefined)[] =>
  createRoutes(screens).flatMap(({ path, children }) => [
    path,
    ...(children ?? []).map((child) => child.path),
  ]);

it('routes: each screen of the registry has a route beside those of the shell', () => {
  const routes = pathsOf(readyRemotes({ lottery: [{ path: '/lottery/:id', title: 'Loterie' }] }).screens());
  expect(routes.filter(Boolean)).toEqual([
    '/',
    '/login',
    '/lottery/:id',
    '/home',
    '/settings',
    '/settings/help',
    '/settings/journal',
    '*',
  ]);
});

it('routes: every other path waits for a registry that was not read, instead of 404', () => {
  expect(pathsOf(null).filter(Boolean)).toEqual([
    '/',
    '/login',
    '*',
    '/home',
    '/settings',
    '/settings/help',
    '/settings/journal',
  ]);
});
