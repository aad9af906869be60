import { Subject } from '@palier/shared/rxjs';
import { readStored, writeStored } from '@palier/shared/session';
import { createWorld, type MockWorld } from './world';

const STORAGE_KEY = 'palier-mock-world-4';

/** A message for the socket. */
export interface MockEvent {
  readonly topic: string;
  readonly body: unknown;
}

function storedWorld(): MockWorld | null {
  try {
    return JSON.parse(readStored('sessionStorage', STORAGE_KEY) ?? 'null') as MockWorld | null;
  } catch {
    return null;
  }
}

let world: MockWorld | null = null;

export const mockEvents$ = new Subject<MockEvent>();

/** The mocked world, stored for the life of the tab. */
export const mockWorld = (): MockWorld => (world ??= storedWorld() ?? createWorld());

/** Stores the world after a change, and publishes the balances to the topics that are subscribed to. */
export function storeAndPublishWorld(): void {
  const { accounts } = mockWorld();
  writeStored('sessionStorage', STORAGE_KEY, JSON.stringify(mockWorld()));
  for (const { id, balanceCents } of accounts)
    mockEvents$.next({ topic: `/topic/balance/user/${id}`, body: { balance: balanceCents / 100 } });
}

export function resetWorld(): void {
  world = createWorld();
  storeAndPublishWorld();
}
