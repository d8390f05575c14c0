import { pngBomb, tinyFrames } from '#test/server/support/pictures.ts';
import type { HttpInput, Input } from '../input.ts';
import { mutateBytes } from '../mutate.ts';
import type { Draw } from '../schemaValues.ts';
import { someAddress, somebody, somePost } from '../world.ts';

const BOUNDARY = 'quad-fuzz';
const HEADS = [
  '\x89PNG\r\n\x1a\n',
  'GIF89a',
  'RIFF\x10\0\0\0WEBPVP8 ',
  '\xff\xd8\xff\xe0',
  'BM',
  '%PDF-1.7',
  'PK\x03\x04',
];
const MARKUP = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><script>1</script></svg>';
/** Sides of pictures that are small in bytes and large unfolded. */
const BOMB_SIDES = [1, 3_000, 20_000];

/** Frame counts of animations that are small in bytes and slow to decode. */
const FRAMES = [2, 601, 40_000];

/** Parts of a hundred inputs that are about files in pieces. */
const PIECES_PERCENT = 25;
/** Sizes and offsets of files in headers, right and not. */
const COUNTS = ['0', '1', '400', '104857600', '104857601', '-1', '1e9', '0x10', '9'.repeat(400), ''];

/** Uploads of pictures and videos. */
export function uploadInput(draw: Draw): Input {
  return draw.source.chance(PIECES_PERCENT) ? piecesInput(draw) : pictureInput(draw);
}

/** Steps of the tus protocol, of one's own post and another's, begun and not. */
function piecesInput({ world, source, number }: Draw): Input {
  const planned = somePost(world, source, number);
  const index = source.chance(80) ? planned.author : somebody(world, source).index;
  const [method, below] = source.pick([
    ['POST', ''],
    ['PATCH', '/x'],
    ['PUT', '/x'],
    ['DELETE', `/${planned.postId}`],
    ['HEAD', '/..%2f..%2fx'],
    ['OPTIONS', ''],
  ] as const);
  return {
    via: 'http',
    method,
    path: `/api/uploads/posts/${planned.postId}/${source.pick(['photos', 'videos'])}${below}`,
    headers: {
      'tus-resumable': source.chance(85) ? '1.0.0' : source.pick(['0.2.2', '', 'x'.repeat(4_000)]),
      'upload-length': source.pick(COUNTS),
      'upload-offset': source.pick(COUNTS),
      'upload-metadata': source.pick(['', 'filename eA==', ',,,', 'x'.repeat(4_000)]),
      'content-type': source.chance(80) ? 'application/offset+octet-stream' : 'text/html',
    },
    body: method === 'PATCH' ? source.bytes(source.int(0, 500)).toString('base64') : null,
    shape: 'any',
    member: source.chance(90) ? index : null,
    address: someAddress(source),
    brake: 'uploads',
  };
}

/** Pictures, mutated pictures, polyglots, bombs and noise, as bare bodies and as forms, well made and not. */
function pictureInput(draw: Draw): Input {
  const { world, source, number } = draw;
  const planned = somePost(world, source, number);
  const index = source.chance(80) ? planned.author : somebody(world, source).index;
  const person = world.people[index];
  const path = source.weighted([
    [5, `/api/uploads/posts/${planned.postId}`],
    [3, `/api/uploads/profilePics/${person?.userId}`],
    [1, `/api/uploads/profilePics/${planned.postId}`],
    [1, '/api/uploads/posts/..%2f..%2fx'],
  ]);
  const bytes = file(draw);
  return {
    via: 'http',
    method: 'PUT',
    path,
    ...(source.chance(50) ? formOf(bytes, draw) : bare(bytes, draw)),
    shape: 'upload',
    member: source.chance(90) ? index : null,
    address: someAddress(source),
    brake: 'uploads',
  };
}

function file({ world, source }: Draw): Buffer {
  const picture = source.pick(world.pictures);
  return source.weighted<() => Buffer>([
    [3, () => picture],
    [8, () => mutateBytes(picture, source)],
    [2, () => Buffer.concat([Buffer.from(source.pick(HEADS), 'latin1'), source.bytes(source.int(0, 300))])],
    [1, () => Buffer.concat([picture, Buffer.from(MARKUP)])],
    [1, () => Buffer.from(source.chance(50) ? MARKUP : `GIF89a/*${MARKUP}*/`)],
    [0.3, () => pngBomb(source.pick(BOMB_SIDES), source.pick(BOMB_SIDES))],
    [0.2, () => tinyFrames(source.pick(FRAMES))],
    [1, () => source.bytes(source.int(0, 500))],
  ])();
}

type Carried = Pick<HttpInput, 'headers' | 'body'>;

function bare(bytes: Buffer, { source }: Draw): Carried {
  const type = source.pick(['image/png', 'application/octet-stream', 'image/svg+xml', 'text/html', 'x/y']);
  return { headers: { 'content-type': type }, body: bytes.toString('base64') };
}

function formOf(bytes: Buffer, { source }: Draw): Carried {
  const name = source.pick(['a.png', '../../x.png', 'x"y', '\u0000', 'a'.repeat(3_000), '']);
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`;
  const form = Buffer.concat([
    Buffer.from(`${head}Content-Type: image/png\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const boundary = source.chance(85) ? `; boundary=${BOUNDARY}` : source.pick(['', '; boundary=', '; boundary=other']);
  const body = source.chance(70) ? form : mutateBytes(form, source);
  return { headers: { 'content-type': `multipart/form-data${boundary}` }, body: body.toString('base64') };
}
