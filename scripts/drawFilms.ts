/**
 * Draws the films of the demo campus anew from its drawings: `node scripts/drawFilms.ts`. It needs `ffmpeg` with VP9, which
 * nobody else needs: the films are kept beside the drawings.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { FILMS, type Film, fileOfFilm, fileOfThing } from './demo/story/assets.ts';

const FRAMES_PER_SECOND = 15;
/** Quality of VP9: 0 is the best, 63 the worst. */
const CONSTANT_RATE = 40;

/** The frames of a film: parts of a drawing, or the drawing with something that moves. */
interface Plot {
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  /** @param at from 0 to 1 @returns an SVG document of the film's size */
  frame(at: number): Promise<string>;
}

/** Turns of a long-playing record in a minute. */
const TURNS_PER_MINUTE = 100 / 3;
const SECONDS_PER_MINUTE = 60;

/** Words on the label, the marks of the grooves and the middle of the record. */
const LABEL =
  /(<path d="M520 584L310[\s\S]*?)(<circle cx="520" cy="584" r="122"[^>]*>)([\s\S]*?)(<circle cx="520" cy="584" r="11")/;

const plots: Readonly<Record<Film, Plot>> = {
  turntable: {
    seconds: 6,
    width: 640,
    height: 640,
    async frame(at) {
      const degrees = (at * this.seconds * TURNS_PER_MINUTE * 360) / SECONDS_PER_MINUTE;
      const turned = `$1$2<g transform="rotate(${degrees.toFixed(2)} 520 584)">$3</g>$4`;
      const svg = await readFile(fileOfThing('recordPlayer'), 'utf8');
      return cut(svg.replace(LABEL, turned), { x: 0, y: 0, width: 1_200, height: 1_200 }, this);
    },
  },
  roomTour: {
    seconds: 7,
    width: 640,
    height: 480,
    async frame(at) {
      // Slowly at both ends.
      const along = (1 - Math.cos(Math.PI * at)) / 2;
      const height = 520 + 200 * along;
      const width = (height * 4) / 3;
      const view = { x: (1_200 - width) * along, y: (800 - height) * 0.6, width, height };
      return cut(await readFile(fileOfThing('dormRoom'), 'utf8'), view, this);
    },
  },
};

/** A drawing of which a part is shown, at the film's size. */
function cut(
  svg: string,
  view: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { width, height }: Plot,
): string {
  const box = [view.x, view.y, view.width, view.height].map((each) => each.toFixed(2)).join(' ');
  return svg.replace(
    /width="\d+" height="\d+" viewBox="[^"]*"/,
    `width="${width}" height="${height}" viewBox="${box}"`,
  );
}

async function draw(film: Film): Promise<void> {
  const plot = plots[film];
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${plot.width}x${plot.height}`];
  const encoder = ['-c:v', 'libvpx-vp9', '-crf', String(CONSTANT_RATE), '-b:v', '0', '-pix_fmt', 'yuv420p'];
  const speed = ['-r', String(FRAMES_PER_SECOND)];
  const ffmpeg = spawn(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...raw, ...speed, '-i', '-', ...encoder, '-movflags', '+faststart', fileOfFilm(film)],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const frames = plot.seconds * FRAMES_PER_SECOND;
  for (let index = 0; index < frames; index += 1) {
    const frame = sharp(Buffer.from(await plot.frame(index / frames))).flatten({ background: '#ffffff' });
    if (!ffmpeg.stdin.write(await frame.removeAlpha().raw().toBuffer())) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = (await once(ffmpeg, 'close')) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`);
}

for (const film of FILMS) await draw(film);
