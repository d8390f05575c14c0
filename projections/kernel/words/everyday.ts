import pluralize from 'pluralize';

/** Words that may be a plural of English: shorter ones, as `gas` and `bus`, are what they are. The library takes 10 µs a word. */
const PLURAL = /^[a-z]{3,}s$|^(?:children|people|feet|teeth|mice|geese)$/;

/** Words that mean the same for who buys and sells; the first one stands for all. In the singular, a space within none. */
const SAME: readonly string[] = [
  'sofa couch settee davenport',
  'loveseat lovechair',
  'refrigerator fridge refridgerator refrigirator',
  'minifridge minirefrigerator',
  'bike bicycle',
  'ebike ebicycle',
  'tv television telly',
  'phone cellphone smartphone telephone',
  'laptop labtop',
  'computer pc',
  'monitor moniter',
  'headphone earphone',
  'earbud earpod',
  'car automobile auto',
  'motorcycle motorbike',
  'apartment apt appartment',
  'sublease sublet',
  'roommate roomate flatmate housemate roomie',
  'ticket tix',
  'pant trouser',
  'hoodie hoody',
  'tshirt tee',
  'sweater pullover',
  'backpack bookbag rucksack knapsack',
  'purse handbag',
  'suitcase luggage',
  'nightstand bedsidetable',
  'wardrobe armoire',
  'dresser bureau',
  'rug carpet',
  'vacuum hoover',
  'grill bbq barbecue',
  'mattress matress mattrass',
  'jewelry jewellery',
  'calendar calender',
  'ukulele uke',
  'rollerblade inlineskate',
  'playstation ps',
  'math mathematic',
  'chemistry chem',
  'biology bio',
  'calculus calc',
  'psychology psych',
  'economics economic econ',
  'statistics statistic stat',
];

/** Things, and what else one may call them: who looks for the second finds the first, and not the other way round. */
const KINDS: readonly string[] = [
  ...['textbook book', 'coursebook book', 'novel book', 'paperback book', 'hardcover book', 'cookbook book'],
  ...['macbook laptop', 'chromebook laptop', 'thinkpad laptop', 'laptop computer', 'imac computer'],
  ...['iphone phone', 'ebike bike', 'minifridge refrigerator', 'loveseat sofa', 'futon sofa', 'sectional sofa'],
  ...['airpod earbud', 'earbud headphone', 'headset headphone', 'soundbar speaker', 'subwoofer speaker'],
  ...['sneaker shoe', 'boot shoe', 'sandal shoe', 'loafer shoe', 'jean pant', 'legging pant', 'chino pant'],
  ...['sedan car', 'hatchback car', 'suv car', 'moped scooter', 'longboard skateboard'],
  ...['playstation console', 'xbox console', 'nintendo console', 'dslr camera', 'gopro camera'],
  ...['dumbbell weight', 'kettlebell weight', 'barbell weight', 'kitten cat', 'puppy dog'],
  ...['necklace jewelry', 'bracelet jewelry', 'earring jewelry', 'parka coat', 'condo apartment'],
  ...['bookcase bookshelf', 'bookshelf shelf', 'armchair chair', 'recliner chair', 'bunkbed bed', 'bedframe bed'],
];

/** Words that some write as one and some as two; a question that has the two means the one. */
const JOINED: readonly string[] = [
  ...['t shirt', 'e bike', 'e bicycle', 'e book', 'e reader', 'e scooter', 'x box', 'wi fi', 'blu ray', 'lap top'],
  ...['mini fridge', 'mini refrigerator', 'mini van', 'air fryer', 'air pod', 'air bed', 'air mattress'],
  ...['love seat', 'love chair', 'night stand', 'bedside table', 'book shelf', 'book case', 'book bag', 'bean bag'],
  ...['back pack', 'head phone', 'head set', 'head board', 'ear bud', 'ear phone', 'ear pod', 'ear ring'],
  ...['text book', 'note book', 'course book', 'cook book', 'mac book', 'chrome book', 'hard cover', 'paper back'],
  ...['cell phone', 'smart phone', 'smart watch', 'play station', 'game pad', 'game boy', 'key board', 'sound bar'],
  ...['skate board', 'long board', 'snow board', 'surf board', 'white board', 'dart board', 'roller blade'],
  ...['inline skate', 'motor bike', 'motor cycle', 'hot plate', 'rice cooker', 'slow cooker', 'dish washer'],
  ...[
    'bed frame',
    'bunk bed',
    'arm chair',
    'desk top',
    'table top',
    'sun glass',
    'sweat shirt',
    'sweat pant',
    'rain coat',
  ],
  ...['hand bag', 'suit case', 'side table', 'micro wave', 'power bank', 'type writer', 'room mate', 'house mate'],
  ...['basket ball', 'foot ball', 'base ball', 'volley ball', 'dumb bell', 'kettle bell', 'tooth brush', 'hair dryer'],
  ...['sub lease', 'sub let', 'bar stool', 'foot rest', 'foot stool', 'crock pot', 'thunder bolt'],
];

