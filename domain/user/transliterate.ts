/** Letters that do not fall apart into a base letter and marks, with how they are written in a–z. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  [
    // Latin
    'ß ss  æ ae  œ oe  ø o  ł l  đ d  ð d  þ th  ı i  ħ h  ŋ n  ĸ k  ŧ t  ə e',
    // Cyrillic (passport style)
    'а a  б b  в v  г g  д d  е e  ж zh  з z  и i  к k  л l  м m  н n  о o  п p  р r  с s  т t  у u  ф f  х kh',
    'ц ts  ч ch  ш sh  щ shch  ъ ie  ы y  э e  ю iu  я ia  є ie  ґ g  ђ dj  ј j  љ lj  њ nj  ћ c  џ dz  ѕ dz  і i',
    // Greek
    'α a  β v  γ g  δ d  ε e  ζ z  η i  θ th  ι i  κ k  λ l  μ m  ν n  ξ x  ο o  π p  ρ r  σ s  ς s  τ t  υ y',
    'φ f  χ ch  ψ ps  ω o',
  ].flatMap((line) => line.split('  ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)])),
);

/** Writes a text in a–z and 0–9 (decisions D05); other characters are dropped. */
export function transliterate(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, (character) => LETTERS.get(character) ?? '')
    .replace(/[^a-z0-9]/g, '');
}
