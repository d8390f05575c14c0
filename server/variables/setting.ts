import * as z from 'zod/mini';

/** Where a server runs: `development` shows the mailbox and seeds a demo campus; `production` hides both. */
export type Stage = 'development' | 'production';

/** A variable of the operator: its check, and the values it takes in words. */
export interface Variable<Value> {
  readonly schema: z.ZodMiniType<Value, string>;
  readonly takes: string;
  /** No message repeats its value. */
  readonly secret?: true;
}

/** Variables by name. */
export type Variables = Readonly<Record<string, Variable<unknown>>>;

/** Values of the variables that are set. */
export type ValuesOf<Of extends Variables> = { readonly [Name in keyof Of]?: z.output<Of[Name]['schema']> };

/** A row of the README's table of variables. */
export interface VariableRow<Name extends string> {
  readonly names: readonly Name[];
  /** Value without one, as the table shows it. */
  readonly default: string;
  readonly says: string;
}

/**
 * The variables of one part of the server, in a file of their own. `server/config.ts` puts all of them together;
 * `test/house/deployment.test.ts` compares them with the README's table and the compose file.
 */
export interface Setting<Of extends Variables, Part extends object> {
  readonly variables: Of;
  readonly table: readonly VariableRow<keyof Of & string>[];
  /** Variables that are set together or not at all, and why. */
  readonly together?: { readonly names: readonly (keyof Of & string)[]; readonly why: string };
  /** Reasons why production is refused with these values. */
  refuseProduction?(values: ValuesOf<Of>): readonly string[];
  /** Its part of the configuration. */
  read(values: ValuesOf<Of>, stage: Stage): Part;
}

/** Declares the variables of one part of the server. */
export function defineSetting<Of extends Variables, Part extends object>(
  setting: Setting<Of, Part>,
): Setting<Of, Part> {
  return setting;
}

/** Values of a variable that is on or off. */
export const SWITCHES = ['on', 'off'] as const;

/** A whole number of at most nine digits. */
export const wholeNumber = (max: number, min = 0) =>
  z
    .pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))
    .check(z.refine((value) => value >= min && value <= max));

/** An absolute address. @param protocols with their colon */
export const address = (...protocols: readonly string[]) =>
  z.string().check(z.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol)));

/** Text by a pattern. */
export const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));

/** One or more values with commas between them. */
export const listOf = <Value>(value: z.ZodMiniType<Value, string>) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',').map((each) => each.trim())),
    ),
    z.array(value).check(z.minLength(1)),
  );
