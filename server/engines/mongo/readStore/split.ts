import { BSON } from 'mongodb';
import type { Commit, FeedRow } from '#projections/engine/readStore.ts';

/** Bytes of rows in one batch. The server takes records of 16 MiB. */
const BATCH_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Cuts a commit into batches that the server takes. Each ends at the end of a position, so each leaves the read models
 * as they are at a position; corrections, which move no position, are cut anywhere.
 */
export function splitCommit(commit: Commit, maxBytes = BATCH_MAX_BYTES): readonly Commit[] {
  const { from, to, recording, rows, parked } = commit;
  const groups = from === to ? rows.map((row) => [row]) : byPosition(rows);
  const parts: FeedRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    const size = BSON.calculateObjectSize(group as unknown as BSON.Document, { ignoreUndefined: true });
    if (bytes + size > maxBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(...group);
    bytes += size;
  }
  if (parts.length <= 1) return [commit];
  return parts.map((part, index): Commit => {
    const isLast = index === parts.length - 1;
    const end = (at: number) => parts[at]?.at(-1)?.position ?? from;
    const start = index === 0 || from === to ? from : end(index - 1);
    const stop = isLast || from === to ? to : end(index);
    const within = ({ position }: { readonly position: string }) =>
      (index === 0 || position > start) && (isLast || position <= stop);
    return {
      from: start,
      to: stop,
      // That of an event within the batch is not known: the era covers it until the next part is written.
      recording: stop === to ? recording : null,
      rows: part,
      parked: from === to && !isLast ? [] : parked.filter(within),
    };
  });
}

/** Rows of one position together, in order. */
function byPosition(rows: readonly FeedRow[]): readonly (readonly FeedRow[])[] {
  return [...Map.groupBy(rows, ({ position }) => position).values()];
}
