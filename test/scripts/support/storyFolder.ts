import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playStory } from '#scripts/demo/playStory.ts';
import { type GenerateOptions, generateStory } from '#scripts/seed/generateStory.ts';
import { type Foundation, openFoundation } from '#server/roles/foundation.ts';

/** Cheapest cost that bcrypt takes. */
export const CHEAP_PASSWORD_COST = 4;

/** Pixels of the longer side of a picture: one in full size takes a fifth of a second of a core. */
export const SMALL_PICTURE_PIXELS = 180;

/** Where the story ends in tests. */
export const STORY_NOW = new Date('2026-11-21T12:00:00.000Z');

const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;

/** A data folder of its own, deleted by `remove`. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'quad-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Opens everything in a data folder for a while. */
export async function withFoundation<T>(path: string, work: (foundation: Foundation) => Promise<T>): Promise<T> {
  const foundation = await openFoundation({ ...NO_MAIL, dataDir: path }, 'test');
  try {
    return await work(foundation);
  } finally {
    await foundation.close();
  }
}

/** Fills a data folder with a small made-up story. */
export async function playSmallStory(path: string, options: Partial<GenerateOptions> = {}): Promise<void> {
  const story = generateStory({ people: 3, posts: 5, seed: 1, ...options });
  await withFoundation(path, (foundation) =>
    playStory(foundation, story, {
      now: STORY_NOW,
      passwordCost: CHEAP_PASSWORD_COST,
      picturePixels: SMALL_PICTURE_PIXELS,
    }),
  );
}

/** A copy of a data folder that no process has open. */
export function copyOf(folder: TemporaryFolder): TemporaryFolder {
  const copy = temporaryFolder();
  cpSync(folder.path, copy.path, { recursive: true });
  return copy;
}

/** Everything that an iteration brings. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
