import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data (WebAuthn Level 3, §6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const AAGUID_BYTES = 16;

/** The server's options for a device and its browser. */
interface Asked {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

/** The lies of an attacker's device. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly counter?: number;
  readonly userVerified?: boolean;
  /** The page is in a frame of another site. */
  readonly crossOrigin?: boolean;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

interface Credential {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  readonly publicKey: Buffer;
  counter: number;
}

/** A device with passkeys (ES256), together with the browser that it is used in. */
export interface Authenticator {
  readonly credentials: readonly Credential[];
  /** The answer to `navigator.credentials.create`; `null`: the device holds a passkey of the account already. */
  create(options: Asked, origin: string, lies?: Lies): object | null;
  /** The answer to `navigator.credentials.get`, by the passkey that was made last for the site. */
  get(options: Asked, origin: string, lies?: Lies): { readonly id: string };
}

/** Makes a device. @param countsFrom `null`: it counts no signatures, as those that share passkeys between devices */
export function createAuthenticator(countsFrom: number | null = 0): Authenticator {
  const credentials: Credential[] = [];

  const authenticatorData = (
    credential: Credential,
    { rpId = credential.rpId, userVerified = true, counter }: Lies,
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? credential.counter);
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0);
    return { head: createHash('sha256').update(rpId).digest(), flags, count };
  };
  const clientData = (type: string, { challenge }: Asked, origin: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );

  return {
    credentials,
    create(options, origin, lies = {}) {
      const excluded = options.excludeCredentials?.map(({ id }) => id) ?? [];
      if (credentials.some(({ id }) => excluded.includes(id))) return null;
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      const credential: Credential = {
        id: id.toString('base64url'),
        rpId: options.rp?.id ?? '',
        userHandle: options.user?.id ?? '',
        key: privateKey,
        publicKey: coseKey(publicKey),
        counter: countsFrom ?? 0,
      };
      credentials.push(credential);
      const { head, flags, count } = authenticatorData(credential, lies);
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const made = [Buffer.alloc(AAGUID_BYTES), length, id, credential.publicKey];
      const data = Buffer.concat([head, Buffer.from([flags | HAS_CREDENTIAL]), count, ...made]);
      return {
        ...{ id: credential.id, rawId: credential.id, type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', options, origin, lies).toString('base64url'),
          attestationObject: attestation(data).toString('base64url'),
        },
      };
    },
    get(options, origin, lies = {}) {
      const site = options.rpId ?? '';
      const credential = credentials.findLast(({ rpId }) => rpId === site) ?? credentials.at(-1);
      if (credential === undefined) throw new Error('The device holds no passkey.');
      if (countsFrom !== null) credential.counter += 1;
      const { head, flags, count } = authenticatorData(credential, lies);
      const data = Buffer.concat([head, Buffer.from([flags]), count]);
      const client = clientData('webauthn.get', options, origin, lies);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        ...{ id: credential.id, rawId: credential.id, type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, lies.key ?? credential.key).toString('base64url'),
          userHandle: lies.userHandle ?? credential.userHandle,
        },
      };
    },
  };
}

/** A byte string of CBOR (RFC 8949) of 24 to 255 bytes. */
function bytesOf(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}

/** A short text of CBOR. */
function textOf(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** A public key of P-256 for ES256 (RFC 9053 §7.1.1): kty 2, alg -7, crv 1, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [left, right] = [x, y].map((part) => bytesOf(Buffer.from(part, 'base64url')));
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([head, left ?? head, Buffer.from([0x22]), right ?? head]);
}

/** An attestation of the format `none`. */
function attestation(authData: Buffer): Buffer {
  const none = [textOf('fmt'), textOf('none'), textOf('attStmt'), Buffer.from([0xa0])];
  return Buffer.concat([Buffer.from([0xa3]), ...none, textOf('authData'), bytesOf(authData)]);
}
