import { gateTexts } from './campus/access.ts';
import type { Aggregate } from './kernel/aggregate.ts';
import type { CommandDefinition } from './kernel/command.ts';
import type { EventDefinition } from './kernel/event.ts';
import { fillText, type Rejection } from './kernel/rejection.ts';
import { systemEvents } from './kernel/systemEvents.ts';
import { kernelTexts } from './kernel/texts.ts';
import { postAggregate } from './post/aggregate.ts';
import { saveAggregate } from './save/aggregate.ts';
import { userAggregate } from './user/aggregate.ts';

/** Every kind of stream with its rules, by category. */
export const aggregates = {
  user: userAggregate,
  post: postAggregate,
  save: saveAggregate,
} as const satisfies { readonly [Category in Aggregate['category']]: Aggregate };

/** Every event type of the log, the dispatcher's own included. */
export const eventDefinitions: Readonly<Record<string, EventDefinition>> = byType([
  systemEvents,
  ...Object.values(aggregates).map((aggregate) => aggregate.events),
]);

/** Every command. */
export const commandDefinitions: Readonly<Record<string, CommandDefinition>> = byType(
  Object.values(aggregates).map((aggregate) => aggregate.commands),
);

/** The text of every code with which a rule refuses. */
export const rejectionTexts: Readonly<Record<string, string>> = merge([
  kernelTexts,
  gateTexts,
  ...Object.values(aggregates).map((aggregate) => aggregate.texts),
]);

/** What a person reads for a rejection. A code without a text is a bug that a test finds; people then read the general text. */
export function rejectionText(rejection: Rejection): string {
  const text = Object.hasOwn(rejectionTexts, rejection.code) ? rejectionTexts[rejection.code] : undefined;
  return fillText(text ?? kernelTexts.SOMETHING_WENT_WRONG, rejection.data);
}

function byType<Definition extends { readonly type: string }>(
  records: readonly Readonly<Record<string, Definition>>[],
): Readonly<Record<string, Definition>> {
  const merged = merge(records);
  for (const [name, { type }] of Object.entries(merged)) {
    if (name !== type) throw new Error(`The definition of ${type} stands under the name ${name}.`);
  }
  return merged;
}

/** One record of all; the same name in two of them is a bug. */
function merge<Value>(records: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> {
  const merged: Record<string, Value> = {};
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      if (Object.hasOwn(merged, name)) throw new Error(`${name} is declared twice.`);
      merged[name] = value;
    }
  }
  return merged;
}
