import { act, render, screen } from '@testing-library/react';
import { createQueryClient, QueryClientProvider, useQuery } from './index';

const tell = (event: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(event)));
afterEach(() => tell('online'));

it('When there is no network, then a screen is told that its answer did not come, and reads again by itself once there is one', async () => {
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
  // The cache hears of the network from its provider on.
  const { rerender } = render(show(false));
  tell('offline');
  rerender(show(true));
  expect(await screen.findByText('Non lu')).toBeVisible();
  isOnline = true;
  tell('online');
  expect(await screen.findByText('Solde')).toBeVisible();
});
