import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Finding } from './campaign.ts';
import type { Numbered } from './input.ts';

/** Folder of findings, below the working directory. */
const FOLDER = '.fuzz';

const fileSchema = z.object({
  what: z.string(),
  line: z.nullable(z.string()),
  seed: z.int(),
  members: z.int().check(z.minimum(1)),
  at: z.nullable(z.custom<Numbered>()),
  recent: z.array(z.custom<Numbered>()),
});

/** A finding with the data to send its inputs again. */
export type FindingFile = z.infer<typeof fileSchema>;

/** Keeps a finding. @returns the file's path */
export async function keepFinding(
  finding: Finding,
  seed: number,
  members: number,
  index: number,
  folder = FOLDER,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `finding-${seed}-${index + 1}.json`);
  const content: FindingFile = { seed, members, ...finding, recent: [...finding.recent] };
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
  return path;
}

/** Reads a stored finding. @throws ZodError, SyntaxError, or errors of reading files */
export async function readFinding(path: string): Promise<FindingFile> {
  return fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** The inputs of a stored finding in the order of sending, the one that showed it last. */
export function inputsOfFinding({ recent, at }: FindingFile): readonly Numbered[] {
  const before = recent.filter(({ number }) => number !== at?.number);
  return at === null ? before : [...before, at];
}
