import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createOrigin } from '../../person/wizardOrigin.ts';
import { useGate } from '../../user/useGate.ts';
import { useViewer } from '../../user/useViewer.ts';

/**
 * Opens the composer over the present page (a page of its own on phones), behind its gates (POST-01, POST-15).
 * A press in the first moment, before it is known who presses, is kept until it is.
 */
export function useOpenComposer(): () => void {
  const pass = useGate();
  const navigate = useNavigate();
  const location = useLocation();
  const isKnown = useViewer().status !== 'loading';
  const [isPressed, setPressed] = useState(false);

  useEffect(() => {
    if (!isPressed || !isKnown) return;
    setPressed(false);
    if (!pass('post')) return;
    navigate(`/create/post?goBack=${createOrigin(location.pathname)}`, { state: { background: location } });
  }, [isPressed, isKnown, pass, navigate, location]);
  return useCallback(() => setPressed(true), []);
}
