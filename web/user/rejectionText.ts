import { fillText, type Rejection } from '#domain/kernel/rejection.ts';
import { kernelTexts } from '#domain/kernel/texts.ts';
import { userTexts } from '#domain/user/texts.ts';

const texts: Readonly<Record<string, string>> = { ...kernelTexts, ...userTexts };

/** What a form says under a field for a rule's refusal; `null` stays `null`. */
export function fieldError(rejection: Rejection | null): string | null {
  if (rejection === null) return null;
  return fillText(texts[rejection.code] ?? kernelTexts.SOMETHING_WENT_WRONG, rejection.data);
}
