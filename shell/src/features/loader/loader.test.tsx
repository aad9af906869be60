import { act, render, screen, waitFor } from '@testing-library/react';
import { http, ignoredResponse } from '@palier/shared/http';
import { startWire } from '../../testing/each-test';
import { api, HttpResponse, refused, server, wire } from '../../testing/wire';
import { Loader } from './loader';

startWire();

it('When two calls are in flight, then the overlay stays until the last has ended, in error too', async () => {
  const answers: (() => void)[] = [];
  const held = (answer: () => HttpResponse<never> | ReturnType<typeof refused>) => () =>
    new Promise<Response>((resolve) => answers.push(() => resolve(answer())));
  server.use(
    wire.get(
      api('/one'),
      held(() => HttpResponse.json({}) as never),
    ),
    wire.get(
      api('/two'),
      held(() => refused(500)),
    ),
  );
  render(<Loader />);
  expect(screen.queryByText('Loading...')).toBeNull();
  const one = http.get('/one', ignoredResponse);
  const two = http.get('/two', ignoredResponse).catch(() => undefined);
  expect(await screen.findByText('Loading...')).toBeInTheDocument();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.();
  await act(() => one);
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  answers[1]?.();
  await act(() => two);
  expect(screen.queryByText('Loading...')).toBeNull();
});

it('When a call is quiet, then the overlay stays away', async () => {
  server.use(wire.get(api('/quiet'), () => HttpResponse.json({})));
  render(<Loader />);
  const call = http.get('/quiet', ignoredResponse, { quiet: true });
  expect(screen.queryByText('Loading...')).toBeNull();
  await act(() => call);
});
