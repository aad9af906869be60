import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { IS_INSTALLED } from '../installed';
import type { Offer } from '@palier/build/front/needs';

/** A shell: its files, and its offer to remotes. */
export interface ShellSource {
  readonly offer: Offer;
  /**
   * The content security policy that the shell's server sends with the page; null for a folder, or when the
   * server sends none.
   */
  readonly policy: string | null;
  read(file: string): Promise<Buffer>;
}

export const BUILT_SHELL = join(ROOT, IS_INSTALLED ? '../shell' : 'shell/dist');

const isAddress = (place: string): boolean => /^https?:/.test(place);

async function fetchFile(place: string, file: string): Promise<Response> {
  const response = await fetch(new URL(file, place), { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${response.status}`);
  return response;
}

const reader =
  (place: string) =>
  async (file: string): Promise<Buffer> =>
    isAddress(place)
      ? Buffer.from(await (await fetchFile(place, file)).arrayBuffer())
      : readFile(join(place, file));

function placeOfShell(place: string | undefined): string {
  if (place === undefined) return BUILT_SHELL;
  return isAddress(place) ? place : resolve(ROOT, place);
}

/**
 * The shell at an address or in a folder; by default the shell built here. Throws a CommandError when
 * shell.json is unreadable.
 */
export async function openShell(place?: string): Promise<ShellSource> {
  const where = placeOfShell(place);
  const read = reader(where);
  try {
    const offer = JSON.parse((await read('shell.json')).toString()) as Offer;
    const page = isAddress(where) ? await fetchFile(where, 'index.html') : null;
    return { offer, policy: page?.headers.get('content-security-policy') ?? null, read };
  } catch (error) {
    throw new CommandError(
      `The shell.json of the shell at ${where} cannot be read (${(error as Error).message}).`,
      'Build the shell first: npm run build; or name the live one: --shell https://palier.example',
    );
  }
}
