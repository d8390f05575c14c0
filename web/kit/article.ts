/** Letters whose names begin with a vowel: "an S", "an M", but "a U". */
const VOWEL_LETTERS = /^[AEFHILMNORSX]/;
const VOWELS = /^[aeio]/i;
/** Read letter by letter. */
const ABBREVIATION = /^[A-Z]{2,}\b/;

/** A name with its indefinite article, by pronunciation: "an OU", "a UT", "an SMU", "a Stanford". */
export function withArticle(name: string): string {
  const isVowel = (ABBREVIATION.test(name) ? VOWEL_LETTERS : VOWELS).test(name);
  return `${isVowel ? 'an' : 'a'} ${name}`;
}

/** Full names that are not said without "the": "the University of Texas", but "Duke University". */
const NEEDS_THE = /^University of|^\w+ Institute\b/;

/** A school's name within a sentence. */
export function withThe(fullName: string): string {
  return NEEDS_THE.test(fullName) ? `the ${fullName}` : fullName;
}
