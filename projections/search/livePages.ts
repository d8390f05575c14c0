import { namesOf, SOME_DOCUMENTS_MAX } from '#projections/kernel/topic.ts';

/**
 * The hits of each page as a topic names them, in parts if they are more than one topic may name: as many new results as
 * have come meanwhile are one page.
 */
export function namesOfPages(pages: readonly (readonly string[])[]): readonly string[] {
  return pages.flatMap((ids) =>
    Array.from({ length: Math.ceil(ids.length / SOME_DOCUMENTS_MAX) }, (_, part) =>
      namesOf(ids.slice(part * SOME_DOCUMENTS_MAX, (part + 1) * SOME_DOCUMENTS_MAX)),
    ),
  );
}
