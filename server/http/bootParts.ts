import type { Campus } from '#domain/campus/campus.ts';
import { ownTopic } from '#projections/kernel/ownTopic.ts';
import type { TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { scriptJson } from '../kernel/html.ts';
import { byViewer } from '../read/packAnswer.ts';
import type { PageBoot } from './pageBoot.ts';
import type { PagePart } from './pageParts.ts';

/**
 * The description of a page as JSON text, with the viewer's own data in parts of their own.
 *
 * @param publicUrl origin of the site that stands beside the campuses' own; `null`: there is none
 */
export function bootParts({ id, name }: Campus, publicUrl: string | null, boot: PageBoot | null): readonly PagePart[] {
  const parts: PagePart[] = [{ text: `{"campus":${scriptJson({ id, name })}`, isOwn: false }];
  if (publicUrl !== null) parts.push({ text: `,"publicUrl":${scriptJson(publicUrl)}`, isOwn: false });
  if (boot !== null) {
    const { session, topics, answers, at } = boot;
    const me = session.user === null ? null : ownTopic(session.user.id);
    parts.push({ text: `,"at":${scriptJson(at)},"topics":`, isOwn: false }, ...topicsParts(topics, me));
    // They repeat words of the address, which only its viewer knows.
    if (Object.keys(answers).length > 0) parts.push({ text: `,"answers":${scriptJson(answers)}`, isOwn: me !== null });
    parts.push({ text: ',"session":', isOwn: false }, { text: scriptJson(session), isOwn: me !== null });
  }
  parts.push({ text: '}', isOwn: false });
  return parts;
}

/** The description of a page that is for anybody: a browser keeps it, and fills it with what it knows. */
export function shellParts(campus: Campus, publicUrl: string | null): readonly PagePart[] {
  const [begin = { text: '', isOwn: false }, ...rest] = bootParts(campus, publicUrl, null);
  return [{ ...begin, text: begin.text.replace('{', '{"isShell":true,') }, ...rest];
}

/** Topics with their answers, for the viewer whose own topic is `me`. */
export function topicsParts(topics: PageBoot['topics'], me: string | null): readonly PagePart[] {
  const parts: PagePart[] = [{ text: '{', isOwn: false }];
  for (const [index, [topic, answer]] of Object.entries(topics).entries()) {
    if (index > 0) parts.push({ text: ',', isOwn: false });
    parts.push(...topicParts(topic, answer, me));
  }
  return [...parts, { text: '}', isOwn: false }];
}

/** A topic with its answer. The viewer's own topic holds only own documents; in every other topic they come last. */
function topicParts(topic: string, { documents, ...frame }: TopicAnswer, me: string | null): readonly PagePart[] {
  const isOwn = topic === me;
  const { own, shared } = isOwn ? { own: documents, shared: [] } : byViewer(documents, me);
  const list = (some: readonly WireDocument[]) => some.map(scriptJson).join(',');
  const comma = shared.length > 0 && own.length > 0 ? ',' : '';
  return [
    { text: `${scriptJson(topic)}:{"documents":[${list(shared)}`, isOwn },
    { text: `${comma}${list(own)}`, isOwn: true },
    { text: `],${scriptJson(frame).slice(1)}`, isOwn },
  ].filter(({ text }) => text !== '');
}
