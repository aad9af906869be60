import { waitFor } from '@testing-library/react';
import { accessToken } from '@palier/shared/session';
import { signInForTest } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { CLIENT, HttpResponse, server, wire } from '../testing/wire';
import { createFailureReporter } from './report-failure';

startWire();

it('failure reporter: a user is signed in, the report carries the token; before that it has none', async () => {
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
