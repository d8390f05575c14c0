import fc from 'fast-check';
import type { FeedbackEvent } from '#domain/feedback/events.ts';
import { FEEDBACK_PER_DAY } from '#domain/feedback/limits.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { personal } from '#domain/kernel/personal.ts';
import { secondsBetween } from '#domain/kernel/time.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { canary, id } from '#test/projections/support/events.ts';
import { texts } from '../../domain/arbitraries.ts';
import {
  commandModel,
  type Happened,
  must,
  mustAcross,
  type NaiveDocuments,
  type NounModel,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { someone, userLedger } from '../user/parts.ts';
import { feedbackRights } from './rights.ts';

const SECONDS_PER_DAY = 86_400;

/** Instants of the feedback of each user. */
const given: Part<Map<string, string[]>> = { begin: () => new Map() };
const count: Part<{ made: number }> = { begin: () => ({ made: 0 }) };

function* check({ event, at, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { userId } = (event as FeedbackEvent).data;
  yield must(actor === userId, `${actor} gives feedback for ${userId}`);
  yield mustAcross(!ledgers.of(userLedger).erased.has(userId), `${userId} gives feedback and is erased`);
  const own = ledgers.of(given).get(userId) ?? [];
  ledgers.of(given).set(userId, own);
  const lately = own.filter((each) => secondsBetween(each, at) < SECONDS_PER_DAY);
  yield must(lately.length < FEEDBACK_PER_DAY, `${userId} gives feedback too often`);
  own.push(at);
}

/** All feedback that was ever given; of erased people without the words. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const given = history.filter(({ type }) => type === 'FeedbackGiven').map(({ data }) => data as FeedbackEvent['data']);
  return {
    documents: given.map(({ feedbackId, userId, campus }) => ({
      collection: 'feedback',
      key: feedbackId,
      doc: { id: feedbackId, user: userId, campus },
    })),
    whole: ['feedback'],
  };
}

/** Feedback: everyone gives it, moderators read it. */
export const feedbackModel: NounModel = {
  noun: 'feedback',
  rights: feedbackRights,
  commands: {
    GiveFeedback: commandModel({
      by: 'person',
      lawful: { text: 'More maps, please.' },
      fields: fc.oneof(fc.constant('More maps, please.'), texts),
      payload: ({ fields: text }) => ({ data: { text } }),
    }),
  },
  rule: { category: 'feedback', check },
  steps: {
    feedback: {
      often: 1,
      act({ log, parts }, who) {
        const { name, erased } = someone(parts, who);
        if (erased) return;
        const made = parts.of(count);
        made.made += 1;
        const data = { feedbackId: id(`feedback ${made.made}`), userId: id(name), campus: 'ou' };
        log.add('FeedbackGiven', { ...data, text: personal(canary(name)) });
      },
    },
  },
  documents,
  access: { feedback: ({ viewer }) => viewer.isModerator },
  topics: ({ campus }) => [[1, topicName.feedback(campus)]],
  acts: {},
};
