import type { Stats } from 'node:fs';
import { readFile, stat as statOf } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dictionaryFormOf, offeredDictionary, patternOf } from './dictionary-forms';

interface CodeFolder {
  readonly root: string;
  /** The address of the folder, with slashes at both ends. */
  readonly prefix: string;
  /** Throws when a file may not be sent. */
  readonly requireSendable?: (file: string, stat: Stats) => Promise<void>;
  /** Sets the headers of a file, apart from its type and encoding. */
  readonly setHeaders: (reply: FastifyReply, file: string) => void;
}

/**
 * Tells browsers that the answer is a dictionary for files at addresses of this pattern (decision 0121). Null:
 * it is none.
 */
export function offerAsDictionary(reply: FastifyReply, pattern: string | null): void {
  if (pattern === null) return;
  void reply.header('use-as-dictionary', `match="${pattern}"`);
  void reply.header('vary', 'accept-encoding, available-dictionary');
}

/**
 * Answers with the form of a script or style that needs the older file which the browser offers. Forms are
 * made for files that were published here, so an unknown dictionary leads to the usual answer.
 */
export function sendDictionaryForms(app: FastifyInstance, folder: CodeFolder): void {
  const { root, prefix, requireSendable, setHeaders } = folder;

  async function readForm(file: string, dictionary: string): Promise<Buffer | null> {
    const form = path.join(root, dictionaryFormOf(file, dictionary));
    try {
      const stat = await statOf(form);
      await requireSendable?.(form, stat);
      return await readFile(form);
    } catch {
      // Most files have no form for the dictionary; one that may not be sent was logged.
      return null;
    }
  }

  app.addHook('preHandler', async (request, reply) => {
    const file = (request.url.split('?')[0] ?? '').slice(prefix.length);
    const dictionary = offeredDictionary(request.headers);
    if (dictionary === null || patternOf(path.basename(file)) === null || !isPlainPath(file)) return;
    const form = await readForm(file, dictionary);
    if (form === null) return;
    setHeaders(reply, path.join(root, file));
    await reply
      .header('content-encoding', 'dcz')
      .type(file.endsWith('.js') ? 'application/javascript; charset=utf-8' : 'text/css; charset=utf-8')
      .send(form);
  });
}

/** No part of the path is hidden or leads out of the folder, and none is encoded. */
const isPlainPath = (file: string): boolean => file.split('/').every((part) => /^[\w-][\w.+-]*$/.test(part));
