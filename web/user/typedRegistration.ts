import { tabStorage } from '../kit/storage/textStorage.ts';

/** The fields of a new account as typed, but for the password. */
export interface TypedRegistration {
  readonly email: string;
  readonly name: string;
}

/** A kept form, and the query of the page on which it was typed. */
interface Kept extends TypedRegistration {
  readonly over: string;
}

/** Where this tab keeps it until a log-out, so that a reload loses nothing. */
const KEY = 'quad-register';

function keptRegistration(): Kept | null {
  try {
    const kept = JSON.parse(tabStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null;
    if (typeof kept?.email !== 'string' || typeof kept.name !== 'string') return null;
    return { email: kept.email, name: kept.name, over: String(kept.over) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

/**
 * The fields with which the form begins: those that were typed in this tab and not sent yet, since nobody has logged out.
 * The page's query fills the others; all that it names, where it is another one than that of the page of the typing.
 */
export function firstRegistration(query: URLSearchParams): TypedRegistration {
  const kept = keptRegistration();
  const given = kept?.over === query.toString() ? null : query;
  return {
    email: given?.get('email') ?? kept?.email ?? '',
    name: given?.get('name') ?? kept?.name ?? '',
  };
}

/** Keeps what was typed over the page's query. */
export function keepTypedRegistration({ email, name }: TypedRegistration, query: URLSearchParams): void {
  tabStorage.setItem(KEY, JSON.stringify({ email, name, over: query.toString() }));
}

/** It was sent: there is nothing left to type. */
export function registrationWasSent(): void {
  tabStorage.removeItem(KEY);
}
