import { fillText, type Rejection, type Rejections } from '#domain/kernel/rejection.ts';
import { kernelRejections } from '#domain/kernel/rejections.ts';
import { userRejections } from '#domain/user/rejections.ts';

const rejections: Rejections = { ...kernelRejections, ...userRejections };

/** What a form says under a field for a rule's refusal; `null` stays `null`. */
export function fieldError(rejection: Rejection | null): string | null {
  if (rejection === null) return null;
  return fillText((rejections[rejection.code] ?? kernelRejections.SOMETHING_WENT_WRONG).text, rejection.data);
}
