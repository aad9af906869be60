import { waitFor } from '@testing-library/react';
import { accessToken } from '@palier/shared/session';
import { signInForTest } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { CLIENT, HttpResponse, server, wire } from '../testing/wire';
import { createFailureReporter, uncaughtErrorOf } from './report-failure';

startWire();

it('failure reporter: the report carries the token of a user who is signed in, and else none', async () => {
  const tokens: (string | null)[] = [];
  server.use(
    wire.post('*/api/v1/remotes/failures', ({ request }) => {
      tokens.push(request.headers.get('authorization'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const report = createFailureReporter();
  const failure = { remote: 'casino', version: '1.0.0', stage: 'load' } as const;
  report({ ...failure, reason: 'before' });
  await waitFor(() => expect(tokens).toEqual([null]));
  signInForTest(CLIENT);
  report({ ...failure, reason: 'after' });
  await waitFor(() => expect(tokens).toEqual([null, `Bearer ${accessToken()}`]));
});

it('failure reporter: equal failures are sent once, ten in a page, with 200 characters of a reason', () => {
  const fetched = jest.spyOn(window, 'fetch').mockRejectedValue(new Error('offline'));
  const report = createFailureReporter();
  const failure = { remote: 'casino', version: '1.0.0', stage: 'load' } as const;
  const unprintable = Object.create(null) as object;
  for (const reason of ['x'.repeat(300), unprintable, unprintable]) report({ ...failure, reason });
  for (let number = 0; number < 20; number += 1) report({ ...failure, reason: number });
  const reasons = fetched.mock.calls.map(
    ([, init]) => (JSON.parse(init?.body as string) as { reason: string }).reason,
  );
  expect(reasons).toEqual([
    'x'.repeat(200),
    'object',
    ...Array.from({ length: 8 }, (_, number) => String(number)),
  ]);
  expect(fetched.mock.calls[0]?.[1]?.keepalive).toBe(true);
});

it.each([
  ['https://palier.example/remotes/casino/1.0.0/a.js', new Error('x'), 'casino', '1.0.0'],
  [
    '',
    Object.assign(new Error('x'), { stack: 'at f (/remotes/agent/2.0.0-rc.1/a.js:1:2)' }),
    'agent',
    '2.0.0-rc.1',
  ],
])('uncaught error: its file %j, stack or place names the remote', (place, error, remote, version) => {
  expect(uncaughtErrorOf(error, place)).toEqual({ remote, version, stage: 'handler', reason: error });
});

it('uncaught error: an error of no remote is not reported', () => {
  expect(uncaughtErrorOf(new Error('x'), 'https://palier.example/shell.js')).toBeNull();
});
