import { standInForFocus } from '../../kit/focusPlace.ts';

/** What was typed before there was an editor to take it. */
export interface TypedAhead {
  text: string;
  /** Its field had the focus: the editor takes it over. */
  focused: boolean;
}

/** Where composers have pages of their own; elsewhere nobody will take what is typed. */
const COMPOSER_PATHS = '/create/';

let field: HTMLTextAreaElement | null = null;

/**
 * Takes the keys from the press that opens a composer on: a text field that nobody sees, so that input methods, paste
 * and a phone's keyboard work as they will in the composer, and shortcuts rest. Called in the press itself: a phone
 * opens its keyboard for nothing else.
 *
 * @param label what is written, as it is read out
 */
export function typeAhead(label: string): void {
  drop();
  const made = document.createElement('textarea');
  made.className = 'typed-ahead';
  made.setAttribute('aria-label', label);
  // The person went elsewhere.
  made.addEventListener('blur', () => made.value === '' && field === made && drop());
  addEventListener('popstate', drop, { once: true });
  standInForFocus(made);
  document.body.append(made);
  made.focus({ preventScroll: true });
  field = made;
}

/** Hands over what was typed on the way to this composer, once; `null`: nobody was typing. */
export function takeTypedAhead(): TypedAhead | null {
  if (field === null) return null;
  const taken = { text: field.value, focused: document.activeElement === field };
  drop();
  return location.pathname.startsWith(COMPOSER_PATHS) ? taken : null;
}

function drop(): void {
  const old = field;
  field = null;
  old?.remove();
  removeEventListener('popstate', drop);
}
