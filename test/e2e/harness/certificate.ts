import { createHash, generateKeyPairSync, sign } from 'node:crypto';

/** DER (X.690): the tags that a certificate is made of. */
const [INTEGER, BIT_STRING, OBJECT_ID, UTF8, UTC_TIME, SEQUENCE, SET] = [2, 3, 6, 12, 23, 0x30, 0x31];
/** 1.2.840.10045.4.3.2 and 2.5.4.3 (RFC 5758, RFC 5280). */
const ECDSA_WITH_SHA256 = Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]);
const COMMON_NAME = Buffer.from([0x55, 0x04, 0x03]);
/** A length up to the first is one byte, up to the second it has another one before it, and else two (X.690 §10.1). */
const [SHORT_MAX_BYTES, BYTE_MAX_BYTES] = [0x7f, 0xff];

/** A key and a certificate that it has signed itself, as PEM: browsers warn of it, unless they are asked not to. */
export interface OwnCertificate {
  readonly key: string;
  readonly cert: string;
}

/** The key of all certificates of this process. */
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicPart = publicKey.export({ type: 'spki', format: 'der' });

/** A flag by which Chromium takes these certificates for good ones: it caches nothing that came by one that it only overlooks. */
export const TRUST_OURS = `--ignore-certificate-errors-spki-list=${createHash('sha256').update(publicPart).digest('base64')}`;

/** Makes one for a name. */
export function makeCertificate(name: string): OwnCertificate {
  const algorithm = der(SEQUENCE, der(OBJECT_ID, ECDSA_WITH_SHA256));
  const owner = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8, Buffer.from(name)))));
  const always = der(
    SEQUENCE,
    der(UTC_TIME, Buffer.from('200101000000Z')),
    der(UTC_TIME, Buffer.from('491231235959Z')),
  );
  const content = der(SEQUENCE, der(INTEGER, Buffer.from([1])), algorithm, owner, always, owner, publicPart);
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  const whole = der(SEQUENCE, content, algorithm, der(BIT_STRING, signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.byteLength;
  const length =
    size <= SHORT_MAX_BYTES ? [size] : size <= BYTE_MAX_BYTES ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
