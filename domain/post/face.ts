/** Exports of posts for other nouns, beside the files that every noun shows. */
export { postFolder } from './files.ts';
export { isOwnPost } from './kind.ts';
export { plainText } from './plainText.ts';
