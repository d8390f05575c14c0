import { useCallback, useSyncExternalStore } from 'react';

/** Widths of the layouts in pixels (SHEL-05): at or below each one the narrower layout holds. */
export const MOBILE_MAX_PX = 769;
export const NARROW_MAX_PX = 1_000;
export const WIDE_MAX_PX = 1_170;

/** The query of people who have asked their device for less motion. */
export const LESS_MOTION = '(prefers-reduced-motion: reduce)';

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** The phone's layout: one column with a bottom bar. */
export function useMobile(): boolean {
  return useMediaQuery(`(max-width: ${MOBILE_MAX_PX}px)`);
}
