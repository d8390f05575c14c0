/** A kind of thing that students sell, in all the ways in which they write it. */
export interface Thing {
  readonly id: string;
  readonly category: string;
  /** Ways to write it, separated by a bar; each as likely as another. */
  readonly ways: string;
}

function things(category: string, ways: Readonly<Record<string, string>>): readonly Thing[] {
  return Object.entries(ways).map(([id, written]) => ({ id, category, ways: written }));
}

/** All that is asked for in the made corpus: English as students write it, and posts of those who write in their own language. */
export const THINGS: readonly Thing[] = [
  ...things('furniture', {
    couch: 'couch|sofa|Couch|IKEA sofa|sectional couch|small couch|sofas (two)|couches, two of them|🛋️ good as new',
    loveseat: 'loveseat|love seat|love-seat',
    futon: 'futon|black futon',
    desk: 'desk|standing desk|writing desk|desks',
    chair: 'desk chair|office chair|chair|4 chairs|armchair',
    bookshelf: 'bookshelf|book shelf|bookcase|two bookshelves|IKEA Billy bookcase',
    nightstand: 'nightstand|night stand|bedside table|pair of nightstands',
    bed: 'bed frame|bedframe|twin bed|bunk bed|beds',
    mattress: 'mattress|queen mattress|memory foam mattress|mattresses',
    dresser: 'dresser|chest of drawers|dressers',
    table: 'dining table|coffee table|folding table|tables',
  }),
  ...things('books movies & music', {
    textbook:
      'textbook|text book|textbooks|calculus textbook|Stewart Calculus 8th edition|organic chemistry textbook|psych textbook',
    novel: 'novel|novels|stack of paperbacks|science fiction novels',
    film: 'DVD box set|blu-ray set|Blu Ray movies',
    vinyl: 'vinyl records|record collection',
  }),
  ...things('household', {
    fridge: 'fridge|refrigerator|full size fridge|refridgerator',
    minifridge: 'mini fridge|minifridge|mini-fridge|mini refrigerator|dorm mini fridge',
    vacuum: 'vacuum|vacuum cleaner|Dyson vacuum',
    fan: 'box fan|tower fan|fans',
    lamp: 'lamp|desk lamp|floor lamp|lamps',
    rug: 'rug|carpet|area rug|rugs',
    shelfunit: 'shelf|wall shelves|shelving unit',
  }),
  ...things('kitchen & dining', {
    microwave: 'microwave|micro-wave|microwave oven',
    airfryer: 'air fryer|airfryer|Ninja air-fryer',
    ricecooker: 'rice cooker|ricecooker',
    knives: 'knife set|kitchen knives|chef’s knife',
    kettle: 'electric kettle|kettle',
    glasses: 'wine glasses|set of glasses|drinking glass set',
  }),
  ...things('sports & outdoors', {
    bike: 'bike|bicycle|road bike|mountain bike|Trek bicycle|bikes|🚲 barely ridden|city bike',
    ebike: 'e-bike|ebike|E Bike|electric bike',
    skateboard: 'skateboard|skate board|longboard|long board',
    tent: 'tent|camping tent|tents',
    helmet: 'bike helmet|helmet',
    battery: 'e-bike battery|batteries|spare battery pack',
    ski: 'skis|ski set|ski boots',
  }),
  ...things('exercise', {
    weights: 'dumbbells|dumb bells|set of weights|kettlebell',
    yoga: 'yoga mat|yoga mats',
    treadmill: 'treadmill|tread mill',
  }),
  ...things('computers & accessories', {
    laptop: 'laptop|MacBook Air|Dell laptop|laptops|💻 like new|Chromebook|gaming laptop',
    monitor: 'monitor|27 inch monitor|27in monitor|moniter|monitors',
    keyboard: 'keyboard|mechanical keyboard|key board',
    router: 'wi-fi router|wifi router|Wi Fi router',
    printer: 'printer|laser printer',
    usb: '128GB USB stick|USB stick 128 GB',
  }),
  ...things('cell phones & accessories', {
    iphone: 'iPhone 13|iphone13|iPhone 12|iPhone 13 pro',
    android: 'Pixel phone|Galaxy phone|Android smartphone|cell phone|cellphone',
    earbuds: 'AirPods|air pods|wireless earbuds|earbuds',
    headphones: 'headphones|head phones|noise cancelling headphones|Sony headset',
  }),
  ...things('video games & consoles', {
    ps5: 'PS5|PS 5|PlayStation 5|ps5 with two controllers',
    xbox: 'Xbox|X-Box|xbox series s',
    switch: 'Nintendo Switch|Switch OLED',
  }),
  ...things('tvs & media players', { tv: 'TV|television|55 inch tv|smart TV|TVs' }),
  ...things('clothing, shoes, & accessories', {
    tshirt: 't-shirt|tshirt|T shirt|tee|t-shirts',
    hoodie: 'hoodie|sweatshirt|hoodies',
    jeans: 'jeans|Levi’s jeans|pair of jeans',
    sneakers: 'sneakers|Nike sneakers|running shoes|shoes',
    jacket: 'jacket|rain jacket|winter coat',
    dress: 'dress|prom dress|dresses',
    backpack: 'backpack|back pack|bookbag|North Face backpack',
    sunglasses: 'sunglasses|sun glasses|Ray-Ban sunglasses',
  }),
  ...things('musical instruments', {
    guitar: 'guitar|acoustic guitar|🎸 with case|guitars',
    piano: 'digital piano|piano',
    ukulele: 'ukulele|uke',
  }),
  ...things('tickets', { ticket: 'football tickets|tickets|2 tix for the game|🎟️ section 12|ticket' }),
  ...things('housing & apartments', {
    sublease: 'sublease|sublet|room to sublet|sub-lease for summer',
    roommate: 'roommate wanted|looking for a roommate|room mate wanted|housemate needed',
    apartment: 'apartment|apt near campus|one bedroom apartment|studio apartments',
  }),
  ...things('cars & trucks', { car: 'car|Honda Civic|used car|cars|Toyota sedan' }),
  ...things('motorcycles', { motorcycle: 'motorcycle|motorbike|Vespa scooter' }),
  ...things('jewelry & accessories', { necklace: 'necklace|gold necklace|earrings', watch: 'watch|watches' }),
  ...things('school supplies', {
    calculator: 'calculator|TI-84 calculator|graphing calculator|TI84',
    notebook: 'notebooks|note book|binder and notebooks',
  }),
  ...things('pet supplies', { cattree: 'cat tree|kitten supplies', dogcrate: 'dog crate|puppy crate' }),
  ...things('cameras & photography', {
    camera: 'camera|DSLR camera|Canon camera|📷 with bag',
    lens: 'camera lens|lenses, two',
  }),
  ...things('toys games & hobbies', {
    puzzle: 'puzzle|jigsaw puzzles|🧩 1000 pieces',
    boardgame: 'board game|board games|boardgame',
  }),
  ...things('all', {
    jabike: '中古自転車を売ります|自転車、状態良好です',
    jasofa: '大きなソファーを譲ります|ソファー売ります',
    zhbike: '出售二手自行车一辆|自行车便宜卖',
    zhbook: '出售微积分教科书|教科书便宜卖',
    zhfridge: '宿舍小冰箱转让|冰箱出售',
    kobike: '중고자전거팝니다|자전거를 팝니다',
    kodesk: '책상을 팝니다|학생책상팝니다',
    thbike: 'ขายจักรยานมือสอง|จักรยานสภาพดี',
    thphone: 'ขายโทรศัพท์มือสอง|โทรศัพท์ใหม่',
    rubook: 'Продаю учебник|учебники по физике',
    esbike: 'Vendo bicicleta|bicicletas usadas',
    desofa: 'Großes Sofa zu verschenken|großer Schreibtisch',
    dafood: 'Smørrebrød cookbook|Danish cookbook, smørrebrød',
    plgame: 'Wiedźmin z Łodzi, gra|gra planszowa, Łódź',
    frknife: 'couteau de cuisine, bœuf|livre de cuisine, bœuf',
    isbook: 'Þór comic|comics of Þór',
  }),
];
