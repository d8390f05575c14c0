import { site } from '../app/site.ts';

/** The campus's drawn mark, in the colour of the text around it. */
export function CampusMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      <path d={site.mark} fillRule="evenodd" />
    </svg>
  );
}
