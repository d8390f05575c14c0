import { namesOf } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { site } from '../session/site.ts';
import { useTopic } from '../sync/hooks.ts';

/** Keeps the hits of each page live while they are shown; draws nothing. */
export function LiveHits({
  kind,
  pages,
}: {
  readonly kind: 'somePosts' | 'somePeople';
  readonly pages: readonly (readonly string[])[];
}) {
  return pages
    .filter((ids) => ids.length > 0)
    .map((ids) => <LivePage key={namesOf(ids)} topic={topicName[kind](site.id, namesOf(ids))} />);
}

function LivePage({ topic }: { readonly topic: string }) {
  useTopic(topic);
  return null;
}
