import { kindsOf, partsOf, singular, standing, wordOfEmoji } from './words/everyday.ts';
import { plainLetters } from './words/letters.ts';
import { type Piece, piecesOf } from './words/pieces.ts';

/** Characters of a word that count; longer words are equal if these are. */
export const SEARCH_WORD_MAX_CHARACTERS = 40;

/** The kind of the words of an index: of the language, or names, which have no plural and mean nobody else. */
export type Wording = 'language' | 'names';

/** A word that a text has or is found by, and where that stands: from and to, in UTF-16 units. */
export interface HeldWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** A word as it is written, and where. Of a script without spaces it is one letter, which makes words with those around it. */
interface Written extends HeldWord {
  readonly kind: Piece['kind'];
}

const PLAIN_WORD = /^[A-Za-z0-9]+$/;
/** Between two words that some write as one. */
const JOINT = /^[-\u2010\u2011'\u2019]$/;
const APOSTROPHE = /^['\u2019]$/;
const GAP = /^[ \u00A0]$/;
/** A name with a number, as `ps5`, and a number with its unit, as `128gb`. */
const NAME_NUMBER = /^(\p{L}{1,10})(\d{1,4})$/u;
const NUMBER_UNIT = /^(\d{1,4})(\p{L}{1,3})$/u;
const NAME = /^\p{L}{1,10}$/u;
const NUMBER = /^\d{1,4}$/;
const UNITS = new Set([
  'gb',
  'tb',
  'mb',
  'in',
  'inch',
  'cm',
  'mm',
  'ft',
  'oz',
  'lb',
  'kg',
  'hz',
  'ghz',
  'w',
  'v',
  'k',
  'l',
]);
/** They name nothing that has a number. */
const NO_NAMES = new Set(
  'a an and or the of for at in to by on is was only just about over under from with asking obo around like best'.split(
    ' ',
  ),
);
/** Words of a question that say nothing of the thing; a post need not have them. */
const FILLERS = new Set('a an the of for to with and or in on at my some any i is are'.split(' '));
/** Begins the word of an emoji: two letters that nobody writes, too short for a mistake to be forgiven in them. */
const EMOJI_LETTER = '\uA66E';
/** Letters that stand for signs, from the first one on; and the two ranges in which all emoji are. */
const SIGN_LETTERS_FROM = 0x4e00;
const LOW_SIGNS_FROM = 0x2000;
const LOW_SIGNS = 0x1300;
const HIGH_SIGNS_FROM = 0x1f000;

/**
 * The words of a question, as every search engine gets them: a document is found if it has each of them (`heldWords`). Lower
 * case, plain letters, split at everything that is neither letter nor digit; of words of the language, the one that stands
 * for all that mean the same, in the singular. So no engine's own idea of a word matters.
 */
export function searchWords(text: string, wording: Wording = 'language'): readonly string[] {
  const all = writtenWords(text);
  const telling = wording === 'names' ? [] : all.filter((_, n) => !isFiller(all, n, text));
  // Nothing but such words is sought as it is.
  const written = telling.length === 0 ? all : telling;
  return written.flatMap(({ kind, word }, n) => {
    const pair = wording === 'names' ? null : knownPair(written, n, text);
    if (pair !== null) return [rootOf(pair)];
    if (wording !== 'names' && n > 0 && knownPair(written, n - 1, text) !== null) return [];
    if (kind === 'spaceless') return soughtLetters(written, n);
    if (kind === 'emoji') return [soughtEmoji(word, wording)];
    if (wording === 'names') return [word];
    return word === 's' && isAfter(written, n, text, APOSTROPHE) ? [] : [rootOf(word)];
  });
}

/** Whether a word of a question says nothing of what is sought: "a bike for sale" is a bike. */
function isFiller(written: readonly Written[], n: number, text: string): boolean {
  const [before, one, next] = [written[n - 1], written[n], written[n + 1]];
  if (one?.kind !== 'word') return false;
  if (FILLERS.has(one.word)) return !isPart(written, n, text);
  return (one.word === 'sale' && before?.word === 'for') || (one.word === 'looking' && next?.word === 'for');
}

/** Whether a word is one with a neighbour: by a hyphen or an apostrophe, or as some write the two. */
const isPart = (written: readonly Written[], n: number, text: string) =>
  [n, n + 1].some((after) => isAfter(written, after, text, JOINT) || knownPair(written, after - 1, text) !== null);

/**
 * The words by which a document with a text is found, and where they stand: each word as it is written, its singular, what
 * else it is called; words that are written as one, as two or with a hyphen, in all these ways.
 */
export function heldWords(text: string, wording: Wording = 'language'): readonly HeldWord[] {
  const written = writtenWords(text);
  const ways = written.flatMap((each, n) => [...waysOf(each, wording), ...joinedWith(written, n, text, wording)]);
  if (wording === 'names') return ways;
  return ways.flatMap(({ word, from, to }) => meaningsOf(word).map((meaning) => ({ word: meaning, from, to })));
}

/** The words of a document, each with a space between them, as engines get them. */
export function heldText(text: string, wording: Wording): string {
  const words = heldWords(text, wording).map(({ word }) => word);
  // How often a name has a word says how well it matches; of the language that only makes an index larger.
  return (wording === 'names' ? words : [...new Set(words)]).join(' ');
}

/** The word that stands for a word of the language. */
const rootOf = (word: string) => standing(singular(word));

function meaningsOf(word: string): readonly string[] {
  const root = rootOf(word);
  return [...new Set([word, singular(word), root, ...kindsOf(root)])];
}

/** A word in all the ways in which it may be written. */
function waysOf(written: Written, wording: Wording): readonly HeldWord[] {
  const { word, kind, from, to } = written;
  const at = (words: readonly string[]) => words.map((each) => ({ word: each, from, to }));
  if (kind === 'spaceless') return at([word]);
  if (kind === 'emoji') return at([emojiWord(word), ...[wordOfEmoji(word) ?? []].flat()]);
  if (wording === 'names') return at([word]);
  const [, ...divided] = NAME_NUMBER.exec(word) ?? NUMBER_UNIT.exec(word) ?? [];
  return at([word, ...divided]);
}

/** The word and the next one as one, where some write them so. */
function joinedWith(written: readonly Written[], n: number, text: string, wording: Wording): readonly HeldWord[] {
  const [one, next] = [written[n], written[n + 1]];
  if (one === undefined || next === undefined || one.kind !== next.kind) return [];
  const word = `${one.word}${next.word}`;
  const joined = [{ word, from: one.from, to: next.to }];
  if (one.kind === 'spaceless') return one.to === next.from ? joined : [];
  if (one.kind === 'emoji' || [...word].length > SEARCH_WORD_MAX_CHARACTERS) return [];
  if (isAfter(written, n + 1, text, JOINT)) return joined;
  if (wording === 'names' || !isAfter(written, n + 1, text, GAP)) return [];
  const isNumbered = NAME.test(one.word) && NUMBER.test(next.word) && !NO_NAMES.has(one.word);
  const isMeasured = NUMBER.test(one.word) && UNITS.has(next.word);
  return isNumbered || isMeasured || isKnownPair(one.word, next.word) ? joined : [];
}

/** Whether some write these two as one: each way of writing finds the other. */
function isKnownPair(one: string, next: string): boolean {
  const [first, second] = partsOf(singular(`${one}${next}`));
  return first === one && second === singular(next);
}

/** The word and the next one as one, if that is how a question seeks them; of three in a row that make two, the first. */
function knownPair(written: readonly Written[], n: number, text: string): string | null {
  const [one, next] = [written[n], written[n + 1]];
  if (one?.kind !== 'word' || next?.kind !== 'word' || !isKnownPair(one.word, next.word)) return null;
  const isBeside = isAfter(written, n + 1, text, JOINT) || isAfter(written, n + 1, text, GAP);
  return isBeside && (n === 0 || knownPair(written, n - 1, text) === null) ? `${one.word}${next.word}` : null;
}

/** Of a script without spaces any two letters that follow each other are sought, one alone where it stands alone. */
function soughtLetters(written: readonly Written[], n: number): readonly string[] {
  const [before, one, next] = [written[n - 1], written[n], written[n + 1]];
  const isBeside = (first: Written | undefined, second: Written | undefined) =>
    first?.kind === 'spaceless' && second?.kind === 'spaceless' && first.to === second.from;
  if (one === undefined) return [];
  if (next !== undefined && isBeside(one, next)) return [`${one.word}${next.word}`];
  return isBeside(before, one) ? [] : [one.word];
}

function soughtEmoji(emoji: string, wording: Wording): string {
  const thing = wording === 'names' ? undefined : wordOfEmoji(emoji);
  return thing === undefined ? emojiWord(emoji) : rootOf(thing);
}

/** Whether between a word and the one before it there is this and nothing else. */
function isAfter(written: readonly Written[], n: number, text: string, between: RegExp): boolean {
  const [before, one] = [written[n - 1], written[n]];
  return before !== undefined && one !== undefined && between.test(text.slice(before.to, one.from));
}

/** The words of a text as they are written, in lower case and plain letters; an emoji is itself. */
function writtenWords(text: string): readonly Written[] {
  return piecesOf(text).flatMap((piece) => {
    const { kind, text: own, from } = piece;
    const place = { kind, from, to: from + own.length };
    if (kind === 'emoji') return [{ ...place, word: own }];
    if (kind === 'spaceless') return lettersOf(piece);
    return wordsIn(own).map((word) => ({ ...place, word }));
  });
}

function wordsIn(text: string): readonly string[] {
  // Most words are of plain letters already, and a search reads many.
  if (PLAIN_WORD.test(text)) return [text.toLowerCase().slice(0, SEARCH_WORD_MAX_CHARACTERS)];
  return (plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    [...word].slice(0, SEARCH_WORD_MAX_CHARACTERS).join(''),
  );
}

/** The letters of a run, each where it stands with its marks. */
function lettersOf({ kind, text, from }: Piece): readonly Written[] {
  return [...text.normalize('NFC').matchAll(/[^\p{M}]\p{M}*/gu)].flatMap(({ 0: letter, index }) =>
    wordsIn(letter).map((word) => ({ kind, word, from: from + index, to: from + index + letter.length })),
  );
}

/** The word by which an emoji is found. */
function emojiWord(emoji: string): string {
  const letters = [...emoji].map((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const place = code < HIGH_SIGNS_FROM ? code - LOW_SIGNS_FROM : code - HIGH_SIGNS_FROM + LOW_SIGNS;
    return String.fromCodePoint(SIGN_LETTERS_FROM + place);
  });
  return `${EMOJI_LETTER}${letters.join('')}`;
}
