import { seededRandom } from '../random.ts';
import {
  box,
  clear,
  type Drawing,
  darker,
  disc,
  glow,
  lighter,
  linear,
  mix,
  moved,
  oval,
  shadow,
  shape,
  stroke,
  times,
  turned,
} from './kit.ts';
import { room, vignette } from './scenes.ts';
import { pottedPlant } from './small.ts';

const WOOD = '#c08d58';

/** Vertical or horizontal grain over a wooden part. */
function grain(x: number, y: number, width: number, height: number, seed: number): string {
  const random = seededRandom(seed);
  return times(9, () => {
    const line = y + 4 + random() * (height - 8);
    const sway = (random() - 0.5) * 6;
    return stroke(`M${x + 6} ${line}q${width / 2} ${sway} ${width - 12} 0`, clear('#4c2c12', 0.18), 1.5);
  });
}

/** A writing desk with drawers. */
export function desk(): Drawing {
  const [width, height] = [1200, 900];
  const drawer = (y: number) =>
    box(806, y, 208, 70, linear(90, lighter(WOOD, 0.2), WOOD), { r: 5, stroke: darker(WOOD, 0.45), width: 3 }) +
    grain(806, y, 208, 70, y) +
    box(886, y + 27, 48, 12, linear(90, '#f1e7d2', '#8b8273'), { r: 6 });
  const leg = (x: number, lean: number) => shape(`M${x} 470h26l${lean} 318h-20z`, linear(0, '#4a4d55', '#1f2126'));
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#cfd6d2', horizon: 0.74 }) +
      shadow(600, 790, 500, 52, 0.62) +
      leg(212, -34) +
      leg(300, 24) +
      leg(1000, 30) +
      box(790, 462, 240, 250, linear(0, WOOD, darker(WOOD, 0.3)), { r: 6 }) +
      drawer(476) +
      drawer(554) +
      drawer(632) +
      shape('M150 420h900l24 30H126z', linear(90, lighter(WOOD, 0.42), lighter(WOOD, 0.15))) +
      box(126, 450, 948, 28, linear(90, WOOD, darker(WOOD, 0.35)), { r: 5 }) +
      grain(126, 424, 930, 50, 4) +
      box(126, 478, 948, 26, linear(90, clear('#1c0f06', 0.45), clear('#1c0f06', 0))) +
      times(
        4,
        (at) =>
          box(
            250 + at * 3 - (at % 2) * 9,
            398 - at * 24,
            170 - at * 8,
            24,
            ['#3b6ea5', '#d9a441', '#8f3b3b', '#e9e2d2'][at] ?? '#888888',
            { r: 4 },
          ) + box(250 + at * 3, 402 - at * 24, 8, 16, clear('#ffffff', 0.4)),
      ) +
      moved(880, 302, pottedPlant(0.62)) +
      box(560, 352, 58, 68, linear(0, '#f4f0ea', '#bdb4ab'), { r: 8 }) +
      stroke('M618 368q30 2 26 22t-28 14', '#d6cec5', 9) +
      vignette(width, height),
  };
}

/** A desk chair on castors. */
export function officeChair(): Drawing {
  const [width, height] = [900, 1200];
  const foot = (dx: number, dy: number) =>
    stroke(`M450 960L${450 + dx} ${1030 + dy}`, '#2b2d33', 26) +
    stroke(`M450 954L${450 + dx} ${1022 + dy}`, clear('#ffffff', 0.2), 5) +
    disc(450 + dx, 1052 + dy, 24, '#17181c') +
    disc(450 + dx - 4, 1048 + dy, 9, '#5a5d66');
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#d8cfc2', floor: '#8f6a4a', horizon: 0.78 }) +
      shadow(450, 1070, 310, 46, 0.6) +
      foot(-150, -30) +
      foot(150, -30) +
      box(428, 800, 44, 180, linear(0, '#7b7f88', '#e4e6ea', '#54575e'), { r: 10 }) +
      foot(-215, 30) +
      foot(215, 30) +
      foot(10, 52) +
      box(420, 600, 60, 130, '#2a2c31', { r: 12 }) +
      shape(
        'M262 170Q270 110 340 104Q450 90 560 104Q630 110 638 170L664 560Q668 640 590 646H310Q232 640 236 560Z',
        linear(20, '#4d525c', '#2a2d33'),
      ) +
      shape(
        'M292 186Q298 140 350 136Q450 124 550 136Q602 140 608 186L630 548Q634 606 578 610H322Q266 606 270 548Z',
        linear(60, '#74808f', '#3d4550'),
      ) +
      times(15, (at) =>
        stroke(
          `M${286 - at * 0.9} ${180 + at * 28}Q450 ${160 + at * 28} ${614 + at * 0.9} ${180 + at * 28}`,
          clear('#11151b', 0.25),
          4,
        ),
      ) +
      shape('M330 470Q450 420 570 470L580 560Q450 520 320 560Z', clear('#0f1216', 0.22)) +
      shape(
        'M190 720Q200 672 300 668H600Q700 672 710 720L724 790Q720 828 640 830H260Q180 828 176 790Z',
        linear(90, '#5b636f', '#2e333b'),
      ) +
      shape('M204 726Q216 690 300 686H600Q684 690 696 726Q450 760 204 726Z', clear('#ffffff', 0.13)) +
      stroke('M232 560Q150 566 158 640L176 730', '#22242a', 24) +
      stroke('M668 560Q750 566 742 640L724 730', '#22242a', 24) +
      box(118, 548, 150, 34, linear(90, '#4a4e57', '#1d1f24'), { r: 17 }) +
      box(632, 548, 150, 34, linear(90, '#4a4e57', '#1d1f24'), { r: 17 }) +
      vignette(width, height),
  };
}

