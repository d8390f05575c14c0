import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { showAlert } from '../kit/alertStore.ts';
import { forgetReturn, returnPath } from '../session/chainMemory.ts';

/** After a verified school address: a welcome, then back to the page before (VERF-15). */
export function useAfterJoining(): (campus: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (campus) => {
      const target = returnPath() ?? '/home';
      forgetReturn();
      showAlert('success', `Welcome to ${findCampus(campus)?.name ?? 'your campus'}!`);
      navigate(target, { replace: true });
    },
    [navigate],
  );
}
