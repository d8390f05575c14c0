import { merge } from '#domain/kernel/merge.ts';
import { createFindTopic, type TopicKind } from '../kernel/topic.ts';
import { nouns } from '../nouns.ts';

/** The topics of all nouns, by the kind in their name. */
export const topicKinds = merge<TopicKind>(nouns.map((noun) => noun.topics));

/** What a topic's name stands for, or `null` when it stands for nothing. */
export const findTopic = createFindTopic(topicKinds);
