import { assertNever } from '../kernel/assertNever.ts';
import { reveal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { ReportEvent } from './events.ts';

/** The reported thing, the same in all events of its case. */
export type Thing = Pick<ReportEvent['data'], 'caseId' | 'kind' | 'person' | 'campus' | 'root'>;

/** A case: the reports about one thing. */
export interface CaseState extends Counted {
  /** `null`: it was never reported. */
  readonly thing: Thing | null;
  /** Ids of those whose reports wait for a decision; empty: the case is not open. */
  readonly reporters: readonly string[];
  /** Id of the moderator who looks after it, else `null`. */
  readonly taker: string | null;
  /** The evidence kept last; `null`: none, or its author was erased. */
  readonly evidence: { readonly content: string; readonly imageCount: number } | null;
}

export const initialCase: CaseState = { thing: null, reporters: [], taker: null, evidence: null, eventCount: 0 };

/** The state after an event. */
export function evolveCase(state: CaseState, event: ReportEvent): CaseState {
  switch (event.type) {
    case 'Reported': {
      const { caseId, kind, person, campus, root, reporter } = event.data;
      return { ...state, thing: { caseId, kind, person, campus, root }, reporters: [...state.reporters, reporter] };
    }
    case 'EvidenceKept': {
      const content = reveal(event.data.content);
      return { ...state, evidence: content === null ? null : { content, imageCount: event.data.imageCount } };
    }
    case 'CaseTaken':
      return { ...state, taker: event.data.by };
    case 'CaseReleased':
      return { ...state, taker: null };
    case 'CaseClosed':
      return { ...state, reporters: [], taker: null };
    default:
      return assertNever(event);
  }
}
