/** Exports of posts for other nouns, beside the files that every noun shows. */
export { postFolder } from './files.ts';
export { isOwnPost } from './kind.ts';
export { plainText, titleOf } from './plainText.ts';
