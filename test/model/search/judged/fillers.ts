import type { Thing } from './things.ts';

/** Things that nobody asks for here, by category: most of what a campus offers at any moment. */
const OTHERS: Readonly<Record<string, string>> = {
  'home decor':
    'wall clock|mirror|curtains|candle holder|vase|poster|picture frame|string lights|cushion|tapestry|wall art',
  household:
    'hangers|laundry basket|ironing board|iron|trash can|pillow|blanket|extension cord|step ladder|drill|toolbox|humidifier',
  'kitchen & dining': 'blender|toaster|mixing bowls|plates|cutting board|wok|water filter|mugs|dish rack',
  'sports & outdoors':
    'kayak|snowboard|golf clubs|soccer ball|tennis racket|fishing rod|cooler|sleeping bag|climbing rope',
  'health & beauty': 'makeup kit|perfume|hair straightener|electric toothbrush|shaver|massage gun',
  'collectibles & art': 'stamp album|oil painting|coin collection|figurine|comic prints',
  drones: 'drone|quadcopter with spare propellers',
  'trading cards': 'pokemon cards|magic deck',
  'pet supplies': 'fish tank|bird cage|hamster wheel|leash|aquarium heater',
  'school supplies': 'stapler|lanyard|binder|whiteboard|pencil case',
  'auto parts & accessories': 'jumper cables|roof box|floor mats',
  wearables: 'fitness band|smart ring',
  'virtual reality': 'Quest controllers|face covers',
  '3d printers & supplies': 'PLA filament|resin bottles',
};

export const FILLERS: readonly Thing[] = Object.entries(OTHERS).flatMap(([category, ways]) =>
  each(category, ways, 'other'),
);

/** Things whose names share a word, or its beginning, with what is asked for, and are something else. */
export const TRAPS: readonly Thing[] = [
  ...each(
    'auto parts & accessories',
    'car seat covers|phone holder for the car|bike rack for cars|car charger',
    'trap',
  ),
  ...each('school supplies', 'desktop organiser|carpentry set|tablet stand|lab coat|bookends', 'trap'),
  ...each('household', 'nail lamp|lampshade|tablecloth|fanny pack|bedding|microwave cover|tea towel', 'trap'),
  ...each('computers & accessories', 'laptop sleeve|monitor arm|keyboard wrist rest|printer paper', 'trap'),
  ...each('kitchen & dining', 'coffee maker|glass jars|knife block|guitar pick mug', 'trap'),
  ...each('collectibles & art', 'signed baseball|chess set|deskpad art|sofa pillow cover', 'trap'),
];

function each(category: string, ways: string, as: string): readonly Thing[] {
  return ways.split('|').map((way) => ({ id: `${as} ${way}`, category, ways: way }));
}
