import type { Link } from './link.ts';

const NUMBER = '(?<![\\w$#.,-])\\d{1,5}\\s+';
const COMPASS = '(?:[NSEW]|NE|NW|SE|SW|North|South|East|West|Northeast|Northwest|Southeast|Southwest)';
const LEADING_COMPASS = `(?:${COMPASS}\\.?\\s+)?`;
const TRAILING_COMPASS = `(?:\\s+${COMPASS}\\b)?`;
/** Words need their capitals: "3 nice way" is no address. */
const WORD = "(?:[A-Z][A-Za-z'’.-]*|\\d{1,3}(?:st|nd|rd|th))";
/**
 * Street suffixes and their abbreviations (USPS Publication 28, appendix C1), without those that also name goods for
 * sale: Pass, Run, View, Park, Center, …
 */
const SUFFIX = [
  'Alley|Avenue|Bend|Boulevard|Bypass|Causeway|Circle|Commons|Court|Courts|Cove|Crescent|Crossing|Drive',
  'Esplanade|Expressway|Freeway|Grove|Heights|Highway|Hollow|Landing|Lane|Loop|Mall|Manor|Mews|Oval',
  'Parkway|Path|Pike|Place|Plaza|Ridge|Road|Square|Street|Terrace|Trace|Trail|Turnpike|Walk|Way',
].join('|');
/** A full stop may follow them; after a whole word it ends the sentence. */
const SHORT_SUFFIX = [
  'Aly|Ave|Blvd|Byp|Cswy|Cir|Ct|Cts|Cv|Cres|Xing|Dr|Expy|Fwy|Grv|Hts|Hwy|Holw|Lndg|Ln|Mnr|Pkwy|Pl|Plz',
  'Rdg|Rd|Sq|St|Ter|Trce|Trl|Tpke',
].join('|');
const ANY_SUFFIX = `(?:(?:${SUFFIX})\\b|(?:${SHORT_SUFFIX})\\b\\.?)`;
const UNIT =
  '(?:,?\\s+(?:Apt|Apartment|Bldg|Building|Floor|Fl|Lot|Rm|Room|Unit|Suite|Ste)\\.?\\s*#?\\w{1,6}|,?\\s+#\\w{1,6})?';

const STATE = `(?:${[
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]',
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois',
  'Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri',
  'Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma',
  'Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington',
  'West Virginia|Wisconsin|Wyoming',
].join('|')})\\b`;
const ZIP = '\\d{5}(?:-\\d{4})?(?![\\w-])';
/** Up to three words, as in "Salt Lake City". */
const CITY = "[A-Z][A-Za-z'’.-]*(?:\\s+[A-Z][A-Za-z'’.-]*){0,2}";
/** ", Norman, OK 73069" in all its shorter forms. A city or "OK" alone may belong to the sentence: "12 Main St, OK?" */
const TOWN_WITH_ZIP = `,?\\s+(?:${CITY},?\\s+)?(?:${STATE}\\.?,?\\s+)?${ZIP}`;
const TOWN = `(?<town>${TOWN_WITH_ZIP}|,\\s+${CITY},?\\s+${STATE})?`;

/** "1024 S Lindsey St", "215 13th Avenue, Apt 4", "660 Parrington Oval, Norman, OK 73019". */
const BY_SUFFIX = `${LEADING_COMPASS}(?:${WORD}\\s+){1,3}${ANY_SUFFIX}${TRAILING_COMPASS}${UNIT}${TOWN}`;
/** "501 Broadway, Norman, OK 73069": any street, when state and ZIP leave no doubt. */
const BY_ZIP = `${WORD}(?:\\s+${WORD}){0,3}${UNIT},?\\s+${CITY},?\\s+${STATE}\\.?,?\\s+${ZIP}`;

const ADDRESS = new RegExp(`${NUMBER}(?:${BY_SUFFIX}|(?<whole>${BY_ZIP}))`, 'g');

/**
 * Finds street addresses of the United States; each leads to a maps search (FEED-18).
 *
 * @param near city and state that keep "12 Main St" in the campus's own city
 */
export function streetAddresses(text: string, near: string): readonly Link[] {
  return [...text.matchAll(ADDRESS)].map((match) => {
    const hasTown = match.groups?.town !== undefined || match.groups?.whole !== undefined;
    const query = hasTown || near === '' ? match[0] : `${match[0]}, ${near}`;
    return {
      text: match[0],
      href: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`,
      kind: 'address',
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}
