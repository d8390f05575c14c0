import { standInForFocus } from '../../kit/focusPlace.ts';

/** Text typed before the editor was loaded. */
export interface TypedAhead {
  text: string;
  /** Its field had the focus: the editor takes it over. */
  focused: boolean;
}

/** Whether these keys send what is being written. */
export function isSendKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey);
}

/** Paths of composers; elsewhere the typed text has no taker. */
const COMPOSER_PATHS = '/create/';

let field: HTMLTextAreaElement | null = null;

/**
 * Captures the keys from the press that opens a composer on, in an invisible text field, so that input methods, paste
 * and a phone's keyboard work as in the composer, and shortcuts are off. Call it in the press itself: a phone opens its
 * keyboard only then.
 *
 * @param label name of the text, for screen readers
 */
export function typeAhead(label: string): void {
  drop();
  const made = document.createElement('textarea');
  made.className = 'typed-ahead';
  made.setAttribute('aria-label', label);
  // The person went elsewhere.
  made.addEventListener('blur', () => made.value === '' && field === made && drop());
  made.addEventListener('keydown', (event) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    made.dataset.sends = '';
  });
  addEventListener('popstate', drop, { once: true });
  standInForFocus(made);
  document.body.append(made);
  made.focus({ preventScroll: true });
  field = made;
}

/**
 * Returns the text typed on the way to this composer, once, and whether the keys that send followed; `null`: no field was
 * open.
 */
export function takeTypedAhead(): (TypedAhead & { readonly sends: boolean }) | null {
  if (field === null) return null;
  const taken = { text: field.value, focused: document.activeElement === field, sends: 'sends' in field.dataset };
  drop();
  return location.pathname.startsWith(COMPOSER_PATHS) ? taken : null;
}

function drop(): void {
  const old = field;
  field = null;
  old?.remove();
  removeEventListener('popstate', drop);
}
