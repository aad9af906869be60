import { act, render, screen, waitFor } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { http, noContent } from '@palier/shared/http';
import { createHold, createServe, refused, runWire } from '@palier/shared/testing';
import { Loader } from './loader';

const server = setupServer();
const serve = createServe(server);

runWire(server);

it('loader: the overlay stays until both of two calls have ended, also with an error', async () => {
  const [first, second] = [createHold(), createHold()];
  serve('GET /one', () => first.released.then(() => ({})));
  const calls = serve('GET /two', () => second.released.then(() => refused(500)));
  render(<Loader />);
  expect(screen.queryByText('Loading...')).toBeNull();
  const one = http.get('/one', noContent);
  const two = http.get('/two', noContent).catch(() => undefined);
  expect(await screen.findByText('Loading...')).toBeInTheDocument();
  await waitFor(() => expect(calls).toHaveLength(1));
  first.release();
  await act(() => one);
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  second.release();
  await act(() => two);
  expect(screen.queryByText('Loading...')).toBeNull();
});

it.each([400, 401, 403, 404, 500, 508])(
  'loader: the overlay disappears when a call is answered with a %d',
  async (status) => {
    const { released, release } = createHold();
    serve('GET /one', () => released.then(() => refused(status)));
    render(<Loader />);
    const call = http.get('/one', noContent).catch(() => undefined);
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    release();
    await act(() => call);
    expect(screen.queryByText('Loading...')).toBeNull();
  },
);

it('loader: a quiet call shows no overlay, and that of another call stays', async () => {
  const [quiet, loud] = [createHold(), createHold()];
  const quietCalls = serve('GET /quiet', () => quiet.released.then(() => ({})));
  serve('GET /loud', () => loud.released.then(() => ({})));
  render(<Loader />);
  const inBackground = http.get('/quiet', noContent, { quiet: true });
  await waitFor(() => expect(quietCalls).toHaveLength(1));
  expect(screen.queryByText('Loading...')).toBeNull();
  const call = http.get('/loud', noContent);
  expect(await screen.findByText('Loading...')).toBeInTheDocument();
  quiet.release();
  await act(() => inBackground);
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  loud.release();
  await act(() => call);
  expect(screen.queryByText('Loading...')).toBeNull();
});
