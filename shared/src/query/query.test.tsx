import { act, render, screen } from '@testing-library/react';
import { createQueryClient, QueryClientProvider, useMutation, useQuery } from './index';

const goTo = (event: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(event)));
afterEach(() => goTo('online'));

it('query cache: a query without a network fails at once, and is repeated when it returns', async () => {
  let isOnline = false;
  const read = () => (isOnline ? Promise.resolve('Solde') : Promise.reject(new Error('no network')));
  function Screen() {
    const { data, isPending } = useQuery({ queryKey: ['balance'], queryFn: read });
    return <p>{isPending ? 'Chargement...' : (data ?? 'Non lu')}</p>;
  }
  const show = (isShown: boolean) => (
    <QueryClientProvider client={client}>{isShown && <Screen />}</QueryClientProvider>
  );
  const client = createQueryClient();
  // The cache follows the state of the network only while a provider is mounted.
  const { rerender } = render(show(false));
  goTo('offline');
  rerender(show(true));
  expect(await screen.findByText('Non lu')).toBeVisible();
  isOnline = true;
  goTo('online');
  expect(await screen.findByText('Solde')).toBeVisible();
});

it('query cache: a failed query with a failureLog is logged once under that reason', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const client = createQueryClient();
  const queryFn = () => Promise.reject(new Error('refused'));
  await client
    .fetchQuery({ queryKey: ['a'], queryFn, meta: { failureLog: 'list not read' } })
    .catch(() => null);
  await client.fetchQuery({ queryKey: ['b'], queryFn }).catch(() => null);
  expect(warn.mock.calls).toEqual([['list not read:', 'refused']]);
  warn.mockRestore();
});

it('mutation: a call without a network is tried at once instead of being kept for later', async () => {
  const send = jest.fn(() => Promise.reject(new Error('no network')));
  function Screen() {
    const { mutate, isError } = useMutation({ mutationFn: send });
    return <button onClick={() => mutate()}>{isError ? 'Échec' : 'Envoyer'}</button>;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  goTo('offline');
  act(() => screen.getByRole('button').click());
  expect(await screen.findByText('Échec')).toBeVisible();
  goTo('online');
  expect(send).toHaveBeenCalledTimes(1);
});
