/** A refusal by a rule: a code with data. Never HTTP; the texts stand beside the rule, the status in `server/http`. */
export interface Rejection<Code extends string = string> {
  readonly code: Code;
  readonly data: Readonly<Record<string, string | number>>;
}

/** Makes a rejection. */
export function rejection<Code extends string>(
  code: Code,
  data: Readonly<Record<string, string | number>> = {},
): Rejection<Code> {
  return { code, data };
}

/** What a person reads for a rejection, by code. `{name}` in a text is filled from the rejection's data. */
export type RejectionTexts<Code extends string = string> = Readonly<Record<Code, string>>;

/** Fills the placeholders of a text from a rejection's data. */
export function fillText(text: string, data: Rejection['data']): string {
  return text.replace(/\{(\w+)\}( \w+s\b)?/g, (whole, name: string, many: string | undefined) => {
    const value = data[name];
    if (value === undefined) return whole;
    return `${value}${value === 1 && many !== undefined ? many.slice(0, -1) : (many ?? '')}`;
  });
}
