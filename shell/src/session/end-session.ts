import { bus, type BusPayload } from '@palier/shared/bus';
import { clearSession } from '@palier/shared/session';

/** Clears token, refresh token and user (section 4 of docs/spec-coverage.md) and says so; whoever listens leads to /login. */
export function endSession(reason: BusPayload<'session/ended'>['reason']): void {
  clearSession();
  bus.emit('session/ended', { reason });
}
