import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { rememberCampus } from '../campus/face.ts';
import { showAlert } from '../kit/alertStore.ts';
import { forgetReturn, returnPath } from '../session/chainMemory.ts';
import { isGenericSite } from '../session/site.ts';

/**
 * After a verified school address: a welcome, then back to the page before; without one to the feed, and on the generic
 * site to the schools, whose landing leads to the campus from now on (VERF-15).
 */
export function useAfterJoining(): (campus: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (campus) => {
      rememberCampus(campus);
      const target = returnPath() ?? (isGenericSite ? '/search_schools' : '/home');
      forgetReturn();
      showAlert('success', `Welcome to ${findCampus(campus)?.name ?? 'your campus'}!`);
      navigate(target, { replace: true });
    },
    [navigate],
  );
}
