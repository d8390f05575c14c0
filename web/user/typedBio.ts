/**
 * The bios that people have typed in the wizard and not saved yet, by the person's id: a person who leaves its step in any
 * way finds the words again. They end with the page, and the browser asks before that.
 */
const typed = new Map<string, string>();

/** The unsaved words of the person; `undefined`: none. */
export function typedBio(userId: string): string | undefined {
  return typed.get(userId);
}

export function keepTypedBio(userId: string, bio: string): void {
  typed.set(userId, bio);
}

/** It is saved, or nothing of it is left. */
export function forgetTypedBio(userId: string): void {
  typed.delete(userId);
}
