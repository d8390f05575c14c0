/**
 * Words by which all posts of a category are found, by its value. They are those of its name that are true of most of
 * its things: who looks for music wants no textbook, though both are in "Books Movies & Music".
 */
const WORDS: Readonly<Record<string, string>> = {
  'audio & speakers': 'audio',
  'auto parts & accessories': 'auto parts',
  'books movies & music': 'books',
  'clothing, shoes, & accessories': 'clothing clothes apparel',
  'cars & trucks': 'cars',
  'cameras & photography': 'cameras photography',
  'cell phones & accessories': 'phones',
  'collectibles & art': 'collectibles',
  'computers & accessories': 'computers',
  drones: 'drones',
  exercise: 'exercise fitness',
  'jewelry & accessories': 'jewelry',
  furniture: 'furniture',
  'health & beauty': 'beauty',
  'housing & apartments': 'housing',
  'home decor': 'decor',
  household: 'household',
  'kitchen & dining': 'kitchen',
  'musical instruments': 'musical instruments',
  motorcycles: 'motorcycles',
  'pet supplies': 'pets',
  'school supplies': 'school',
  'sports & outdoors': 'sports outdoors',
  tickets: 'tickets',
  'tires & rims': 'tires',
  'toys games & hobbies': 'toys',
  'trading cards': 'trading cards',
  'tvs & media players': 'tvs',
  'video games & consoles': 'video games',
  'virtual reality': 'virtual reality vr',
  wearables: 'wearables',
  '3d printers & supplies': '3d printing printers',
};

/** The words of a category; none for a post without one. */
export function categoryWords(category: string): string {
  return WORDS[category] ?? '';
}
