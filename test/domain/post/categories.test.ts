import { describe, expect, it } from '@jest/globals';
import { ALL_CATEGORIES, categories, findCategory } from '#domain/post/categories.ts';

describe('categories', () => {
  it('[POST-09 in part] are 32 in the given order', () => {
    expect(categories.map((category) => category.label).join('; ')).toBe(
      'Audio & Speakers; Auto parts & Accessories; Books Movies & Music; Clothing & Shoes; Cars & Trucks; ' +
        'Cameras & Photography; Cell phones & Accessories; Collectibles & Art; Computers & Accessories; Drones; ' +
        'Exercise; Jewelry & Accessories; Furniture; Health & Beauty; Housing & Apartments; Home decor; Household; ' +
        'Kitchen & Dining; Musical instruments; Motorcycles; Pet supplies; School supplies; Sports & Outdoors; ' +
        'Tickets; Tires & Rims; Toys Games & Hobbies; Trading cards; TVs & Media players; Video games & Consoles; ' +
        'Virtual reality; Wearables; 3D Printers & Supplies',
    );
    expect(categories).toHaveLength(32);
  });

  it('[POST-08 in part] have their label in lower case as value, except clothing', () => {
    const others = categories.filter((category) => category.value !== category.label.toLowerCase());
    expect(others).toEqual([{ value: 'clothing, shoes, & accessories', label: 'Clothing & Shoes' }]);
    expect(ALL_CATEGORIES.value).toBe('all');
    expect(findCategory('all')).toBe(ALL_CATEGORIES);
    expect(findCategory('tickets')?.label).toBe('Tickets');
    expect(findCategory('constructor')).toBeUndefined();
  });
});
