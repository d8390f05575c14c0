import { chatIdOf } from '#domain/chat/pair.ts';
import type { Bulk, BulkAppend, BulkAsked } from '../model.ts';
import { bulkTalks } from './parts.ts';

/** Two people of a large community begin to talk: the one who writes, and one who wrote before. */
function begin({ actor, parts, draw }: BulkAsked): BulkAppend | null {
  const { talks, people, known } = parts.of(bulkTalks);
  const partner = draw(people);
  if (!known.has(actor)) people.push(actor);
  known.add(actor);
  if (partner === undefined || partner === actor) return null;
  const chatId = chatIdOf(actor, partner);
  if (known.has(chatId)) return null;
  known.add(chatId);
  talks.push({ chatId, starter: actor, partner });
  return {
    stream: `chat-${chatId}`,
    events: [{ type: 'ChatStarted', data: { chatId, round: 1, starter: actor, partner } }],
  };
}

export const chatBulk: readonly Bulk[] = [{ often: 1, append: begin }];