/** A shelf full of books. */
export function bookcase(): Drawing {
  const [width, height] = [900, 1200];
  const random = seededRandom(21);
  const colours = ['#8c3b36', '#30567f', '#d8a548', '#40685a', '#e6dcc6', '#5d4777', '#bf6a3e', '#2f3640'];
  const shelf = (y: number, tall: number) => {
    let x = 214;
    let books = '';
    while (x < 600 - random() * 120) {
      const [w, h] = [20 + random() * 26, tall * (0.66 + random() * 0.26)];
      const colour = colours[Math.floor(random() * colours.length)] ?? '#888888';
      books +=
        box(x, y - h, w, h, linear(0, darker(colour, 0.2), lighter(colour, 0.18), darker(colour, 0.3)), { r: 3 }) +
        box(x + 3, y - h * 0.82, w - 6, 8, clear('#fff5dc', 0.6)) +
        box(x + 3, y - h * 0.2, w - 6, 4, clear('#fff5dc', 0.5));
      x += w + 2;
    }
    return books;
  };
  const rows = [338, 560, 782, 1004];
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#c7cfd9', floor: '#7d5f46', horizon: 0.84 }) +
      shadow(450, 1064, 340, 34, 0.6) +
      box(180, 120, 540, 930, linear(0, lighter(WOOD, 0.1), darker(WOOD, 0.2)), { r: 6 }) +
      box(204, 144, 492, 880, linear(90, darker(WOOD, 0.62), darker(WOOD, 0.5))) +
      rows.map((y) => shelf(y, 190)).join('') +
      moved(600, 226, pottedPlant(0.5)) +
      disc(640, 512, 44, linear(60, '#e8d9bd', '#7f6b4c')) +
      stroke('M606 486q34 26 68 52M622 546q8-40 44-66', clear('#40684f', 0.7), 12) +
      box(628, 552, 24, 10, '#54402a') +
      turned(-14, 620, 782, box(606, 650, 30, 132, '#3a5f8c', { r: 3 })) +
      box(560, 944, 110, 60, linear(90, '#e9dfcf', '#b3a58f'), { r: 6 }) +
      rows
        .map(
          (y) =>
            box(192, y, 516, 20, linear(90, lighter(WOOD, 0.3), darker(WOOD, 0.1))) +
            box(204, y + 20, 492, 26, linear(90, clear('#120a04', 0.5), clear('#120a04', 0))),
        )
        .join('') +
      box(180, 120, 540, 24, linear(90, lighter(WOOD, 0.4), WOOD), { r: 6 }) +
      vignette(width, height),
  };
}

/** A two-seat sofa with cushions. */
export function couch(): Drawing {
  const [width, height] = [1200, 800];
  const green = '#5f7f6d';
  const seat = (x: number) =>
    box(x, 400, 330, 120, linear(90, lighter(green, 0.22), green, darker(green, 0.2)), { r: 30 }) +
    stroke(`M${x + 24} 424q140 -14 282 0`, clear('#ffffff', 0.25), 5);
  const back = (x: number) =>
    box(x, 200, 330, 230, linear(70, lighter(green, 0.26), darker(green, 0.12)), { r: 40 }) +
    disc(x + 165, 310, 8, darker(green, 0.5)) +
    stroke(`M${x + 120} 300q44 14 90 0`, clear('#10130f', 0.2), 5);
  const cushion = (x: number, tilt: number, colour: string) =>
    turned(
      tilt,
      x,
      370,
      shape(
        `M${x - 80} 296q80 14 160 0q-12 76 0 152q-80 -14 -160 0q12 -76 0 -152z`,
        linear(50, lighter(colour, 0.3), darker(colour, 0.18)),
      ) +
        stroke(
          `M${x - 50} 340q50 10 100 0M${x - 50} 372q50 10 100 0M${x - 50} 404q50 10 100 0`,
          clear('#ffffff', 0.5),
          6,
        ),
    );
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#e0d3c0', floor: '#95704f', horizon: 0.7 }) +
      shadow(600, 652, 500, 46, 0.6) +
      box(830, 60, 210, 130, '#f3ede2', { stroke: '#3c332c', width: 10 }) +
      shape('M840 180l60 -70 44 44 36 -30 50 56z', '#7d9a88') +
      disc(990, 96, 15, '#e2a552') +
      times(2, (at) => shape(`M${270 + at * 620} 600h34l-10 56h-14z`, '#4b3423')) +
      back(262) +
      back(606) +
      box(240, 490, 720, 120, linear(90, green, darker(green, 0.36)), { r: 18 }) +
      seat(268) +
      seat(604) +
      box(170, 320, 120, 290, linear(0, lighter(green, 0.14), darker(green, 0.16)), { r: 46 }) +
      box(910, 320, 120, 290, linear(0, lighter(green, 0.06), darker(green, 0.3)), { r: 46 }) +
      cushion(390, -9, '#d9a04f') +
      cushion(812, 8, '#b5533c') +
      vignette(width, height),
  };
}

