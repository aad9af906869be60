import { Subject } from '@palier/shared/rxjs';
import { readStored, writeStored } from '@palier/shared/session';
import { createWorld, type MockWorld } from './world';

const KEY = 'palier-mock-world-2';

/** What happened in the mocked world, for the socket to tell. */
export interface MockEvent {
  readonly topic: string;
  readonly body: unknown;
}

function storedWorld(): MockWorld | null {
  try {
    return JSON.parse(readStored('sessionStorage', KEY) ?? 'null') as MockWorld | null;
  } catch {
    return null;
  }
}

let world: MockWorld | null = null;

/** Messages that a subscribed socket receives. */
export const mockEvents$ = new Subject<MockEvent>();

/** The page's one mocked world; it survives a reload, not the tab. */
export const mockWorld = (): MockWorld => (world ??= storedWorld() ?? createWorld());

/** Keeps what an operation changed. */
export const keepWorld = (): void => writeStored('sessionStorage', KEY, JSON.stringify(mockWorld()));

export function resetWorld(): void {
  world = createWorld();
  keepWorld();
}
