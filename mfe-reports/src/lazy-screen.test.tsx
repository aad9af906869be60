import { MemoryRouter } from '@palier/shared/testing';
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
