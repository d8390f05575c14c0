import { describe, expect, it } from '@jest/globals';
import { EMPTY, isEmpty, keptText, restore, together, withWords } from '#web/writing/draftContent.ts';
import { NOTHING_OFFERED } from '#web/writing/draftTerms.ts';
import type { DraftPhoto } from '#web/writing/photo.ts';

const photo = (id: string) => ({ id }) as DraftPhoto;
const content = (words: string, ...photos: string[]) => ({
  ...EMPTY,
  text: keptText(words),
  photos: photos.map(photo),
});

describe('what was added before the stored draft had been read', () => {
  it('comes below it, with its pictures behind those: nothing of either is lost', () => {
    const both = together(content('A desk', 'one'), content('of oak', 'two'));
    expect(both).toEqual(content('A desk\nof oak', 'one', 'two'));
  });

  it('is all there is where nothing was stored, as the very same content', () => {
    const added = content('', 'one');
    expect(together(restore(undefined), added)).toBe(added);
    expect(together(content('A desk'), added)).toEqual(content('A desk', 'one'));
  });

  it('offers what it says, else what was stored', () => {
    const price = { ...NOTHING_OFFERED, cost: 'amount', amount: '5' } as const;
    expect(together({ ...EMPTY, terms: price }, content('Hi')).terms).toEqual(price);
    expect(together(content('Hi'), { ...content('Hi'), terms: price }).terms).toEqual(price);
  });

  it('has the words that the editor did not take over, line by line', () => {
    expect(withWords(content('A desk'), 'of oak\nand ash')).toEqual(content('A desk\nof oak\nand ash'));
    expect(withWords(EMPTY, 'of oak')).toEqual(content('of oak'));
    expect(isEmpty(withWords(EMPTY, '  '))).toBe(true);
  });
});
