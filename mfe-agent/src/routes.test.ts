import { routes } from './routes';

test('When a client asks for a screen of the agents, then only the creation opens, and has its own word for it', () => {
  const open = routes.filter(({ roles }) => roles?.includes('ROLE_CLIENT') ?? true);
  expect(open.map(({ path }) => path)).toEqual(['/admin/create']);
});
