import { namesOfPages } from '#projections/search/livePages.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { site } from '../session/site.ts';
import { useTopic } from '../sync/hooks.ts';

/** Whether the server has answered which hits of the last page still stand: until then, their absence says nothing. */
export function useAreHitsAnswered(kind: 'somePosts' | 'somePeople', pages: readonly (readonly string[])[]): boolean {
  const last = namesOfPages(pages).at(-1);
  const { status } = useTopic(last === undefined ? null : topicName[kind](site.id, last));
  return last === undefined || status !== 'loading';
}

/** Keeps the hits of each page live while they are shown; draws nothing. */
export function LiveHits({
  kind,
  pages,
}: {
  readonly kind: 'somePosts' | 'somePeople';
  readonly pages: readonly (readonly string[])[];
}) {
  return namesOfPages(pages).map((names) => <LivePage key={names} topic={topicName[kind](site.id, names)} />);
}

function LivePage({ topic }: { readonly topic: string }) {
  useTopic(topic);
  return null;
}
