import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazyPage } from './lazy-page';

const part = { default: () => <p>La partie</p> };

it('lazy page: it replaces Chargement... when it has loaded, and shows at once the next time', async () => {
  const Part = lazyPage(() => Promise.resolve(part));
  const { unmount } = render(<Part />);
  expect(screen.getByRole('status')).toHaveTextContent('Chargement...');
  expect(await screen.findByText('La partie')).toBeVisible();
  unmount();
  render(<Part />);
  expect(screen.getByText('La partie')).toBeVisible();
});

it('lazy page: Réessayer reloads the page if its chunk fails', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const reload = jest.fn();
  const Part = lazyPage(() => Promise.reject(new Error('gone')), reload);
  render(<Part />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Cette partie est indisponible pour le moment.');
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(reload).toHaveBeenCalledTimes(1);
});
