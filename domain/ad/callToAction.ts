import { cleanText } from '../kernel/text.ts';
import type { Goal } from './goal.ts';

/** Labels of an ad's button for every goal; the first one is the default (BOOST-03). */
export const LABELS = ['Visit Website', 'Learn More', 'Shop Now', 'Book Now', 'Sign Up'] as const;
/** The preselected label of the goals without a website (Q57). */
const OWN_LABEL: Readonly<Record<Goal, string | null>> = {
  website: null,
  message: 'Send Message',
  profile: 'View Profile',
};

/** Labels among which the owner of an ad chooses, the preselected one first (BOOST-03, Q57). */
export function labelsFor(goal: Goal): readonly string[] {
  const own = OWN_LABEL[goal];
  return own === null ? LABELS : [own, ...LABELS];
}

/** A scheme in front of an address; "example.com:8080" has none. */
const SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d)/i;
const WEB = /^https?:\/\//i;
/** The host, with its port. A user in front of it would hide where the address leads. */
const ADDRESS = /^https?:\/\/([^\s/?#@:\\]+)(?::(\d{1,5}))?(?:[/?#][^\s\\]*)?$/i;
/** A name of the public network: labels of letters, digits and hyphens, and an end that is no number. */
const PUBLIC_NAME = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})\.?$/iu;
/** Names that lead into the network of the person who presses the button. */
const INNER_NAME = /\.(?:local|localhost|localdomain|internal|intranet|lan|home|corp|arpa|test|invalid|onion)\.?$/i;
const MAX_PORT = 65_535;

/**
 * The address to which an ad's button leads, as it is kept; `null`: it is none (BOOST-07, Q59). A missing scheme is completed
 * to https; other schemes, users in front of the host, and hosts that are not public names are refused.
 */
export function websiteOf(typed: string): string | null {
  const text = typed.trim();
  // Its path may have no characters either that make it look like another one.
  if (cleanText(text) !== text) return null;
  if (!WEB.test(text) && SCHEME.test(text)) return null;
  const address = WEB.test(text) ? text : `https://${text}`;
  const [, host = '', port] = ADDRESS.exec(address) ?? [];
  // A browser reads other forms of a letter as that letter: "printer.ｌｏｃａｌ" is inside as well.
  const name = host.normalize('NFKC');
  if (!PUBLIC_NAME.test(host) || !PUBLIC_NAME.test(name) || INNER_NAME.test(name)) return null;
  return port === undefined || Number(port) <= MAX_PORT ? address : null;
}
