import { demo, expect, test } from './support/test';

test('product: the demo accounts sign in', async ({ loginOf }) => {
  for (const account of Object.values(demo)) expect(await loginOf(account)).toHaveProperty('user');
});
