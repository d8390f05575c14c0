import type { RecordedEvent } from '#domain/kernel/event.ts';
import { threadKey } from '#projections/message/collections.ts';
import type { NaiveDocument } from '../model.ts';

/** Minutes of each pace, the conversations that count, and how many make one, written a second time. */
const MINUTES = { hour: 60, hours: 240, day: 1_440, week: 10_080 } as const;
const COUNTED = 20;
const ENOUGH = 3;

type Fields = Readonly<Record<'chatId' | 'author' | 'recipient' | 'userId' | 'gone', string>> & {
  readonly round: number;
};

interface Question {
  readonly chat: string;
  readonly round: number;
  readonly at: string;
  readonly of: string;
  readonly to: string;
  answeredAt: string | null;
}

/** Everything that was asked and answered, by a plain reading of the log. */
class Questions {
  /** By user, in the log's order. */
  readonly lists = new Map<string, Question[]>();
  readonly paces = new Map<string, { readonly within: string | null; readonly day: string }>();
  /** Documents that were taken away with their person, by collection. */
  readonly ended = { answerTimes: new Set<string>(), answerPaces: new Set<string>() };
  readonly #open = new Map<string, Question | null>();

  take({ type, data, meta: { at } }: RecordedEvent): void {
    const { chatId, round, author, recipient, gone, userId } = data as unknown as Fields;
    const thread = threadKey(chatId, round);
    if (type === 'ChatStarted') this.#open.set(thread, null);
    if (type === 'ChatDeleted' || type === 'ChatClosed') this.#over(thread, at, type === 'ChatClosed' ? gone : null);
    if (type === 'SubjectErased') this.#end(userId);
    if (type !== 'MessageSent' || !this.#open.has(thread)) return;
    const question = this.#open.get(thread);
    if (question == null) {
      const first = { chat: chatId, round, at, of: author, to: recipient, answeredAt: null };
      this.#open.set(thread, first);
      const others = (this.lists.get(recipient) ?? []).filter(({ chat }) => chat !== chatId);
      this.lists.set(recipient, [...others, first].slice(-COUNTED));
      this.#judge(recipient, at);
    } else if (question.of !== author && question.answeredAt === null) {
      question.answeredAt = at;
      if (this.lists.get(author)?.includes(question)) this.#judge(author, at);
    }
  }

  /** A round is over: its question, if nobody has answered it, counts no more. */
  #over(thread: string, at: string, gone: string | null): void {
    const question = this.#open.get(thread);
    this.#open.delete(thread);
    if (gone !== null) this.#end(gone);
    if (question == null || question.answeredAt !== null || question.to === gone) return;
    const list = this.lists.get(question.to);
    if (list?.includes(question) !== true) return;
    this.lists.set(
      question.to,
      list.filter((each) => each !== question),
    );
    this.#judge(question.to, at);
  }

  #end(userId: string): void {
    if (this.lists.delete(userId)) this.ended.answerTimes.add(userId);
    if (this.paces.delete(userId)) this.ended.answerPaces.add(userId);
  }

  #judge(userId: string, at: string): void {
    const list = this.lists.get(userId) ?? [];
    const pace = Object.entries(MINUTES).find(([, minutes]) => {
      const answered = list.filter(({ answeredAt }) => answeredAt !== null).map(minutesOf);
      const late = list.filter((each) => each.answeredAt === null && between(each.at, at) >= minutes);
      const judged = answered.length + late.length;
      return judged >= ENOUGH && 4 * answered.filter((each) => Math.ceil(each) <= minutes).length >= 3 * judged;
    });
    const within = pace?.[0] ?? null;
    const isKept = within === null && this.paces.get(userId)?.within === null;
    if (!isKept) this.paces.set(userId, { within, day: at.split('T')[0] ?? '' });
  }
}

const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;
const minutesOf = ({ at, answeredAt }: Question) => (answeredAt === null ? 0 : Math.max(0, between(at, answeredAt)));

/** Who was written to first, and within which time they usually answer. */
export function naivePaces(history: readonly RecordedEvent[]): readonly NaiveDocument[] {
  const questions = new Questions();
  for (const event of history) questions.take(event);
  const { lists, paces, ended } = questions;
  return [
    ...[...lists].map(([id, list]) => ({ collection: 'answerTimes', key: id, doc: { id, list: list.map(shown) } })),
    ...[...paces].map(([id, pace]) => ({ collection: 'answerPaces', key: id, doc: { id, ...pace } })),
    ...[...ended.answerTimes].flatMap((key) => (lists.has(key) ? [] : [{ collection: 'answerTimes', key, doc: null }])),
    ...[...ended.answerPaces].flatMap((key) => (paces.has(key) ? [] : [{ collection: 'answerPaces', key, doc: null }])),
  ];
}

function shown(question: Question) {
  const { chat, round, at, answeredAt } = question;
  return { chat, round, at, minutes: answeredAt === null ? null : Math.ceil(minutesOf(question)) };
}
