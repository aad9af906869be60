import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfirmButton } from './index';

const show = (isCautious: boolean) => {
  const onConfirm = jest.fn();
  render(
    <ConfirmButton label="Retirer" question="Retirer ?" isCautious={isCautious} onConfirm={onConfirm} />,
  );
  return onConfirm;
};

it.each([
  [false, 'Confirmer'],
  [true, 'Annuler'],
])('confirm button: Confirmer is before Annuler, and cautious %s focuses %s', async (isCautious, focused) => {
  show(isCautious);
  await userEvent.click(screen.getByRole('button', { name: 'Retirer' }));
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['Confirmer', 'Annuler']);
  expect(screen.getByRole('button', { name: focused })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.getByRole('button', { name: 'Retirer' })).toHaveFocus();
});

it('confirm button: neither Enter twice nor a double click confirms a cautious question', async () => {
  const onConfirm = show(true);
  screen.getByRole('button', { name: 'Retirer' }).focus();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(screen.getByRole('button', { name: 'Retirer' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retirer' }));
  // The second click of a double click arrives on the button that took the place of the first.
  screen
    .getByRole('button', { name: 'Confirmer' })
    .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  expect(onConfirm).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
