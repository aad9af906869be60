import { act, render, screen, waitFor } from '@testing-library/react';
import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { http, noContent } from '@palier/shared/http';
import { createHold, runWire } from '@palier/shared/testing';
import { Loader } from './loader';

const server = setupServer();
const api = (path: string): string => `*/api/v1${path}`;

runWire(server);

it('loader: two calls are in flight, the overlay stays until both have ended, also with an error', async () => {
  const answers: (() => void)[] = [];
  const kept = (status: number) => () =>
    new Promise<Response>((resolve) =>
      answers.push(() => resolve(HttpResponse.json({ errors: [], code: '' }, { status }))),
    );
  server.use(wire.get(api('/one'), kept(200)), wire.get(api('/two'), kept(500)));
  render(<Loader />);
  expect(screen.queryByText('Loading...')).toBeNull();
  const one = http.get('/one', noContent);
  const two = http.get('/two', noContent).catch(() => undefined);
  expect(await screen.findByText('Loading...')).toBeInTheDocument();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.();
  await act(() => one);
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  answers[1]?.();
  await act(() => two);
  expect(screen.queryByText('Loading...')).toBeNull();
});

it.each([400, 401, 403, 404, 500, 508])(
  'loader: a call is answered with a %d, the overlay disappears',
  async (status) => {
    const { released, release } = createHold();
    server.use(
      wire.get(api('/one'), async () => {
        await released;
        return HttpResponse.json({ errors: [] }, { status });
      }),
    );
    render(<Loader />);
    const call = http.get('/one', noContent).catch(() => undefined);
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    release();
    await act(() => call);
    expect(screen.queryByText('Loading...')).toBeNull();
  },
);

it('loader: a call is quiet, no overlay shows, and that of another call stays', async () => {
  const [quiet, loud] = [createHold(), createHold()];
  const asked: string[] = [];
  const answer = (name: string, { released }: { released: Promise<void> }) =>
    wire.get(api(name), async () => {
      asked.push(name);
      await released;
      return HttpResponse.json({});
    });
  server.use(answer('/quiet', quiet), answer('/loud', loud));
  render(<Loader />);
  const inBackground = http.get('/quiet', noContent, { quiet: true });
  await waitFor(() => expect(asked).toEqual(['/quiet']));
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
