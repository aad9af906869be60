import { Readable } from 'node:stream';
import { CommandError } from '@palier/base/command';
import type { BuiltVersion } from '../build-version';
import { BUNDLE_TYPE, createBundle } from './bundle';

/** Longer than the release gate of the service may take. */
const ANSWER_LIMIT_MS = 360_000;

/** The address of the release service in RELEASES_URL; null: commands change the store in the database. */
export const serviceAddress = (): string | null => process.env.RELEASES_URL || null;

/**
 * Calls the release service with the token RELEASE_TOKEN. Returns its sentence; throws a CommandError for a
 * refusal.
 */
export async function callReleaseService(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object | ReadableStream,
): Promise<string> {
  const address = serviceAddress() ?? '';
  const isBundle = body instanceof ReadableStream;
  let answer: Response;
  try {
    answer = await fetch(new URL(`v1/${path}`, address.endsWith('/') ? address : `${address}/`), {
      method,
      headers: {
        authorization: `Bearer ${process.env.RELEASE_TOKEN ?? ''}`,
        ...(body === undefined ? {} : { 'content-type': isBundle ? BUNDLE_TYPE : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isBundle ? body : JSON.stringify(body), duplex: 'half' }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
  } catch (error) {
    throw new CommandError(
      `The release service at ${address} does not answer (${(error as Error).message}).`,
      'Check RELEASES_URL, then run the command again: a repeated command does no harm.',
    );
  }
  const { result, errors } = (await answer.json().catch(() => ({}))) as {
    result?: string;
    errors?: string[];
  };
  if (answer.ok && result !== undefined) return result;
  throw new CommandError(
    errors?.join('\n') ?? `The release service at ${address} answered ${answer.status}.`,
    answer.status === 401 || answer.status === 403
      ? 'RELEASE_TOKEN holds the token, whose remotes and actions the operator of the service chooses.'
      : 'Nothing was changed; users keep what they have.',
  );
}

/** Sends a built version to the service. Returns the service's sentence. */
export function publishToService({ description, files }: BuiltVersion): Promise<string> {
  const { name, version } = description;
  const bundle = Readable.toWeb(Readable.from(createBundle(files))) as ReadableStream;
  return callReleaseService('PUT', `remotes/${name}/versions/${version}`, bundle);
}
