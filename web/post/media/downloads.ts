import type { Media } from '#domain/kernel/media.ts';

/** Whether no browser plays a file: it is offered as a download (Q25). */
export function isDownloadOnly({ name }: Pick<Media, 'name'>): boolean {
  return name.endsWith('.avi');
}
