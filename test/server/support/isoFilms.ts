import { mediaFixture } from '../../fixtures/media.ts';

/** A box of an MP4 file. */
export function box(name: string, content: Buffer, size = content.byteLength + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const numbers = (...values: readonly number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    }),
  );

/** A track of notes as cameras write them, of one note in each chunk. @param places of the chunks in the file */
function noteTrack(handler: string, notes: readonly Buffer[], places: readonly number[]): Buffer {
  const tables = box(
    'stbl',
    Buffer.concat([
      box('stsd', numbers(0, 0)),
      box('stsc', numbers(0, 1, 1, 1, 1)),
      box('stsz', numbers(0, 0, notes.length, ...notes.map(({ byteLength }) => byteLength))),
      box('stco', numbers(0, places.length, ...places)),
    ]),
  );
  const media = Buffer.concat([
    box('hdlr', Buffer.concat([numbers(0, 0), Buffer.from(handler), numbers(0, 0, 0), Buffer.from('canary-maker\0')])),
    box('minf', tables),
  ]);
  const head = Buffer.alloc(84);
  head.writeUInt32BE(2, 12);
  return box('trak', Buffer.concat([box('tkhd', head), box('mdia', media)]));
}

/** Adds boxes at the end of the head of a film, which is the film's last box. */
function withInHead(film: Buffer, ...boxes: readonly Buffer[]): Buffer {
  const at = film.indexOf('moov') - 4;
  const end = at + film.readUInt32BE(at);
  if (end !== film.byteLength) throw new Error('The head is not the last box of the film.');
  const longer = Buffer.concat([film, ...boxes]);
  longer.writeUInt32BE(longer.byteLength - at, at);
  return longer;
}

/** `film.mp4` with a track of notes, each the place where it was filmed, a second after the one before. */
export function filmWithPlaces(handler = 'meta'): Buffer {
  const film = mediaFixture('film.mp4');
  const notes = ['canary-35.2059', 'canary--97.4457', 'canary-355m'].map((note) => Buffer.from(note));
  const at = film.indexOf('moov') - 4;
  const first = at + 8;
  const places = notes.map((_note, index) =>
    notes.slice(0, index).reduce((place, { byteLength }) => place + byteLength, first),
  );
  const bytes = box('mdat', Buffer.concat(notes));
  const moved = Buffer.concat([film.subarray(0, at), bytes, film.subarray(at)]);
  return withInHead(moved, noteTrack(handler, notes, places));
}

/** `film.mp4` with notes of dash cameras: in a box of its own in the head, and in room that is free. */
export function filmOfDashCamera(): Buffer {
  const film = mediaFixture('film.mp4');
  const end = film.indexOf('mdat') - 4;
  const room = box('free', Buffer.from('freeGPS canary-35.2059'));
  const at = film.indexOf('moov') - 4;
  const moved = Buffer.concat([film.subarray(0, at), room, film.subarray(at)]);
  if (end > at) throw new Error('The frames would have moved.');
  return withInHead(moved, box('gps ', Buffer.from('canary-97.4457')));
}
