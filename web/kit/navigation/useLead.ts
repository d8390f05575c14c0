import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';

/** Leads on when an answer has come. Someone who has left the page meanwhile stays where they are. */
export function useLead(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(
    (to, options) => {
      if (isHere.current) navigate(to, options);
    },
    [navigate],
  );
}
