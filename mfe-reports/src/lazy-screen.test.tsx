import { MemoryRouter } from '@palier/shared/testing';
import { ErrorBoundary } from '@palier/shared/ui';
import { render, screen } from '@testing-library/react';
import { lazyScreen } from './lazy-screen';

const Screen = () => <p>là</p>;

test('When the network drops the chunk once, then it is asked for again and the screen shows', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('dropped')).mockResolvedValue(Screen);
  render(<MemoryRouter>{lazyScreen('Clôture', load)}</MemoryRouter>);
  expect(screen.getByRole('heading', { name: 'Clôture' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Chargement...');
  expect(await screen.findByText('là')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('When the chunk hangs, then it is not waited for a second time', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const hung = Object.assign(new Error('Loading chunk 16 failed.'), {
    name: 'ChunkLoadError',
    type: 'timeout',
  });
  const load = jest.fn().mockRejectedValue(hung);
  render(
    <MemoryRouter>
      <ErrorBoundary message="indisponible" onRetry={() => undefined}>
        {lazyScreen('Clôture', load)}
      </ErrorBoundary>
    </MemoryRouter>,
  );
  expect(await screen.findByText('indisponible')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});
