import { routes } from './routes';

test('routes of the agent: the role is client, only the creation is allowed, which shows its own alert', () => {
  const open = routes.filter(({ roles }) => roles?.includes('ROLE_CLIENT') ?? true);
  expect(open.map(({ path }) => path)).toEqual(['/admin/create']);
});