/** Emoji of things that are sold, and their word. Other emoji are found by themselves alone. */
const PICTURED: readonly string[] = [
  ...[
    '🚲 bike',
    '🚴 bike',
    '🚵 bike',
    '🛴 scooter',
    '🛵 scooter',
    '🏍 motorcycle',
    '🚗 car',
    '🚙 car',
    '🚕 car',
    '🏎 car',
  ],
  ...['🛻 truck', '🚚 truck', '🛹 skateboard', '🛼 rollerblade', '⛸ skate', '🎿 ski', '🏂 snowboard', '🛷 sled'],
  ...['🛋 sofa', '🪑 chair', '🛏 bed', '🚪 door', '🪞 mirror', '🪴 plant', '🌱 plant', '🖼 picture', '🕯 candle'],
  ...['💻 laptop', '🖥 computer', '⌨ keyboard', '🖱 mouse', '🖨 printer', '📱 phone', '☎ phone', '📞 phone', '⌚ watch'],
  ...['📺 tv', '📻 radio', '🔊 speaker', '🔈 speaker', '🎧 headphone', '🎤 microphone', '🎙 microphone', '📷 camera'],
  ...['📸 camera', '📹 camera', '🎮 console', '🕹 console', '💿 cd', '📀 dvd', '🔋 battery', '🔌 charger', '💡 lamp'],
  ...['📚 book', '📖 book', '📕 book', '📗 book', '📘 book', '📙 book', '📓 notebook', '📔 notebook', '✏ pencil'],
  ...['🖊 pen', '🎒 backpack', '🧮 calculator', '🔬 microscope', '🔭 telescope', '🎸 guitar', '🎹 piano', '🥁 drum'],
  ...[
    '🎻 violin',
    '🎺 trumpet',
    '🎷 saxophone',
    '🎟 ticket',
    '🎫 ticket',
    '🏠 house',
    '🏡 house',
    '🏢 apartment',
    '🔑 key',
  ],
  ...[
    '👟 sneaker',
    '👞 shoe',
    '👠 heel',
    '👢 boot',
    '🥾 boot',
    '👗 dress',
    '👕 tshirt',
    '👖 jean',
    '🧥 coat',
    '🧢 cap',
  ],
  ...[
    '👒 hat',
    '🎩 hat',
    '🧦 sock',
    '🧣 scarf',
    '🧤 glove',
    '👜 purse',
    '👛 purse',
    '👓 glass',
    '🕶 sunglass',
    '👙 bikini',
  ],
  ...['💍 ring', '📿 necklace', '💎 jewelry', '💄 makeup', '🧸 toy', '🧩 puzzle', '🎲 dice', '🃏 card', '♟ chess'],
  ...[
    '⚽ soccer',
    '🏀 basketball',
    '🏈 football',
    '⚾ baseball',
    '🏐 volleyball',
    '🎾 tennis',
    '🏓 pingpong',
    '⛳ golf',
  ],
  ...[
    '🏋 weight',
    '🥊 boxing',
    '⛺ tent',
    '🏕 tent',
    '🎣 fishing',
    '☕ coffee',
    '🍳 pan',
    '🔪 knife',
    '🍽 plate',
    '🧺 basket',
  ],
  ...['🧹 broom', '🛁 bath', '🔧 tool', '🔨 hammer', '🪛 screwdriver', '🧳 suitcase', '☂ umbrella', '🐶 dog', '🐕 dog'],
  ...['🐱 cat', '🐈 cat', '🐠 fish', '🐟 fish', '🐹 hamster', '🚁 drone', '🪟 window', '🧊 refrigerator', '🎨 art'],
];

/** Words that the library takes for the plural of something else. */
const SINGULARS = new Map([
  ['lens', 'lens'],
  ['lenses', 'lens'],
  ['canvas', 'canvas'],
  ['atlas', 'atlas'],
  ['jeans', 'jean'],
]);

/** The singular of a word, as documents and questions have it alike: it need not be a word of the language. */
export function singular(word: string): string {
  return SINGULARS.get(word) ?? (PLURAL.test(word) ? pluralize.singular(word) : word);
}

const singulars = (line: string): readonly string[] => line.split(' ').map(singular);

const standsFor = new Map(
  SAME.map(singulars).flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)),
);
const kindOf = new Map(KINDS.map(singulars).map(([one = '', kind = '']) => [standing(one), standing(kind)] as const));
const joinedOf = new Map(JOINED.map((line) => [singular(line.replace(' ', '')), line.split(' ')] as const));
const pictured = new Map(PICTURED.map((line) => line.split(' ') as [emoji: string, word: string]));

/** The one word that stands for all that mean the same. @param word in the singular */
export function standing(word: string): string {
  return standsFor.get(word) ?? word;
}

/** Other names of a thing, each broader than the one before: a MacBook is a laptop, and a computer. @param word that stands for others */
export function kindsOf(word: string): readonly string[] {
  const kind = kindOf.get(word);
  return kind === undefined ? [] : [kind, ...kindsOf(kind)];
}

/** The two words of which a known one is joined; none: it is not known. @param word in the singular */
export function partsOf(word: string): readonly string[] {
  return joinedOf.get(word) ?? [];
}

/** The word of a thing that an emoji shows; `undefined`: it shows none. */
export function wordOfEmoji(emoji: string): string | undefined {
  return pictured.get(emoji);
}
