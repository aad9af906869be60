import { act } from '@testing-library/react';
import { clearSession } from '@palier/shared/session/writer';
import { runWire } from '@palier/shared/testing';
import { server } from './wire';

/** Every test file of the shell starts from a signed-out page and a wire that refuses what it was not told. */
export function startWire(): void {
  runWire(server);
  afterEach(() => {
    act(() => clearSession());
    sessionStorage.clear();
    localStorage.clear();
  });
}
