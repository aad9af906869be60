import { remoteAt } from './routes';

it.each([
  ['/home', 'casino'],
  ['/game/PRAGMATIC/Book%20of/bk', 'casino'],
  ['/admin', 'agent'],
  ['/admin/create', 'agent'],
  ['/admin/7', 'agent'],
  ['/admin/7/edit', 'agent'],
  ['/admin/7/journal', 'agent'],
  ['/refund/7', 'agent'],
  ['/withdraw/7', 'agent'],
  ['/history', 'reports'],
  ['/history/received', 'reports'],
  ['/reportItem/7', 'reports'],
  ['/report', 'reports'],
  ['/round/7', 'reports'],
  ['/transaction', 'reports'],
  ['/settings', undefined],
  ['/settings/journal', undefined],
  ['/login', undefined],
  ['/admin/7/8', undefined],
])('routes: the screen at %s belongs to %s', (path, remote) => {
  expect(remoteAt(path)).toBe(remote);
});
