import { routes } from './routes';
import screens from './screens.json';

test('routes of the agent: each described screen has its content', () => {
  expect(routes.map(({ path }) => path).sort()).toEqual(screens.map(({ path }) => path).sort());
});

test('routes of the agent: a client may only open the creation, which shows its own alert', () => {
  const open = screens.filter(({ roles }) => roles?.includes('ROLE_CLIENT') ?? true);
  expect(open.map(({ path }) => path)).toEqual(['/admin/create']);
});
