import { act } from '@testing-library/react';
import { clearSession } from '@palier/shared/session/writer';
import { runWire } from '@palier/shared/testing';
import { server } from './wire';

/** Each test starts signed out; a call without a handler is rejected. */
export function startWire(): void {
  runWire(server);
  // The page is never idle, so no socket is opened.
  beforeEach(() => {
    window.requestIdleCallback = () => 1;
  });
  afterEach(() => {
    act(() => clearSession());
    sessionStorage.clear();
    localStorage.clear();
  });
}
