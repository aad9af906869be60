import { act, render, screen, waitFor } from '@testing-library/react';
import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { bus } from '../bus';
import { runWire } from '../testing';
import { useJackpotCounters } from './index';

let asked = 0;
const COUNTERS = { bronzeCounter: 1, silverCounter: 2, goldCounter: 3 };
const counters = wire.get('*/api/v1/jackpot/counters', () => {
  asked += 1;
  return HttpResponse.json(COUNTERS);
});
const server = setupServer(counters);

runWire(server);
beforeEach(() => {
  asked = 0;
});

function Gold({ label }: { readonly label: string }) {
  const known = useJackpotCounters();
  return <output aria-label={label}>{known === null ? 'unknown' : known.goldCounter}</output>;
}

const gold = (label: string) => screen.getByLabelText(label);

it('jackpot counters: two components read the counters once, and both follow the socket', async () => {
  render(
    <>
      <Gold label="bar" />
      <Gold label="tiles" />
    </>,
  );
  expect(gold('bar')).toHaveTextContent('unknown');
  await waitFor(() => expect(gold('bar')).toHaveTextContent('3'));
  expect(gold('tiles')).toHaveTextContent('3');
  expect(asked).toBe(1);
  act(() => bus.emit('jackpot/counted', { ...COUNTERS, goldCounter: 9 }));
  expect(gold('bar')).toHaveTextContent('9');
  expect(gold('tiles')).toHaveTextContent('9');
});

it('jackpot counters: an answer that is older than counters of the socket is dropped', async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAnswered = false;
  server.use(
    wire.get('*/api/v1/jackpot/counters', async () => {
      await held;
      isAnswered = true;
      return HttpResponse.json(COUNTERS);
    }),
  );
  render(<Gold label="bar" />);
  act(() => bus.emit('jackpot/counted', { ...COUNTERS, goldCounter: 9 }));
  answer();
  await waitFor(() => expect(isAnswered).toBe(true));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(gold('bar')).toHaveTextContent('9');
});

it('jackpot counters: counters that cannot be read are zeros, and are read again', async () => {
  server.use(wire.get('*/api/v1/jackpot/counters', () => new HttpResponse(null, { status: 500 })));
  const { unmount } = render(<Gold label="bar" />);
  await waitFor(() => expect(gold('bar')).toHaveTextContent('0'));
  unmount();
  server.resetHandlers();
  render(<Gold label="bar" />);
  expect(gold('bar')).toHaveTextContent('unknown');
  await waitFor(() => expect(gold('bar')).toHaveTextContent('3'));
});
