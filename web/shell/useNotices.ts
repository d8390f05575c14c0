import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { showAlert } from '../kit/alertStore.ts';
import { takeNotices } from '../kit/navigation/notices.ts';
import { noticeTexts } from './registry.ts';

/** Shows the notices that the last page has left, on the next one (SHEL-11). */
export function useNotices(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is a reason to check
  useEffect(() => {
    for (const text of takeNotices(noticeTexts)) showAlert('success', text);
  }, [key]);
}
