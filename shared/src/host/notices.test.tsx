import { act, render, screen } from '@testing-library/react';
import { bus } from '../bus';
import { Notices } from './notices';

it('When a notice is raised, then it is announced and leaves by itself', () => {
  jest.useFakeTimers();
  render(<Notices />);
  act(() => bus.emit('notice/raised', { tone: 'success', text: 'Activation avec succès' }));
  expect(screen.getByRole('log')).toHaveTextContent('Activation avec succès');
  act(() => jest.advanceTimersByTime(7_000));
  expect(screen.queryByText('Activation avec succès')).toBeNull();
  jest.useRealTimers();
});
