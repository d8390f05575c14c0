import { useEffect } from 'react';

let holders = 0;

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
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some((field) =>
    field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue,
  );
}
