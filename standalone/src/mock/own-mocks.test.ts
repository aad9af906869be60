import { answerByMocks, type Mock } from './own-mocks';

const mocks: readonly Mock[] = [
  {
    method: 'POST',
    path: '/quests/:id',
    answer: ({ params, body, query, userId }) => ({
      body: { ...params, body, order: query.get('order'), userId },
    }),
  },
  {
    method: 'GET',
    path: '/quests/:id',
    answer: () => ({ status: 404, body: { errors: ['Quête introuvable.'], code: 'not-found' } }),
  },
];
const call = (method: string, path: string) =>
  answerByMocks(mocks, {
    method,
    path,
    query: new URLSearchParams('order=new'),
    body: { name: 'x' },
    userId: 3,
  });

it('A mock of the team gets the parameters, the query, the body and the user of the call', async () => {
  expect(await call('POST', '/quests/7')).toEqual({
    status: 200,
    body: { id: '7', body: { name: 'x' }, order: 'new', userId: 3 },
  });
});

it('A mock of the team may refuse a call', async () => {
  expect(await call('GET', '/quests/7')).toEqual({
    status: 404,
    body: { errors: ['Quête introuvable.'], code: 'not-found' },
  });
});

it('A call without a mock of the team is left to the mocked server', async () => {
  expect(await call('DELETE', '/quests/7')).toBeNull();
  expect(await call('GET', '/user/me')).toBeNull();
});
