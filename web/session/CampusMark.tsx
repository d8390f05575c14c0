import type { Campus } from '#domain/campus/campus.ts';
import { site } from './site.ts';

/** A campus's drawn mark, this site's by default, in the colour of the text around it. */
export function CampusMark({ size = 24, campus = site }: { readonly size?: number; readonly campus?: Campus }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      <path d={campus.mark} fillRule="evenodd" />
    </svg>
  );
}
