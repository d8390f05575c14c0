/** The upper and lower edge of a thing on screen, in CSS pixels. */
export interface Edges {
  readonly top: number;
  readonly bottom: number;
}

/** Part of a message, or of the pane that it fills, that has to be visible for it to count as seen. */
const SEEN_PART = 0.5;

/** Whether so much of a message is visible that it counts as seen. */
export function isInSight(message: Edges, pane: Edges): boolean {
  const visible = Math.min(message.bottom, pane.bottom) - Math.max(message.top, pane.top);
  const wanted = SEEN_PART * Math.min(message.bottom - message.top, pane.bottom - pane.top);
  return visible > 0 && visible >= wanted;
}
