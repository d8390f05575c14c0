import { useCallback, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { SIGNED_IN_PATH } from '#domain/kernel/addresses.ts';
import { rememberCampus } from '../campus/face.ts';
import { showAlert } from '../kit/alertStore.ts';
import { forgetReturn, returnPath } from '../session/chainMemory.ts';
import { isGenericSite } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';

/** Milliseconds for which a page waits for the news that its person has joined; then the welcome comes before it. */
const NEWS_MAX_MS = 30_000;

/** A joining that the server has acknowledged, and the end of the wait for the news of it. */
interface Joining {
  readonly campus: string;
  readonly arrive: () => void;
}

/**
 * After a verified school address: a welcome, then back to the page before; without one to the feed, and on the generic
 * site to the schools, whose landing leads to the campus from now on (VERF-15). First the news of it has to come: what
 * the person does next would be refused here as that of a stranger while the read models are behind.
 */
export function useAfterJoining(): (campus: string) => Promise<void> {
  const navigate = useNavigate();
  const memberOf = useViewer().account?.memberOf;
  const [joining, setJoining] = useState<Joining | null>(null);

  // Before the page is drawn as one of a member, which it would be for a moment.
  useLayoutEffect(() => {
    if (joining === null) return;
    if (memberOf === joining.campus) return joining.arrive();
    const timer = setTimeout(joining.arrive, NEWS_MAX_MS);
    return () => clearTimeout(timer);
  }, [joining, memberOf]);

  return useCallback(
    async (campus) => {
      await new Promise<void>((arrive) => setJoining({ campus, arrive }));
      rememberCampus(campus);
      const target = returnPath() ?? (isGenericSite ? '/search_schools' : SIGNED_IN_PATH);
      forgetReturn();
      showAlert('success', `Welcome to ${findCampus(campus)?.name ?? 'your campus'}!`);
      navigate(target, { replace: true });
    },
    [navigate],
  );
}
