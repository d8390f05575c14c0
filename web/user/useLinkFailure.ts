import { useEffect } from 'react';
import { userRejections } from '#domain/user/rejections.ts';
import { showAlert } from '../kit/alertStore.ts';
import type { FormErrors } from '../kit/useFormErrors.ts';

/** Says that a magic link has failed, where `redirect=true` is in the address (AUTH-10). */
export function useLinkFailure(query: URLSearchParams, form: Pick<FormErrors<'email'>, 'say'>): void {
  const failed = query.get('redirect') === 'true';
  useEffect(() => {
    if (!failed) return;
    showAlert('danger', userRejections.LINK_WRONG.text);
    form.say('email', userRejections.LINK_WRONG.text);
  }, [failed, form.say]);
}
