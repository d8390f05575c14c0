import type { RecordedEvent } from '#domain/kernel/event.ts';
import { isSystemEvent } from '#domain/kernel/systemEvents.ts';
import type { Happened } from './model.ts';
import { models } from './nouns.ts';
import { Parts } from './parts.ts';

const rules = new Map(models.map(({ rule }) => [rule.category, rule]));

/**
 * Checks a whole log against the plain rules of each noun, and returns the violations.
 *
 * @param options.across whether commands were decided one after the other: then rules about other streams hold, too
 */
export function unlawful(log: Iterable<Happened>, { across }: { readonly across: boolean }): readonly string[] {
  const ledgers = new Parts();
  const problems: string[] = [];
  for (const happened of log) {
    // The dispatcher's own bookkeeping is in any stream.
    if (isSystemEvent(happened.event)) continue;
    if (across) problems.push(...models.flatMap(({ barred }) => barred?.(happened, ledgers) ?? []));
    const [category = ''] = happened.stream.split('-');
    for (const found of rules.get(category)?.check(happened, ledgers) ?? []) {
      if (found !== null && (across || !found.isAcross)) problems.push(found.problem);
    }
  }
  return problems;
}

/** An event of the log as rules read it. */
export function happenedOf({ stream, type, data, meta }: Omit<RecordedEvent, 'id' | 'version'>): Happened {
  return { stream, event: { type, data }, at: meta.at, actor: meta.actor };
}
