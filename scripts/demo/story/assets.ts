import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'assets');

/** The drawings that a post of the demo campus can show: `assets/things/<name>.svg`. */
export const THINGS = [
  'backpack',
  'bicycle',
  'bookcase',
  'calculator',
  'camera',
  'car',
  'cat',
  'coffeeMaker',
  'cookies',
  'couch',
  'desk',
  'deskLamp',
  'dormRoom',
  'drone',
  'dumbbells',
  'gameConsole',
  'guitar',
  'headphones',
  'jersey',
  'keyboard',
  'laptop',
  'microwave',
  'miniFridge',
  'mirror',
  'monitor',
  'officeChair',
  'plants',
  'recordPlayer',
  'riceCooker',
  'scooter',
  'skateboard',
  'sneakers',
  'sunset',
  'textbooks',
  'tickets',
  'whiteboard',
] as const;
export type Thing = (typeof THINGS)[number];

/** The drawn profile pictures, by the key of the person whom each was drawn for: `assets/faces/<name>.svg`. */
export const FACES = [
  'amina',
  'cody',
  'diego',
  'grace',
  'hannah',
  'jasmine',
  'liam',
  'maya',
  'noah',
  'priya',
  'sofia',
  'tunde',
] as const;
export type Face = (typeof FACES)[number];

/** The file of a drawing, an SVG document whose units are its pixels. */
export function fileOfThing(thing: Thing): string {
  return join(FOLDER, 'things', `${thing}.svg`);
}

/** The drawn films, a few seconds each: `assets/films/<name>.mp4`, made of the drawings by `scripts/drawFilms.ts`. */
export const FILMS = ['turntable', 'roomTour'] as const;
export type Film = (typeof FILMS)[number];

/** The file of a drawn film, MP4 with VP9. */
export function fileOfFilm(film: Film): string {
  return join(FOLDER, 'films', `${film}.mp4`);
}

/** The file of a drawn profile picture. */
export function fileOfFace(face: Face): string {
  return join(FOLDER, 'faces', `${face}.svg`);
}