/** A full-length mirror that leans at the wall. */
export function mirror(): Drawing {
  const [width, height] = [900, 1200];
  const glass = 'M292 1020V420Q292 236 450 236T608 420V1020Z';
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#dcc9bd', floor: '#a47a55', horizon: 0.8 }) +
      shadow(470, 1046, 260, 30, 0.6) +
      shape('M262 1050V416Q262 200 450 200T638 416V1050Z', linear(0, '#e0bb74', '#8a6328')) +
      shape('M274 1040V418Q274 214 450 214T626 418V1040Z', linear(0, '#6f4d1c', '#c79a4e')) +
      `<clipPath id="c-mirror"><path d="${glass}"/></clipPath><g clip-path="url(#c-mirror)">` +
      box(280, 220, 340, 620, linear(100, '#b9c7cf', '#dfe6e8')) +
      box(280, 820, 340, 210, linear(90, '#9b7656', '#76543a')) +
      box(470, 330, 170, 300, '#f7f3e6', { stroke: '#efe6d4', width: 14 }) +
      box(478, 338, 154, 284, linear(90, '#8cc0ea', '#dcecf2')) +
      stroke('M555 336V626M476 480H634', '#efe6d4', 10) +
      moved(300, 640, pottedPlant(0.9)) +
      box(320, 860, 330, 120, linear(90, '#c9625a', '#8f3f3c'), { r: 12 }) +
      shape('M292 560L470 236H540L292 700Z', clear('#ffffff', 0.24)) +
      shape('M420 1020L608 660V740L470 1020Z', clear('#ffffff', 0.16)) +
      '</g>' +
      glow(330, 300, 120, '#ffffff', 0.3) +
      oval(450, 1052, 190, 8, clear('#2a180a', 0.5)) +
      vignette(width, height),
  };
}

/** A lamp that lights a desk in the evening. */
export function deskLamp(): Drawing {
  const [width, height] = [900, 1200];
  const metal = (from: string, to: string) => linear(0, from, mix(from, '#ffffff', 0.25), to);
  return {
    width,
    height,
    body:
      box(0, 0, width, 930, linear(80, '#2b3450', '#232a42', '#191d31')) +
      box(560, 90, 260, 360, linear(90, '#38507e', '#d88a64'), { stroke: '#161a2b', width: 18 }) +
      stroke('M690 90V450M560 270H820', '#161a2b', 12) +
      times(
        9,
        (at) =>
          box(580 + ((at * 53) % 220), 380 + ((at * 17) % 40), 12, 60, '#1b2036') +
          disc(588 + ((at * 53) % 216), 396 + ((at * 13) % 30), 2.4, '#ffd98a'),
      ) +
      glow(330, 640, 480, '#ffca73', 0.62) +
      box(0, 930, width, 270, linear(90, '#8d5d36', '#5a3a22')) +
      box(0, 930, width, 7, '#c58a55') +
      oval(330, 1010, 330, 70, linear(90, '#ffdf9f66', '#ffdf9f99')) +
      shape('M214 520L96 1010H600L400 520Z', linear(90, '#ffe9b399', '#ffe9b32b')) +
      shadow(560, 1030, 170, 26, 0.6) +
      shape('M440 1022Q450 980 560 980T680 1022Z', metal('#c9463d', '#7d211f')) +
      oval(560, 1022, 120, 18, '#6d1c1b') +
      stroke('M560 986L640 640', '#d8d2c8', 20) +
      stroke('M554 986L634 640', clear('#ffffff', 0.5), 4) +
      stroke('M640 640L380 400', '#d8d2c8', 20) +
      disc(640, 640, 26, '#b93a34') +
      disc(634, 634, 9, '#f0a79f') +
      shape('M398 356L452 420L404 548Q312 616 206 516Z', linear(40, '#f0685c', '#b5352f', '#7a201f')) +
      shape('M404 548Q312 616 206 516Q230 494 300 510T404 548Z', '#fff1c4') +
      oval(306, 536, 44, 22, '#fffdf2') +
      box(130, 960, 150, 30, '#e9e4d8', { r: 4 }) +
      box(140, 934, 136, 28, '#3f6a8f', { r: 4 }) +
      vignette(width, height, 0.5),
  };
}
