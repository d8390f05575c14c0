import { describe, expect, it } from '@jest/globals';
import { categories } from '#domain/post/categories.ts';
import { suggestCategory, things } from '#web/post/offer/suggestCategory.ts';

const suggested = (...lines: readonly string[]) =>
  suggestCategory(lines.map((text) => ({ type: 'paragraph', children: [{ text }] })))?.label ?? null;

describe('the category that words suggest', () => {
  it.each([
    ['Couch, hardly used', 'Furniture'],
    ['IKEA desks and two chairs', 'Furniture'],
    ['Calculus textbooks', 'Books Movies & Music'],
    ['MacBook Air 13', 'Computers & Accessories'],
    ['mini fridge for the dorm', 'Kitchen & Dining'],
    ['T-shirts, size M', 'Clothing & Shoes'],
    ['2 tickets for Saturday', 'Tickets'],
    ['Subleasing my room', 'Housing & Apartments'],
    ['PS5 with two controllers', 'Video games & Consoles'],
    ['🚲', 'Sports & Outdoors'],
    ['TI-84 calculator', 'School supplies'],
    ['Blu-ray collection', 'Books Movies & Music'],
    ['3D printer, works', '3D Printers & Supplies'],
    ['A printer', 'Computers & Accessories'],
    ['Two board games', 'Toys Games & Hobbies'],
    ['yoga mat', 'Exercise'],
    ['Coffee maker', 'Kitchen & Dining'],
    ['Trading cards from 1999', 'Trading cards'],
    ['Fish tank with a lid', 'Pet supplies'],
  ])('[SHOP-B] "%s" is %s', (text, label) => {
    expect(suggested(text)).toBe(label);
  });

  it('[SHOP-B] is none for words that name nothing, and for two things of two kinds', () => {
    for (const text of ['', 'Hello everybody', 'A guitar and a kayak'])
      expect([text, suggested(text)]).toEqual([text, null]);
  });

  it('[SHOP-B] is that of the first line, whatever the others name', () => {
    expect(suggested('A guitar', 'fits into a car, a truck or a van')).toBe('Musical instruments');
    expect(suggested('Must go by Friday', 'a sofa')).toBe('Furniture');
  });

  it('[SHOP-B] is there for each category, and each of its things names it alone', () => {
    expect(Object.keys(things).toSorted()).toEqual(categories.map(({ label }) => label).toSorted());
    for (const [label, words] of Object.entries(things)) {
      for (const word of words.split(', ')) expect([word, suggested(word)]).toEqual([word, label]);
    }
  });
});
