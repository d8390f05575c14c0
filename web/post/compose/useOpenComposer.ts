import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { overPage } from '../../kit/navigation/overPage.ts';
import { useGate } from '../../session/useGate.ts';
import { createOrigin } from '../../user/face.ts';
import { composing } from './actions.ts';
import { typeAhead } from './typeAhead.ts';

/** Opens the composer over the present page (a page of its own on phones), behind its gates but for the profile (POST-01, POST-15). */
export function useOpenComposer(): () => void {
  const pass = useGate();
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    () =>
      pass(composing, () => {
        typeAhead('Post');
        navigate(`/create/post?goBack=${createOrigin(location.pathname)}`, { state: overPage(location) });
      }),
    [pass, navigate, location],
  );
}
