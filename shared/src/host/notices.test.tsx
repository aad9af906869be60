import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from '@palier/shared/testing';
import { bus } from '@palier/shared/bus';
import { Notices } from './notices';

it('notices: a notice is announced and disappears after a while', () => {
  jest.useFakeTimers();
  render(<Notices />);
  act(() => bus.emit('notice/raised', { tone: 'success', text: 'Activation avec succès' }));
  expect(screen.getByRole('log')).toHaveTextContent('Activation avec succès');
  act(() => jest.advanceTimersByTime(7_000));
  expect(screen.queryByText('Activation avec succès')).toBeNull();
  jest.useRealTimers();
});

it('notices: the focus returns when the keyboard closes notices', async () => {
  render(
    <>
      <button>Désactiver</button>
      <Notices />
    </>,
  );
  const place = screen.getByRole('button', { name: 'Désactiver' });
  for (const text of ['un', 'deux']) act(() => bus.emit('notice/raised', { tone: 'failure', text }));
  place.focus();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText('deux')).toBeNull();
  expect(place).toHaveFocus();
});

it('notices: following the link of a notice removes the notice', async () => {
  render(
    <MemoryRouter>
      <Notices />
    </MemoryRouter>,
  );
  const link = { to: '/receipt/7', text: 'Reçu' };
  act(() => bus.emit('notice/raised', { tone: 'success', text: 'mouvement effectué.', link }));
  const shown = screen.getByRole('link', { name: 'Reçu' });
  expect(shown).toHaveAttribute('href', '/receipt/7');
  await userEvent.click(shown);
  expect(screen.queryByText(/mouvement effectué/)).toBeNull();
});

it('notices: the notice of a failure stays until it is closed or the session ends', () => {
  jest.useFakeTimers();
  render(<Notices />);
  const fail = (text: string) => act(() => bus.emit('notice/raised', { tone: 'failure', text }));
  fail('résultat inconnu');
  act(() => jest.advanceTimersByTime(600_000));
  expect(screen.getByText('résultat inconnu')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Fermer le message' }));
  expect(screen.queryByText('résultat inconnu')).toBeNull();
  fail('résultat inconnu');
  act(() => bus.emit('session/ended', { reason: 'signed-out' }));
  expect(screen.queryByText('résultat inconnu')).toBeNull();
  jest.useRealTimers();
});
