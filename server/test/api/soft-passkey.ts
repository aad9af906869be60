import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import type { NewPasskey, PasskeyChallenge } from '@palier/shared/contracts/factors';
import type { CreatedPasskey, PasskeyAnswer } from '@palier/shared/contracts/requests';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** Overrides for answers that a server must refuse. */
interface Faults {
  readonly origin?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly type?: string;
  readonly crossOrigin?: boolean;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (data: Buffer): string => data.toString('base64url');

/** The head of a CBOR item: its major type, and a length or value below 65 536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
const cborText = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const cborBytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const cborNumber = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborMap = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' }) as { x: string; y: string };
  return cborMap(
    [cborNumber(1), cborNumber(2)],
    [cborNumber(3), cborNumber(-7)],
    [cborNumber(-1), cborNumber(1)],
    [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
  );
}

/** An authenticator of one passkey, in software. Its counter rises with each signature unless it has none. */
export class SoftPasskey {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  #rpId = '';
  #counter: number;

  constructor(
    readonly origin: string,
    { hasCounter = true } = {},
  ) {
    this.#counter = hasCounter ? 1 : 0;
  }

  create({ challenge, rp, user }: NewPasskey, faults: Faults = {}): CreatedPasskey {
    this.#userHandle = user.id;
    this.#rpId = rp.id;
    const authData = this.#authenticatorData(
      HAS_KEY,
      faults,
      Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, this.#id.length]),
        this.#id,
        coseOf(this.#keys.publicKey),
      ]),
    );
    const attestation = cborMap(
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap()],
      [cborText('authData'), cborBytes(authData)],
    );
    return {
      id: text(this.#id),
      clientDataJSON: this.#clientData('webauthn.create', challenge, faults),
      attestationObject: text(attestation),
    };
  }

  sign({ challenge }: Pick<PasskeyChallenge, 'challenge'>, faults: Faults = {}): PasskeyAnswer {
    if (this.#counter > 0) this.#counter += 1;
    const authData = this.#authenticatorData(0, faults);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, faults);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: text(this.#id),
      clientDataJSON,
      authenticatorData: text(authData),
      signature: text(createSign('sha256').update(signed).sign(this.#keys.privateKey)),
      userHandle: this.#userHandle,
    };
  }

  #clientData(type: string, challenge: string, faults: Faults): string {
    const data = {
      type: faults.type ?? type,
      challenge,
      origin: faults.origin ?? this.origin,
      crossOrigin: faults.crossOrigin ?? false,
    };
    return text(Buffer.from(JSON.stringify(data)));
  }

  #authenticatorData(flags: number, { isVerified = true, counter }: Faults, rest = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    const all = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(this.#rpId), Buffer.from([all]), count, rest]);
  }
}
