import { MemoryRouter } from '@palier/shared/testing';
import { ErrorBoundary, Page } from '@palier/shared/ui';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { lazyPage } from './lazy-page';

const Screen = () => <p>là</p>;

test('lazy page: a chunk that fails once is loaded again, and the page shows', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('dropped')).mockResolvedValue(Screen);
  render(<MemoryRouter>{lazyPage('Clôture', load)}</MemoryRouter>);
  expect(screen.getByRole('heading', { name: 'Clôture' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Chargement...');
  expect(await screen.findByText('là')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('lazy page: the title of the page takes the focus from that of its frame', async () => {
  let arrive: (screen: () => ReactElement) => void = () => undefined;
  const arriving = new Promise<() => ReactElement>((resolve) => (arrive = resolve));
  const open = (screen: ReactNode) => (
    <MemoryRouter>
      <main tabIndex={-1}>{screen}</main>
    </MemoryRouter>
  );
  const { rerender } = render(open(null));
  act(() => screen.getByRole('main').focus());
  rerender(open(lazyPage('Clôture', () => arriving)));
  expect(screen.getByRole('heading', { name: 'Clôture' })).toHaveFocus();
  arrive(() => <Page title="Clôture du jour">là</Page>);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Clôture du jour' })).toHaveFocus());
});

test('lazy page: a chunk that times out is not loaded again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = jest.fn().mockRejectedValue(Object.assign(new Error('hung'), { type: 'timeout' }));
  render(
    <MemoryRouter>
      <ErrorBoundary message="indisponible" onRetry={() => undefined}>
        {lazyPage('Clôture', load)}
      </ErrorBoundary>
    </MemoryRouter>,
  );
  expect(await screen.findByText('indisponible')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});
