import { randomUUID } from 'node:crypto';
import { DEFAULT_CAMPUS } from '#domain/campus/face.ts';
import { fileNamesOf } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { daysAfter } from '#domain/kernel/time.ts';
import { messageFact } from '#domain/message/state.ts';
import { postFact } from '#domain/post/state.ts';
import { evidenceFolder } from '#domain/report/files.ts';
import { EVIDENCE_FILES_KEPT_DAYS } from '#domain/report/limits.ts';
import { caseFact, type Thing } from '#domain/report/state.ts';
import { userFact } from '#domain/user/state.ts';
import { cases } from '#projections/report/collections.ts';
import { forEachOf } from '../kernel/sweeper.ts';
import { typedEvent } from '../log/typedEvent.ts';
import { dueDocuments } from '../reactors/dueDocuments.ts';
import type { Reactor, RecordedNamed } from '../reactors/reactor.ts';
import type { CreateSweep, ReactorParts } from '../reactors/reactorParts.ts';

/**
 * Releases the files of cases that were decided long enough ago. The command decides again, by the stream: a case that
 * is opened again at the same moment keeps its files.
 */
export const evidenceSweep: CreateSweep =
  ({ readStore, dispatcher }) =>
  (now) => {
    const before = daysAfter(now.toISOString(), -EVIDENCE_FILES_KEPT_DAYS);
    const due = dueDocuments(readStore, cases, { query: 'keeping', values: ['closed', 'yes'], before });
    return forEachOf(due, 'releases of evidence', ({ key: caseId }) =>
      dispatcher.dispatch(
        { id: randomUUID(), type: 'ReleaseEvidence', version: 1, data: { caseId } },
        { actor: { kind: 'system', name: 'sweep:evidence' }, campus: DEFAULT_CAMPUS, origin: 'server' },
      ),
    );
  };

/**
 * Deletes the files that were kept as evidence and that neither their post or profile names nor a new report holds. After a crash
 * the event is handed over again.
 */
export function createEvidenceReactor({
  dispatcher,
  log,
  media,
}: Pick<ReactorParts, 'dispatcher' | 'log' | 'media'>): Reactor {
  /** Names of the files that the case had kept before it was released. */
  async function keptBefore({ stream, revision }: RecordedNamed<'EvidenceReleased'>): Promise<readonly string[]> {
    const before = (await log.readStream(stream)).filter((event) => event.revision < revision).map(typedEvent);
    return before.flatMap((event) => (event.type === 'EvidenceKept' ? (reveal(event.data.files) ?? []) : []));
  }

  /** Names of the files that the thing shows now. */
  async function shownNow({ kind, caseId }: Thing): Promise<readonly string[]> {
    if (kind === 'message') return fileNamesOf((await dispatcher.stateOf(messageFact(caseId))).media ?? []);
    if (kind !== 'person') return fileNamesOf((await dispatcher.stateOf(postFact(caseId))).media ?? []);
    const { picture } = await dispatcher.stateOf(userFact(caseId));
    return picture === null ? [] : [picture];
  }

  return {
    name: 'evidence',
    on: {
      async EvidenceReleased(event) {
        const { caseId } = event.data;
        const { kept } = await dispatcher.stateOf(caseFact(caseId));
        const inUse = new Set([...kept, ...(await shownNow(event.data))]);
        const names = new Set(await keptBefore(event));
        const gone = [...names].filter((name) => !inUse.has(name));
        if (gone.length > 0) await media.remove(evidenceFolder(event.data), gone);
      },
    },
  };
}
