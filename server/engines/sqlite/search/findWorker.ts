import type { DatabaseSync } from 'node:sqlite';
import type { SearchHits, SearchQuestion, SearchShape } from '../../../ports/searchIndex.ts';
import { snapshot } from '../database.ts';
import { withRuntimeErrors } from '../sqliteErrors.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { type AskBuild, buildQuestions } from './questions.ts';
import { type BuildRow, LIVE_BUILD, openToFind } from './tables.ts';
import type { SearchWorkerData } from './writeWorker.ts';

/** Answers beside the thread that writes, which waits for the disk. The file is there. */
function open({ file }: SearchWorkerData) {
  const db = openToFind(file);
  const asks = asksOf(db);
  const methods = {
    /** `null`: the index has no live build. */
    find: (question: SearchQuestion): SearchHits | null =>
      withRuntimeErrors(file, () => snapshot(db, () => asks.live(question.index)?.(question) ?? null)),
  };
  return { methods, close: () => db.close() };
}

export type SearchFinderMethods = ReturnType<typeof open>['methods'];

/** The prepared questions of the builds that are live. */
function asksOf(db: DatabaseSync) {
  const known = new Map<string, { readonly number: number; readonly ask: AskBuild }>();
  const live = db.prepare(LIVE_BUILD);
  return {
    live(index: string): AskBuild | null {
      const row = live.get(index) as BuildRow | undefined;
      if (row === undefined) return null;
      const opened = known.get(index);
      if (opened?.number === row.number) return opened.ask;
      const ask = buildQuestions(db, row.number, JSON.parse(row.shape) as SearchShape);
      known.set(index, { number: row.number, ask });
      return ask;
    },
  };
}

serveWorker(open);
