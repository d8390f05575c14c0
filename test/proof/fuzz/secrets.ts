/** Kind of a secret that must not be in a log line; it names the secret in a finding without its value. */
export type SecretKind = 'password' | 'code' | 'cookie' | 'e-mail address' | 'text of a person' | 'password hash';

/** Shorter values are searched as whole words: four digits occur in many numbers. */
const SHORT_CHARACTERS = 8;
const PASSWORD_HASH = /\$2[aby]\$\d\d\$/;
/** Intended parts of log lines that may contain the digits of a code by chance; clients may write ids in capitals. */
const HARMLESS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|:\d+|"[a-zA-Z]+":\d+(\.\d+)?/gi;

/** The secrets of a run. */
export class Secrets {
  /** By their beginning: many begin alike, and looking for that finds none of them at once. */
  readonly #long = new Map<string, Map<string, SecretKind>>();
  readonly #codes = new Set<string>();

  add(kind: SecretKind, value: string): void {
    if (value.length < SHORT_CHARACTERS) this.#codes.add(value);
    else {
      const beginning = value.slice(0, SHORT_CHARACTERS);
      const alike = this.#long.get(beginning) ?? new Map<string, SecretKind>();
      this.#long.set(beginning, alike.set(value, kind));
    }
  }

  /** The kind of the first secret that a log line holds, `null` when it holds none. */
  inLogLine(line: string): SecretKind | null {
    return this.#longIn(line) ?? this.#codeIn(line);
  }

  /** The kind of the first secret that no answer may hold, to whomever. */
  inAnswer(text: string): SecretKind | null {
    const found = this.#longIn(text, ['password']);
    return found ?? (PASSWORD_HASH.test(text) ? 'password hash' : null);
  }

  #longIn(text: string, kinds?: readonly SecretKind[]): SecretKind | null {
    for (const [beginning, alike] of this.#long) {
      if (!text.includes(beginning)) continue;
      for (const [value, kind] of alike) {
        if ((kinds === undefined || kinds.includes(kind)) && text.includes(value)) return kind;
      }
    }
    return PASSWORD_HASH.test(text) ? 'password hash' : null;
  }

  #codeIn(line: string): SecretKind | null {
    const words = line.replace(HARMLESS, ' ').split(/[^0-9A-Za-z]+/);
    return words.some((word) => this.#codes.has(word)) ? 'code' : null;
  }
}
