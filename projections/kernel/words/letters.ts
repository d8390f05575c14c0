/** Letters that do not fall apart into a plain one and its mark, and what one types who does not have them. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ĸ: 'k', ƒ: 'f', ə: 'e' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ĳ: 'ij' },
};
const TO_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** Lower case, without accents, in the widest form of each sign; syllables of Korean are one letter each. */
export function plainLetters(text: string): string {
  // Some letters have a lower case only once they are taken apart, and some fall apart only in lower case.
  const letters = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return letters.replace(TO_PLAIN, (letter) => PLAIN[letter] ?? letter).normalize('NFC');
}
