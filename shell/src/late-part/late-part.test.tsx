import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createLatePart } from './late-part';

const part = { default: () => <p>La partie</p> };

it('When the part comes, then it is shown in place of Chargement..., and at once the next time', async () => {
  const Part = createLatePart(() => Promise.resolve(part));
  const { unmount } = render(<Part />);
  expect(screen.getByRole('status')).toHaveTextContent('Chargement...');
  expect(await screen.findByText('La partie')).toBeVisible();
  unmount();
  render(<Part />);
  expect(screen.getByText('La partie')).toBeVisible();
});

it('When the part cannot be fetched, then Réessayer fetches it again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let tries = 0;
  const Part = createLatePart(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(part);
  });
  render(<Part />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Cette partie est indisponible pour le moment.');
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('La partie')).toBeVisible();
});
