import type { Rejection, Rejections } from '#domain/kernel/rejection.ts';
import { postRejections } from '#domain/post/rejections.ts';
import { FAULT } from '../../writing/face.ts';

/** Text of a rule of posts that a draft breaks; `null`: it breaks none. */
export function rejectionText(rejection: Rejection | null): string | null {
  if (rejection === null) return null;
  return (postRejections as Rejections)[rejection.code]?.text ?? FAULT;
}
