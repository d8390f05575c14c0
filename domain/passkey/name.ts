import type { Rejection } from '../kernel/rejection.ts';
import { cleanText, countCharacters, isUnseen } from '../kernel/text.ts';
import { PASSKEY_NAME_MAX_CHARACTERS } from './limits.ts';
import { passkeyRejection } from './rejection.ts';

/** A passkey's name as it is stored: one line. */
export function normalisePasskeyName(typed: string): string {
  return cleanText(typed).replace(/\s+/gu, ' ').trim();
}

/** The error of a passkey's name, or `null`: it needs visible text. */
export function checkPasskeyName(typed: string): Rejection | null {
  const name = normalisePasskeyName(typed);
  if (isUnseen(name)) return passkeyRejection('PASSKEY_NAME_REQUIRED');
  return countCharacters(name) > PASSKEY_NAME_MAX_CHARACTERS ? passkeyRejection('PASSKEY_NAME_TOO_LONG') : null;
}
