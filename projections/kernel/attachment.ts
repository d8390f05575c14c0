import type { Viewer } from '#domain/kernel/access.ts';
import type { AnyCollection, Collection, DocumentRef } from './collection.ts';

/**
 * Documents that a noun sends with those of another noun's collection, as a save comes with its post. The noun that is
 * added declares it, so the other one knows nothing of it.
 */
export interface Attachment {
  /** Name of the collection to whose documents it attaches. */
  readonly to: string;
  /** See `Collection.refs`. */
  refs(doc: never): readonly DocumentRef[];
  /** See `Collection.viewerRefs`. */
  viewerRefs(doc: never, viewer: Viewer & { readonly userId: string }): readonly DocumentRef[];
}

/** Declares what comes with the documents of a collection. */
export function attachTo<Doc>(
  collection: Collection<Doc>,
  links: Partial<Pick<Collection<Doc>, 'refs' | 'viewerRefs'>>,
): Attachment {
  return { to: collection.name, refs: () => [], viewerRefs: () => [], ...links };
}

/**
 * Projections whose collections send what is attached to them, too.
 * @throws Error something is attached to a collection that no projection has
 */
export function withAttachments<Projection extends { readonly collections: readonly AnyCollection[] }>(
  projections: readonly Projection[],
  attachments: readonly Attachment[],
): readonly Projection[] {
  const names = new Set(projections.flatMap(({ collections }) => collections.map(({ name }) => name)));
  const nowhere = attachments.find(({ to }) => !names.has(to));
  if (nowhere !== undefined) throw new Error(`Documents are attached to ${nowhere.to}, which no noun has.`);

  return projections.map((projection) => {
    const { collections } = projection;
    if (!collections.some(({ name }) => attachments.some(({ to }) => to === name))) return projection;
    return { ...projection, collections: collections.map((collection) => attached(collection, attachments)) };
  });
}

function attached(collection: AnyCollection, attachments: readonly Attachment[]): AnyCollection {
  const links = [collection, ...attachments.filter(({ to }) => to === collection.name)];
  return {
    ...collection,
    refs: (doc) => links.flatMap((link) => link.refs(doc)),
    viewerRefs: (doc, viewer) => links.flatMap((link) => link.viewerRefs(doc, viewer)),
  };
}
