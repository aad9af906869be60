import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config';
import { CACHE_CONTROL } from '../http/cache-control';
import { addressNotFound } from '../refusals/refusal';

/**
 * The file by which people who find a vulnerability learn whom to tell (RFC 9116). Without contacts, and once
 * they have expired, the address is answered 404.
 */
export function serveSecurityText(
  app: FastifyInstance,
  { SECURITY_CONTACTS, SECURITY_EXPIRES }: Pick<Config, 'SECURITY_CONTACTS' | 'SECURITY_EXPIRES'>,
): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    if (SECURITY_EXPIRES === undefined || Date.parse(SECURITY_EXPIRES) <= Date.now()) throw addressNotFound();
    const lines = [
      ...SECURITY_CONTACTS.map((contact) => `Contact: ${contact}`),
      `Expires: ${SECURITY_EXPIRES}`,
    ];
    return reply
      .header('cache-control', CACHE_CONTROL.revalidated)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\r\n')}\r\n`);
  });
}
