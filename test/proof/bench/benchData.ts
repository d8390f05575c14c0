import { cp, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Community, makeCommunity } from './community.ts';
import type { Scale } from './scale.ts';

/** Resources of the figures: folders, communities that are made once, and cleanups. */
export interface BenchData {
  readonly scale: Scale;
  /** A number by the size of the run. */
  pick(sizes: Readonly<Record<Scale, number>>): number;
  folder(name: string): Promise<string>;
  /** A copy of a community with about that many events. */
  community(events: number): Promise<Community>;
  say(text: string): void;
  /** Ends something when the figure has been taken. */
  after(end: () => Promise<unknown>): void;
  endFigure(): Promise<void>;
  close(): Promise<void>;
}

export async function openBenchData(scale: Scale, say: (text: string) => void): Promise<BenchData> {
  const root = await mkdtemp(join(tmpdir(), 'quad-bench-'));
  const communities = new Map<number, Promise<Community>>();
  const ends: (() => Promise<unknown>)[] = [];
  let folders = 0;

  async function folder(name: string): Promise<string> {
    folders += 1;
    const path = join(root, `${folders}-${name}`);
    await mkdir(path);
    return path;
  }
  async function make(events: number): Promise<Community> {
    say(`making a community of ${events} events`);
    const made = await makeCommunity(await folder(`community-${events}`), events);
    const kinds = Object.entries(made.eventsByType).map(([type, count]) => `${count} ${type}`);
    say(`made a community of ${kinds.join(', ')}`);
    return made;
  }

  return {
    scale,
    pick: (sizes) => sizes[scale],
    folder,
    async community(events) {
      const made = communities.get(events) ?? make(events);
      communities.set(events, made);
      const original = await made;
      const dataDir = await folder('copy');
      await cp(original.dataDir, dataDir, { recursive: true });
      await writeThrough(dataDir);
      ends.push(() => rm(dataDir, { recursive: true, force: true }));
      return { ...original, dataDir };
    },
    say,
    after: (end) => void ends.push(end),
    async endFigure() {
      for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/**
 * Waits until the files of a folder lie on the disk. The system writes a copy seconds later by itself, and whatever is
 * measured then waits for its turn: a rebuild took 2.0 s on its own and up to 7.4 s behind the copy of its log.
 */
async function writeThrough(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await open(join(entry.parentPath, entry.name), 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
