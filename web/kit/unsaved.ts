import { useEffect } from 'react';

let holders = 0;
/** Texts of the fields that a person has entered, as they were before: `defaultValue` follows what is typed (React). */
const textsBefore = new WeakMap<Field, string>();

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Notes the text of each field before a person changes it. Called once, when the page begins. @returns ends it */
export function watchFields(): () => void {
  const note = (target: unknown) => {
    if (isField(target) && !textsBefore.has(target)) textsBefore.set(target, target.value);
  };
  const entered = ({ target }: Event) => note(target);
  note(document.activeElement);
  addEventListener('focusin', entered, { capture: true });
  return () => removeEventListener('focusin', entered, { capture: true });
}

/** Whether something is open that would be lost, or would have to be found again, with the page. */
export function hasUnsaved(): boolean {
  return holders > 0 || hasTypedField();
}

/** Reports, while mounted, whether the component has unsent input. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    holders += 1;
    return () => {
      holders -= 1;
    };
  }, [isUnsaved]);
}

/** Lets the browser ask, while mounted, before a page is closed or reloaded whose input is kept nowhere else. */
export function useAskBeforeUnload(isUnkept: boolean): void {
  useEffect(() => {
    if (!isUnkept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnkept]);
}

/** Form fields do not report by themselves: any text that a person has typed counts. */
function hasTypedField(): boolean {
  return [...document.querySelectorAll<Field>('input, textarea')].some((field) =>
    field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== (textsBefore.get(field) ?? field.value),
  );
}
