import { useEffect } from 'react';
import { showAlert } from '../kit/alertStore.ts';
import { dialogStore } from '../kit/dialog/dialogStore.ts';
import { tabStorage } from '../kit/storage/textStorage.ts';
import { deviceNow } from '../kit/time/serverClock.ts';
import { hasUnsaved, watchFields } from '../kit/unsaved.ts';
import { syncClient } from '../sync/client.ts';
import { useIsOutdated } from '../sync/hooks.ts';
import { browserClock } from '../sync/transport/clock.ts';
import { fetchNewCode, reloadAnew } from './newCode.ts';
import { type PageState, reloadWhenSafe } from './safeReload.ts';

/** Milliseconds that the offer stays: as long as a tab does. */
const OFFER_MS = 24 * 3_600_000;

/** Where this tab notes when it last reloaded by itself. */
const RELOADED_AT = 'quad.reloadedAt';

/** Events that show a person's activity. */
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/**
 * Announces once that the site runs a newer release than this page, which gets no updates any more: the person may
 * reload at once, and the page reloads by itself when that goes unnoticed.
 */
export function useNewVersion(): void {
  const isOutdated = useIsOutdated();
  useEffect(watchFields, []);
  useEffect(() => {
    if (!isOutdated) return;
    void fetchNewCode();
    showAlert('black', 'A new version of this site is ready. Please reload the page.', {
      duration: OFFER_MS,
      action: { label: 'Reload', onPress: () => void reloadAnew() },
    });
    const presence = watchPresence();
    const look = (): PageState => ({
      outbox: syncClient().view.getState().outbox,
      hasDialog: dialogStore.getState().dialog !== null,
      hasUnsaved: hasUnsaved(),
      ...presence.now(),
      reloadedAgo: deviceNow() - reloadedAt(),
    });
    const giveUp = reloadWhenSafe(browserClock, look, reloadByItself);
    return () => {
      giveUp();
      presence.stop();
    };
  }, [isOutdated]);
}

/** Notes when the page was last touched and last in sight. */
function watchPresence() {
  let [touchedAt, seenAt] = [deviceNow(), deviceNow()];
  const touched = () => {
    touchedAt = deviceNow();
  };
  const turned = () => {
    seenAt = deviceNow();
  };
  for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, passive: true });
  document.addEventListener('visibilitychange', turned);
  return {
    now: () => ({
      idleFor: deviceNow() - touchedAt,
      hiddenFor: document.visibilityState === 'hidden' ? deviceNow() - seenAt : 0,
    }),
    stop() {
      for (const touch of TOUCHES) removeEventListener(touch, touched, { capture: true });
      document.removeEventListener('visibilitychange', turned);
    },
  };
}

function reloadByItself(): void {
  // Without the note it might go on and on.
  if (tabStorage.setItem(RELOADED_AT, String(deviceNow()))) void reloadAnew();
}

/** Milliseconds since 1970; before everything where it never was. */
function reloadedAt(): number {
  return Number(tabStorage.getItem(RELOADED_AT) ?? Number.NEGATIVE_INFINITY);
}
