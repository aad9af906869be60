import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Fault } from '../../fault';
import { ROOT } from '../../paths';
import type { Offer } from '../needs';

/** The shell that users have: its files, and what it offers to remotes. */
export interface ShellSource {
  readonly offer: Offer;
  read(file: string): Promise<Buffer>;
}

const reader = (place: string): ((file: string) => Promise<Buffer>) => {
  if (!/^https?:/.test(place)) return (file) => readFile(join(place, file));
  return async (file) => {
    const response = await fetch(new URL(file, place), { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
};

/** The shell at an address or in a folder; without one, the shell built here. Throws a fault when there is none. */
export async function openShell(place?: string): Promise<ShellSource> {
  const where =
    place === undefined ? join(ROOT, 'shell/dist') : /^https?:/.test(place) ? place : resolve(ROOT, place);
  const read = reader(where);
  try {
    return { offer: JSON.parse((await read('shell.json')).toString()) as Offer, read };
  } catch (error) {
    throw new Fault(
      `The shell at ${where} does not say what it offers (shell.json: ${(error as Error).message}).`,
      'Build it first: npm run build; or name the live one: --shell https://palier.example',
    );
  }
}
