import { useCallback, useRef, useState } from 'react';

/** The errors of a form, by field, and the way to the first of them. */
export interface FormErrors<Field extends string> {
  readonly errors: Readonly<Partial<Record<Field, string>>>;
  /** Remembers the control of a field: `ref={form.control('email')}`. */
  control(field: Field): (element: HTMLElement | null) => void;
  /** Shows the errors (`null`: none) and moves the focus to the first field with one. True when there is none. */
  check(found: Readonly<Record<Field, string | null>>): boolean;
  /** Moves the focus to a field. */
  focus(field: Field): void;
  /** Shows under a field why its value was refused (`null`: no change), and moves the focus there. */
  say(field: Field, refusal: string | null): void;
  /** The person edits the field: its error disappears. */
  mend(field: Field): void;
}

/** Errors under the fields, the focus on the first one; the input stays (interface rules for forms). */
export function useFormErrors<Field extends string>(): FormErrors<Field> {
  type Errors = Partial<Record<Field, string>>;
  const [errors, setErrors] = useState<Errors>({});
  const controls = useRef(new Map<Field, HTMLElement>());

  const control = useCallback(
    (field: Field) => (element: HTMLElement | null) => {
      if (element === null) controls.current.delete(field);
      else controls.current.set(field, element);
    },
    [],
  );
  const focus = useCallback((field: Field) => controls.current.get(field)?.focus(), []);
  const mend = useCallback((field: Field) => setErrors((now) => ({ ...now, [field]: undefined })), []);
  const check = useCallback(
    (found: Readonly<Record<Field, string | null>>) => {
      const wrong = (Object.keys(found) as Field[]).filter((field) => found[field] !== null);
      setErrors(Object.fromEntries(wrong.map((field) => [field, found[field]])) as Errors);
      const [first] = wrong;
      if (first !== undefined) focus(first);
      return first === undefined;
    },
    [focus],
  );
  const say = useCallback(
    (field: Field, refusal: string | null) => {
      if (refusal !== null) setErrors({ [field]: refusal } as Errors);
      focus(field);
    },
    [focus],
  );
  return { errors, control, check, focus, say, mend };
}
