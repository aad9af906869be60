import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Config } from '../config/config';

const TIME_LIMIT_MS = 5_000;
const READ_EVERY_MS = 60 * 60_000;
const DEFAULT_PORTS: Record<string, number> = {
  'https:': 443,
  'tls:': 4222,
  'postgresql:': 5432,
  'postgres:': 5432,
};
/** PostgreSQL's message SSLRequest: its length and its code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

type Watched = Pick<Config, 'DATABASE_URL' | 'STANDBY_DATABASE_URL' | 'NATS_URL' | 'CERTIFICATES'>;

/**
 * The places of all certificates that the installation depends on: without logins, because a place is a label
 * of the metric.
 */
export function certificatePlaces({
  DATABASE_URL,
  STANDBY_DATABASE_URL = '',
  NATS_URL,
  CERTIFICATES,
}: Watched): string[] {
  const databases = [DATABASE_URL, STANDBY_DATABASE_URL].filter((address) =>
    /[?&](sslmode=(?!disable)|ssl=true)/.test(address),
  );
  const hostsOf = (address: string): string[] =>
    (/^\w+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address)?.[1] ?? '').split(',');
  return [
    ...databases.flatMap(hostsOf).map((host) => `postgresql://${host}`),
    ...(NATS_URL?.split(',') ?? [])
      .filter((address) => address.startsWith('tls:'))
      .flatMap((address) => hostsOf(address).map((host) => `tls://${host}`)),
    ...CERTIFICATES,
  ];
}

/** Reads each certificate's expiry at once and every hour, until the returned function is called. */
export function watchCertificates(
  registry: Registry,
  places: readonly string[],
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeLimitMs = TIME_LIMIT_MS,
): () => void {
  const gauge = new Gauge({
    name: 'palier_certificate_expiry_timestamp_seconds',
    help: 'The time at which the certificate of a server or file expires.',
    labelNames: ['place'],
    registers: [registry],
  });
  const read = (): void => {
    for (const place of places)
      readCertificateExpiry(place, timeLimitMs).then(
        (expiry) => gauge.set({ place }, expiry),
        (error: unknown) => log.warn({ err: error, place }, 'certificate not read'),
      );
  };
  read();
  const timer = setInterval(read, READ_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/**
 * The time at which a certificate expires, in seconds since 1970. Not checked otherwise: an expired
 * certificate has a time too.
 * @param place an address `https://`, `tls://` (NATS) or `postgresql://`, or a PEM file
 * @throws when the place does not answer or has no certificate
 */
async function readCertificateExpiry(place: string, timeLimitMs: number): Promise<number> {
  const certificate = URL.canParse(place)
    ? await readServerCertificate(new URL(place), timeLimitMs)
    : new X509Certificate(await readFile(place));
  return Date.parse(certificate.validTo) / 1000;
}

async function readServerCertificate(
  { protocol, hostname, port }: URL,
  timeLimitMs: number,
): Promise<X509Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const signal = AbortSignal.timeout(timeLimitMs);
  const socket = connectPlain({ host, port: Number(port) || DEFAULT_PORTS[protocol] || 443, signal });
  // `once` stops listening at the time limit, before the socket reports it: an error without a listener would
  // end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    await startEncryption(socket, protocol, signal);
    const secure = connectTls({
      socket,
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: false,
    });
    secure.on('error', () => undefined);
    await once(secure, 'secureConnect', { signal });
    const certificate = secure.getPeerX509Certificate();
    if (certificate === undefined) throw new Error('the server has no certificate');
    return certificate;
  } finally {
    socket.destroy();
  }
}

/** PostgreSQL encrypts on request; NATS announces itself before it encrypts. */
async function startEncryption(socket: Socket, protocol: string, signal: AbortSignal): Promise<void> {
  if (protocol === 'https:') return;
  if (protocol !== 'tls:') socket.write(SSL_REQUEST);
  const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
  if (protocol !== 'tls:' && answer.toString() !== 'S') throw new Error('the server does not encrypt');
}
