import { fillText, type Rejection, type Rejections } from '#domain/kernel/rejection.ts';
import { kernelRejections } from '#domain/kernel/rejections.ts';
import { settingsRejections } from '#domain/settings/rejections.ts';

const rejections: Rejections = { ...kernelRejections, ...settingsRejections };

/** Text under a form's field for a rejection; `null` stays `null`. */
export function fieldError(rejection: Rejection | null): string | null {
  if (rejection === null) return null;
  return fillText((rejections[rejection.code] ?? kernelRejections.SOMETHING_WENT_WRONG).text, rejection.data);
}
