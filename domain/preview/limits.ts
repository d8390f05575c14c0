/** Characters of an address that gets a card; a longer one stays a link in the text. */
export const LINK_MAX_CHARACTERS = 2_000;
