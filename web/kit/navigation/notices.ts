/** One-time notices: stored flags that the next page shows once (SHEL-11, D13). */
const TEXTS = {
  comment_success: { true: 'Your reply was sent' },
} as const;

type Flag = keyof typeof TEXTS;

/** Leaves a notice for the next page. */
export function leaveNotice<F extends Flag>(flag: F, value: keyof (typeof TEXTS)[F] & string): void {
  sessionStorage.setItem(flag, value);
}

/** Texts of the notices that wait; each is handed out once. */
export function takeNotices(): readonly string[] {
  return (Object.keys(TEXTS) as Flag[]).flatMap((flag) => {
    const value = sessionStorage.getItem(flag);
    if (value === null) return [];
    sessionStorage.removeItem(flag);
    const text = (TEXTS[flag] as Readonly<Record<string, string>>)[value];
    return text === undefined ? [] : [text];
  });
}
