import { tabStorage } from '../storage/textStorage.ts';

/** Texts of one-time notices, by flag and value. */
export type NoticeTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Leaves a notice for the next page: a stored flag that it shows once (SHEL-11, D13). */
export function leaveNotice(flag: string, value: string): void {
  tabStorage.setItem(flag, value);
}

/** Texts of the notices that wait; each is handed out once. */
export function takeNotices(texts: NoticeTexts): readonly string[] {
  return Object.entries(texts).flatMap(([flag, byValue]) => {
    const value = tabStorage.getItem(flag);
    if (value === null) return [];
    tabStorage.removeItem(flag);
    const text = byValue[value];
    return text === undefined ? [] : [text];
  });
}
