/** A question, and what who asks it wants. */
export interface Judged {
  /** The difficulty; `plain`: none. */
  readonly kind: string;
  readonly text: string;
  /** Ids of the things that answer it (`things.ts`); with a colon and letters, those of them that are written with these. */
  readonly wanted: readonly string[];
}

/** Lines of a kind: the question, then what is wanted. */
function judged(kind: string, lines: readonly string[]): readonly Judged[] {
  return lines.map((line) => {
    const [text = '', wanted = ''] = line.split(' = ');
    return { kind, text, wanted: wanted.split(' ') };
  });
}

/** Made before anything was measured; some ask for what no list knows, as people do. */
export const QUERIES: readonly Judged[] = [
  ...judged('plain', [
    ...[
      'desk = desk',
      'lamp = lamp',
      'guitar = guitar',
      'microwave = microwave',
      'dresser = dresser',
      'treadmill = treadmill',
    ],
    ...[
      'helmet = helmet',
      'vinyl records = vinyl',
      'nintendo switch = switch',
      'electric kettle = kettle',
      'laser printer = printer:laser',
    ],
    ...[
      'graphing calculator = calculator:graphing',
      'yoga mat = yoga',
      'keyboard = keyboard',
      'futon = futon',
      'mechanical keyboard = keyboard:mechanical',
    ],
    ...[
      'dog crate = dogcrate',
      'cat tree = cattree',
      'honda civic = car:honda',
      'dining table = table:dining',
      'vacuum cleaner = vacuum',
    ],
    ...['camera = camera', 'jacket = jacket', 'piano = piano', 'jeans = jeans', 'tower fan = fan:tower'],
  ]),
  ...judged('scripts', [
    ...[
      '自転車 = jabike',
      'ソファー = jasofa',
      '自行车 = zhbike',
      '教科书 = zhbook',
      '冰箱 = zhfridge',
      '자전거 = kobike',
      '책상 = kodesk',
    ],
    ...[
      'จักรยาน = thbike',
      'โทรศัพท์ = thphone',
      'учебник = rubook',
      '微积分 = zhbook',
      '二手自行车 = zhbike',
      '中古 = jabike',
      'ｿﾌｧｰ = jasofa',
    ],
    ...['팝니다 = kobike kodesk', 'มือสอง = thbike thphone'],
  ]),
  ...judged('joined', [
    ...[
      't-shirt = tshirt',
      'tshirt = tshirt',
      't shirt = tshirt',
      'wi-fi router = router',
      'wifi router = router',
      'wifi = router',
    ],
    ...[
      'e-bike = ebike',
      'ebike = ebike',
      'e bike = ebike',
      'mini fridge = minifridge',
      'minifridge = minifridge',
      'mini-fridge = minifridge',
    ],
    ...[
      'ps5 = ps5',
      'ps 5 = ps5',
      'playstation = ps5',
      'xbox = xbox',
      'x box = xbox',
      'iphone 13 = iphone:13',
      'iphone13 = iphone:13',
    ],
    ...[
      'night stand = nightstand',
      'nightstand = nightstand',
      'air fryer = airfryer',
      'airfryer = airfryer',
      'bedframe = bed',
      'bed frame = bed',
    ],
    ...[
      'bookshelf = bookshelf',
      'book shelf = bookshelf',
      'headphones = headphones',
      'air pods = earbuds',
      'airpods = earbuds',
      'micro wave = microwave',
    ],
    ...[
      'skate board = skateboard',
      'love seat = loveseat',
      'blu ray = film',
      '128gb usb = usb',
      '128 gb = usb',
      'ti84 = calculator:84',
      'board game = boardgame',
    ],
    ...['back pack = backpack', 'rice cooker = ricecooker', 'sun glasses = sunglasses', 'ray ban = sunglasses:ray'],
  ]),
  ...judged('letters', [
    ...[
      'smorrebrod = dafood',
      'smørrebrød = dafood',
      'grosses sofa = desofa',
      'großes sofa = desofa',
      'lodz = plgame',
      'łódź = plgame',
    ],
    ...['boeuf = frknife', 'bœuf = frknife', 'thor = isbook', 'þór = isbook', 'levis jeans = jeans:levi'],
  ]),
  ...judged('plurals', [
    ...[
      'bikes = bike ebike',
      'desks = desk',
      'shelves = shelfunit bookshelf',
      'shelf = shelfunit bookshelf',
      'batteries = battery',
      'battery = battery',
    ],
    ...[
      'couches = couch loveseat',
      'knives = knives',
      'knife = knives',
      'mattresses = mattress',
      'watches = watch',
      'glasses = glasses',
      'lenses = lens',
    ],
    ...[
      'tents = tent',
      'novels = novel',
      'dresses = dress',
      'lamps = lamp',
      'guitars = guitar',
      'printers = printer',
      'monitors = monitor',
    ],
    ...['bookcases = bookshelf', 'calculators = calculator', 'rugs = rug', 'skis = ski'],
  ]),
  ...judged('everyday', [
    ...[
      'couch = couch loveseat',
      'sofa = couch loveseat futon desofa',
      'fridge = fridge minifridge',
      'refrigerator = fridge minifridge',
    ],
    ...[
      'textbook = textbook',
      'bicycle = bike ebike',
      'tv = tv',
      'television = tv',
      'cell phone = android iphone',
      'notebook computer = laptop',
    ],
    ...[
      'motorbike = motorcycle',
      'sublet = sublease',
      'roomie = roommate',
      'apt = apartment',
      'football tix = ticket:football',
      'chest of drawers = dresser',
    ],
    ...[
      'tee = tshirt',
      'bookbag = backpack',
      'carpet = rug',
      'dumbbells = weights',
      'calc book = textbook:calculus',
      'chem textbook = textbook:chemistry',
    ],
    ...[
      'running shoes = sneakers',
      'automobile = car',
      'flatmate = roommate',
      'console = ps5 xbox switch',
      'earphones = headphones earbuds',
      'uke = ukulele',
    ],
    ...['bedside table = nightstand', 'sweatshirt = hoodie'],
  ]),
  ...judged('category', [
    ...[
      'furniture = couch loveseat futon desk chair bookshelf nightstand bed mattress dresser table',
      'books = textbook novel dafood',
      'housing = sublease roommate apartment',
    ],
    ...[
      'clothes = tshirt hoodie jeans sneakers jacket dress',
      'tickets = ticket',
      'jewelry = necklace watch',
      'musical instruments = guitar piano ukulele',
    ],
    ...[
      'video games = ps5 xbox switch',
      'cars = car',
      'toys = puzzle boardgame',
      'exercise = weights yoga treadmill',
      'phones = iphone android',
    ],
  ]),
  ...judged('typos', [
    ...[
      'mini frigde = minifridge',
      'acoustic gutar = guitar:acoustic',
      'mountian bike = bike:mountain',
      'calculus texbook = textbook:calculus',
      'coffe table = table:coffee',
    ],
    ...[
      'queen matress = mattress:queen',
      'desk chiar = chair:desk',
      'footbal tickets = ticket:football',
      'electric ketle = kettle',
      'wireles earbuds = earbuds:wireless',
    ],
    ...[
      'refrigirator = fridge minifridge',
      'microwve = microwave',
      'skatebord = skateboard',
      'headfones = headphones',
      'tredmill = treadmill',
    ],
    ...['graphing calculater = calculator:graphing', 'gaming labtop = laptop:gaming', 'campin tent = tent:camping'],
  ]),
  ...judged('emoji', [
    ...[
      '🚲 = bike ebike',
      '🛋️ = couch loveseat futon',
      '💻 = laptop',
      '🎸 = guitar',
      '📚 = textbook novel',
      '📷 = camera',
      '🎟️ = ticket',
      '🧩 = puzzle',
      '👟 = sneakers',
      '📺 = tv',
    ],
  ]),
];
