import { type Category, categories } from '#domain/post/categories.ts';
import { plainText } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import { heldWords, searchWords } from '#projections/kernel/searchWords.ts';

/** Things by the label of their category: the words that students use for them, each in one category alone. Some have two. */
export const things: Readonly<Record<string, string>> = {
  'Audio & Speakers':
    'speaker, soundbar, headphone, earbud, headset, turntable, amplifier, subwoofer, microphone, radio, stereo',
  'Auto parts & Accessories': 'dashcam, carburetor, jumper cable, bumper, alternator, muffler, windshield, taillight',
  'Books Movies & Music': 'textbook, book, novel, dvd, vinyl, cd, paperback, comic, manga, blu ray, record, workbook',
  'Clothing & Shoes':
    'jacket, hoodie, shirt, tshirt, dress, skirt, jean, pant, sweater, sweatshirt, coat, shoe, sneaker, boot, sandal, hat, sock, suit, tuxedo, scarf, glove, bikini, cap, heel, uniform, legging',
  'Cars & Trucks': 'car, truck, suv, sedan, pickup, minivan, van, jeep, honda, toyota, hatchback',
  'Cameras & Photography': 'camera, lens, tripod, dslr, gopro, polaroid, canon, nikon',
  'Cell phones & Accessories': 'phone, iphone, android, samsung, charger, phone case, power bank, pixel',
  'Collectibles & Art': 'painting, print, sculpture, collectible, antique, funko, coin, stamp, poster, art',
  'Computers & Accessories':
    'laptop, computer, monitor, keyboard, mouse, macbook, chromebook, ipad, tablet, printer, ssd, gpu, router, webcam, desktop',
  Drones: 'drone, quadcopter, dji',
  Exercise: 'dumbbell, barbell, treadmill, kettlebell, weight, yoga mat, bench, elliptical, gym',
  'Jewelry & Accessories': 'necklace, bracelet, earring, ring, jewelry, purse, handbag, wallet, sunglass',
  Furniture:
    'sofa, chair, desk, table, bed, mattress, dresser, futon, nightstand, bookshelf, shelf, couch, wardrobe, stool, ottoman, loveseat, bedframe, headboard, cabinet',
  'Health & Beauty': 'makeup, perfume, lotion, shampoo, skincare, cologne, razor, hair dryer, straightener, lipstick',
  'Housing & Apartments': 'apartment, sublease, room, roommate, lease, rent, house, bedroom, studio, condo',
  'Home decor': 'lamp, rug, mirror, curtain, plant, pillow, tapestry, candle, vase, frame',
  Household: 'vacuum, fan, heater, detergent, hamper, broom, humidifier, dehumidifier, iron, trash, laundry',
  'Kitchen & Dining':
    'refrigerator, mini fridge, microwave, blender, toaster, pan, pot, knife, plate, coffee maker, kettle, air fryer, rice cooker, mug, keurig, crockpot',
  'Musical instruments':
    'guitar, piano, keyboard stand, violin, drum, ukulele, trumpet, saxophone, flute, cello, clarinet, amp',
  Motorcycles: 'motorcycle, scooter, moped, vespa, yamaha, kawasaki',
  'Pet supplies': 'dog, cat, aquarium, leash, kennel, hamster, litter, fish tank, bird cage',
  'School supplies': 'calculator, notebook, backpack, binder, pencil, pen, clicker, goggle, lab coat, stapler',
  'Sports & Outdoors':
    'bike, ebike, tent, kayak, skateboard, longboard, ski, snowboard, basketball, football, soccer, tennis, racket, golf, helmet, surfboard, cleat, rollerblade, hammock, baseball',
  Tickets: 'ticket, concert, seat, wristband, pass',
  'Tires & Rims': 'tire, rim, hubcap, wheel',
  'Toys Games & Hobbies': 'lego, puzzle, toy, board game, doll, chess, dice, plush',
  'Trading cards': 'pokemon, trading card, mtg, yugioh',
  'TVs & Media players': 'tv, roku, chromecast, projector, fire stick, television',
  'Video games & Consoles': 'playstation, xbox, nintendo, console, ps4, ps5, controller, video game, wii, zelda, mario',
  'Virtual reality': 'vr, oculus, quest, vive',
  Wearables: 'smartwatch, applewatch, fitbit, garmin, watch, airtag',
  '3D Printers & Supplies': 'filament, ender, 3d printer, resin, prusa',
};

/** A thing by its words, in the form that stands for each in a search: singular, and one for all that mean the same. */
interface Thing {
  readonly words: readonly string[];
  readonly category: Category;
}

const named: readonly Thing[] = categories.flatMap((category) =>
  (things[category.label] ?? '').split(', ').map((thing) => ({ words: searchWords(thing), category })),
);

/**
 * The category that most things in a text belong to; `null`: it names none, or as many of another one. What the first line
 * names, its title, counts more than all else.
 */
export function suggestCategory(text: RichText): Category | null {
  const [title = '', ...rest] = plainText(text).split('\n');
  return mostNamed(title) ?? mostNamed(rest.join('\n'));
}

function mostNamed(text: string): Category | null {
  const held = new Set(heldWords(text).map(({ word }) => word));
  const counts = new Map<Category, number>();
  // A 3D printer is a printer, too: of two words the pair says more than either.
  for (const { words, category } of named) {
    if (words.every((word) => held.has(word))) counts.set(category, (counts.get(category) ?? 0) + words.length);
  }
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}
