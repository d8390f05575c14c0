import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import { reveal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { ReportEvent } from './events.ts';

/** The reported thing, the same in all events of its case. */
export type Thing = Pick<ReportEvent['data'], 'caseId' | 'kind' | 'person' | 'campus' | 'root'>;

/** The content when it was reported. */
export interface Evidence {
  readonly content: string;
  readonly imageCount: number;
  /** Names of its files. */
  readonly files: readonly string[];
}

/** A case: the reports about one thing. */
export interface CaseState extends Counted {
  /** `null`: it was never reported. */
  readonly thing: Thing | null;
  /** Ids of those whose reports wait for a decision; empty: the case is not open. */
  readonly reporters: readonly string[];
  /** Id of the moderator who looks after it, else `null`. */
  readonly taker: string | null;
  /** The evidence kept last; `null`: none, or its author was erased. */
  readonly evidence: Evidence | null;
  /** Whether files of any evidence are kept. */
  readonly keepsFiles: boolean;
  /** Names of the files that are kept; none once their author was erased. */
  readonly kept: readonly string[];
  /** ISO instant of the decision; `null`: the case is open, or never was. */
  readonly closedAt: string | null;
}

export const initialCase: CaseState = {
  thing: null,
  reporters: [],
  taker: null,
  evidence: null,
  keepsFiles: false,
  kept: [],
  closedAt: null,
  eventCount: 0,
};

/** A case as the server looks at it. */
export const caseFact = streamFact<CaseState>('report');

/** The state after an event. */
export function evolveCase(state: CaseState, event: ReportEvent, at: string): CaseState {
  switch (event.type) {
    case 'Reported': {
      const { caseId, kind, person, campus, root, reporter } = event.data;
      const thing = { caseId, kind, person, campus, root };
      return { ...state, thing, reporters: [...state.reporters, reporter], closedAt: null };
    }
    case 'EvidenceKept': {
      const { imageCount, fileCount } = event.data;
      const content = reveal(event.data.content);
      const files = reveal(event.data.files) ?? [];
      return {
        ...state,
        evidence: content === null ? null : { content, imageCount, files },
        keepsFiles: state.keepsFiles || fileCount > 0,
        kept: [...new Set([...state.kept, ...files])],
      };
    }
    case 'EvidenceReleased':
      // A new report keeps it again.
      return { ...state, evidence: null, keepsFiles: false, kept: [] };
    case 'CaseTaken':
      return { ...state, taker: event.data.by };
    case 'CaseReleased':
      return { ...state, taker: null };
    case 'CaseClosed':
      return { ...state, reporters: [], taker: null, closedAt: at };
    default:
      return assertNever(event);
  }
}
