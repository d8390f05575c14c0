import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ByteSource } from '#server/engines/media/container.ts';
import { readVideo } from '#server/engines/media/videoContainer.ts';
import { MediaRefused, VIDEO_TYPES } from '#server/ports/media.ts';
import { type MediaFixture, mediaFixture } from '../../../fixtures/media.ts';
import { box, filmWithPlaces } from '../../support/isoFilms.ts';
import { animatedGif, picture, pngBomb } from '../../support/pictures.ts';

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.byteLength,
  read: async (at, length) => bytes.subarray(at, at + length),
});
const read = (bytes: Buffer) => readVideo(sourceOf(bytes), VIDEO_TYPES);
/** The code of a refusal; the type of what is taken. */
const outcome = (bytes: Buffer): Promise<string> =>
  read(bytes).then(
    ({ type }) => type,
    (error: unknown) => {
      if (error instanceof MediaRefused) return error.code;
      throw error;
    },
  );

/** Microseconds of the processor below which a figure says nothing. */
const CPU_LEAST_US = 20_000;

const FILMS: readonly MediaFixture[] = ['film.mp4', 'tall.mp4', 'fragments.mp4', 'film.mov', 'film.avi'];

describe('the container of a video', () => {
  it('[POST-24 in part] says type, size and length of MP4, QuickTime and AVI', async () => {
    const found = await Promise.all(FILMS.map((name) => read(mediaFixture(name))));
    expect(found.map(({ type, width, height, seconds }) => [type, width, height, seconds])).toEqual([
      ['mp4', 160, 90, 2],
      ['mp4', 90, 160, 2],
      ['mp4', 160, 90, null],
      ['mov', 160, 90, 2],
      ['avi', 160, 90, 2],
    ]);
  });

  it('is turned by a quarter where its track says so, as a phone films upright', async () => {
    const film = mediaFixture('film.mp4');
    const turned = Buffer.from(film);
    // The matrix of the head of the track: a and d are zero, b and c are not (ISO/IEC 14496-12, 8.3.2).
    const matrix = turned.indexOf('tkhd') + 4 + 40;
    turned.writeInt32BE(0, matrix);
    turned.writeInt32BE(0x10000, matrix + 4);
    turned.writeInt32BE(-0x10000, matrix + 12);
    turned.writeInt32BE(0, matrix + 16);
    expect(await read(turned)).toMatchObject({ width: 90, height: 160 });
  });

  it('[POST-06 in part] is none in a renamed file of every other kind', async () => {
    const others: Readonly<Record<string, Buffer>> = {
      jpeg: await picture(40, 30, 'jpeg'),
      png: await picture(40, 30, 'png'),
      gif: await animatedGif(20, 10, 2),
      webp: await picture(40, 30, 'webp'),
      bomb: pngBomb(9_000, 9_000),
      heic: mediaFixture('photo.heic'),
      avif: Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0mif1', 'latin1'))]),
      sound: box('ftyp', Buffer.from('M4A \0\0\0\0', 'latin1')),
      wave: Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'),
      matroska: Buffer.from('\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81', 'latin1'),
      ogg: Buffer.from('OggS\0\x02\0\0\0\0\0\0', 'latin1'),
      windows: Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1'),
      linux: Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0', 'latin1'),
      page: Buffer.from('<!doctype html><script>alert(1)</script>'),
      drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      pdf: Buffer.from('%PDF-1.7\n%âãÏÓ'),
      zip: Buffer.from('PK\x03\x04\x14\0\0\0\0\0\0\0', 'latin1'),
      short: Buffer.from('ft'),
      nothing: Buffer.alloc(0),
    };
    for (const [kind, bytes] of Object.entries(others))
      expect([kind, await outcome(bytes)]).toEqual([kind, 'MEDIA_TYPE']);
  });

  it.each(FILMS)('%s is refused when it is cut anywhere', async (name) => {
    const film = mediaFixture(name);
    const taken: number[] = [];
    for (let length = 0; length < film.byteLength; length += 1) {
      const code = await outcome(film.subarray(0, length));
      if (!['MEDIA_TYPE', 'VIDEO_BROKEN'].includes(code)) taken.push(length);
    }
    // A film in fragments that lacks what follows the frames is a film all the same.
    expect(taken).toEqual(name === 'fragments.mp4' ? [film.indexOf('mfra') - 4] : []);
  });

  it('that lies is refused: boxes longer than the file, none of a picture, of no size, and without end', async () => {
    const film = mediaFixture('film.mp4');
    const tooLong = Buffer.from(film);
    tooLong.writeUInt32BE(film.byteLength * 2, tooLong.indexOf('moov') - 4);
    const longer64 = Buffer.concat([
      box('ftyp', Buffer.from('isom\0\0\0\0', 'latin1')),
      box('moov', Buffer.alloc(8, 0xff), 1),
    ]);
    const noPicture = Buffer.from(film);
    noPicture.write('soun', noPicture.indexOf('vide'), 'latin1');
    const noSize = Buffer.from(film);
    noSize.fill(0, noSize.indexOf('tkhd') + 4 + 76, noSize.indexOf('tkhd') + 4 + 84);
    const tooSmall = Buffer.from(film);
    tooSmall.writeUInt32BE(4, tooSmall.indexOf('mvhd') - 4);
    const onlyHead = box('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'));
    const many = Buffer.concat([onlyHead, ...Array<Buffer>(30_000).fill(box('free', Buffer.alloc(0))), film]);
    const script = Buffer.concat([onlyHead, Buffer.from('<script>alert(1)</script>')]);
    for (const bytes of [tooLong, longer64, noPicture, noSize, tooSmall, onlyHead, many, script]) {
      expect(await outcome(bytes)).toBe('VIDEO_BROKEN');
    }
    const noFilm = Buffer.from(mediaFixture('film.avi'));
    noFilm.write('nope', noFilm.indexOf('movi'), 'latin1');
    const vast = Buffer.from(mediaFixture('film.avi'));
    vast.writeUInt32LE(0xffff_ffff, vast.indexOf('avih') + 8 + 32);
    // An empty chunk is eight bytes; the whole is as long as it says.
    const rest = mediaFixture('film.avi').subarray(12);
    const chunks = Buffer.alloc(8 * 10_001);
    for (let at = 0; at < chunks.byteLength; at += 8) chunks.write('JUNK', at, 'latin1');
    const manyChunks = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI ', 'latin1'), chunks, rest]);
    manyChunks.writeUInt32LE(manyChunks.byteLength - 8, 4);
    for (const bytes of [noFilm, vast, manyChunks]) expect(await outcome(bytes)).toBe('VIDEO_BROKEN');
  });

  it('with thousands of boxes among the tables of a track is read in their number, not in its square', async () => {
    const filmOf = (boxes: number) => {
      const names = Array.from({ length: boxes }, (_, n) => `z${n.toString(36).padStart(3, '0')}`);
      const tables = box('stbl', Buffer.concat(names.map((name) => box(name, Buffer.alloc(0)))));
      const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0vide\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'));
      const head = Buffer.alloc(84);
      head.writeUInt16BE(160, 76);
      head.writeUInt16BE(90, 80);
      const media = box('mdia', Buffer.concat([handler, box('minf', tables)]));
      return Buffer.concat([
        box('ftyp', Buffer.from('isom\0\0\0\0', 'latin1')),
        box('moov', box('trak', Buffer.concat([box('tkhd', head), media]))),
        box('mdat', Buffer.alloc(8)),
      ]);
    };
    const usedBy = async (film: Buffer) => {
      const before = process.cpuUsage();
      expect(await outcome(film)).toBe('mp4');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await usedBy(filmOf(200));
    const few = await usedBy(filmOf(500));
    // Twelve times as many boxes: at twelve times the time it is one by one, at 144 times the square.
    expect(await usedBy(filmOf(6_000))).toBeLessThan(48 * Math.max(few, CPU_LEAST_US));
  });

  it('is refused with more notes than a camera writes, and where a fragment of notes can not be told from frames', async () => {
    const countless = filmWithPlaces();
    // Of one size each: the table needs no entries, and only its number counts.
    const sizes = countless.lastIndexOf('stsz') + 8;
    countless.writeUInt32BE(1, sizes);
    countless.writeUInt32BE(2_000_000, sizes + 4);
    const cut = filmWithPlaces();
    cut.writeUInt32BE(4, cut.lastIndexOf('stco') + 8);
    const noTables = filmWithPlaces();
    noTables.write('nope', noTables.lastIndexOf('stsc'), 'latin1');
    const foreign = Buffer.from(mediaFixture('fragments.mp4'));
    foreign.writeUInt32BE(7, foreign.indexOf('tfhd') + 8);
    for (const bytes of [countless, cut, noTables, foreign]) expect(await outcome(bytes)).toBe('VIDEO_BROKEN');
  });

  it('names nothing outside of the frames for overwriting, whatever a table of notes says', async () => {
    const film = filmWithPlaces();
    const first = film.lastIndexOf('stco') + 12;
    film.writeUInt32BE(0, first);
    film.writeUInt32BE(0xffff_fff0, first + 4);
    // As long as the whole film.
    film.writeUInt32BE(film.byteLength, film.lastIndexOf('stsz') + 16);
    const { blanks } = await read(film);
    const notes = blanks.filter(({ nameAt }) => nameAt === null);
    const frames = [film.indexOf('mdat'), film.lastIndexOf('mdat')].map((at) => [
      at + 4,
      at - 4 + film.readUInt32BE(at - 4),
    ]);
    expect(notes.map(({ start, end }) => [start, end])).toEqual(frames);
  });

  it('never makes the reader fail otherwise, whatever bytes are changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FILMS, 'places' as const),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 20 }),
        async (name, changes) => {
          const film = name === 'places' ? filmWithPlaces() : Buffer.from(mediaFixture(name));
          for (const [at, byte] of changes) film[at % film.byteLength] = byte;
          expect(['mp4', 'mov', 'avi', 'MEDIA_TYPE', 'VIDEO_BROKEN']).toContain(await outcome(film));
        },
      ),
      { numRuns: 600 },
    );
  });
});
