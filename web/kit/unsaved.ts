import { useEffect } from 'react';

let holders = 0;

/** Whether something is open that would be lost, or would have to be found again, with the page. */
export function hasUnsaved(): boolean {
  return holders > 0 || hasTypedField();
}

/** Says, while it is mounted, whether it holds something that nobody has sent yet. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    holders += 1;
    return () => {
      holders -= 1;
    };
  }, [isUnsaved]);
}

/** Fields of forms say nothing by themselves: whatever a person has put into one counts. */
function hasTypedField(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some((field) =>
    field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue,
  );
}
