/** A category of a post: `value` is stored and filtered by, `label` is shown. */
export interface Category {
  readonly value: string;
  readonly label: string;
}

/** The value of a post without a category, and of the filter that shows everything (POST-08, Q26; the label: decisions D40). */
export const ALL_CATEGORIES: Category = { value: 'all', label: 'all categories' };

/** The one value that is not its label in lower case (POST-08). */
const CLOTHING: Category = { value: 'clothing, shoes, & accessories', label: 'Clothing & Shoes' };

function named(label: string): Category {
  return { value: label.toLowerCase(), label };
}

/** The 32 categories in their order (POST-09). */
export const categories: readonly Category[] = [
  named('Audio & Speakers'),
  named('Auto parts & Accessories'),
  named('Books Movies & Music'),
  CLOTHING,
  named('Cars & Trucks'),
  named('Cameras & Photography'),
  named('Cell phones & Accessories'),
  named('Collectibles & Art'),
  named('Computers & Accessories'),
  named('Drones'),
  named('Exercise'),
  named('Jewelry & Accessories'),
  named('Furniture'),
  named('Health & Beauty'),
  named('Housing & Apartments'),
  named('Home decor'),
  named('Household'),
  named('Kitchen & Dining'),
  named('Musical instruments'),
  named('Motorcycles'),
  named('Pet supplies'),
  named('School supplies'),
  named('Sports & Outdoors'),
  named('Tickets'),
  named('Tires & Rims'),
  named('Toys Games & Hobbies'),
  named('Trading cards'),
  named('TVs & Media players'),
  named('Video games & Consoles'),
  named('Virtual reality'),
  named('Wearables'),
  named('3D Printers & Supplies'),
];

const byValue = new Map([ALL_CATEGORIES, ...categories].map((category) => [category.value, category]));

/** A category by its value; `all` is one of them. */
export function findCategory(value: string): Category | undefined {
  return byValue.get(value);
}
