import { act } from '@testing-library/react';
import { clearSession } from '@palier/shared/session';
import { server } from './wire';

/** Every test file of the shell starts from a signed-out page and a wire that refuses what it was not told. */
export function startWire(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    server.resetHandlers();
    act(() => clearSession());
    sessionStorage.clear();
    localStorage.clear();
  });
  afterAll(() => server.close());
}
