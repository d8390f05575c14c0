import { messageFolder } from '../message/face.ts';
import { postFolder } from '../post/face.ts';
import { pictureFolder } from '../user/face.ts';
import type { Thing } from './state.ts';

/** Where the files of a reported thing lie, relative to `/images`: its photos and videos, or the picture of the profile. */
export function evidenceFolder({ kind, caseId }: Pick<Thing, 'kind' | 'caseId'>): string {
  if (kind === 'person') return pictureFolder(caseId);
  return kind === 'message' ? messageFolder(caseId) : postFolder(caseId);
}
