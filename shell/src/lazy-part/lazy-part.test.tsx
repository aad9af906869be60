import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createLazyPart } from './lazy-part';

const part = { default: () => <p>La partie</p> };

it('When the part comes, then it is shown in place of Chargement..., and at once the next time', async () => {
  const Part = createLazyPart(() => Promise.resolve(part));
  const { unmount } = render(<Part />);
  expect(screen.getByRole('status')).toHaveTextContent('Chargement...');
  expect(await screen.findByText('La partie')).toBeVisible();
  unmount();
  render(<Part />);
  expect(screen.getByText('La partie')).toBeVisible();
});

it('When the part cannot be fetched, then Réessayer opens the page again, which may be of another build by now', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const reload = jest.fn();
  const Part = createLazyPart(() => Promise.reject(new Error('gone')), reload);
  render(<Part />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Cette partie est indisponible pour le moment.');
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(reload).toHaveBeenCalledTimes(1);
});
