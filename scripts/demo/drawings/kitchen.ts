import {
  box,
  clear,
  type Drawing,
  disc,
  glow,
  linear,
  moved,
  oval,
  radialAt,
  shadow,
  shape,
  stroke,
  times,
  turned,
} from './kit.ts';
import { lettering } from './lettering.ts';
import { kitchen, room, tabletop, vignette } from './scenes.ts';
import { pottedPlant } from './small.ts';

/** A small fridge with magnets and a note. */
export function miniFridge(): Drawing {
  const [width, height] = [900, 1200];
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#bccbc4', floor: '#b48a5f', horizon: 0.78 }) +
      shadow(470, 1062, 330, 40, 0.65) +
      shape('M690 330L770 300V1016L690 1056Z', linear(0, '#8f9aa0', '#5e676d')) +
      shape('M210 330L300 300H770L690 330Z', '#eef2f2') +
      box(210, 330, 480, 726, linear(20, '#f1f4f3', '#d0d8d8', '#b4bfc1'), { r: 14 }) +
      box(218, 338, 464, 190, linear(30, '#fbfcfb', '#d9e0e0'), { r: 14 }) +
      box(218, 540, 464, 508, linear(30, '#fbfcfb', '#cfd8d8'), { r: 14 }) +
      box(210, 528, 480, 12, '#717c82') +
      box(246, 440, 20, 74, linear(0, '#8e989d', '#e8edee', '#788287'), { r: 10 }) +
      box(246, 560, 20, 190, linear(0, '#8e989d', '#e8edee', '#788287'), { r: 10 }) +
      turned(
        -5,
        480,
        690,
        box(410, 610, 170, 180, '#fff2a8') +
          lettering('MILK', 440, 640, 24, '#4b4330', 4) +
          lettering('RENT', 440, 690, 24, '#4b4330', 4) +
          lettering('NAP!', 440, 740, 24, '#b5433a', 4),
      ) +
      disc(495, 612, 15, linear(60, '#ff7d6e', '#b32f2a')) +
      box(420, 380, 150, 104, '#ffffff') +
      box(430, 390, 130, 74, linear(90, '#f2a765', '#6b4a86')) +
      shape('M430 464V440l40 -26 36 30 28 -18 26 22v16z', '#3a2a4d') +
      disc(495, 384, 12, '#3f7fc4') +
      turned(
        12,
        620,
        860,
        shape('M590 830h60l-8 60h-44z', '#4f9e67') + disc(605, 826, 16, '#63b47b') + disc(634, 826, 16, '#63b47b'),
      ) +
      shape('M330 860l20 40 44 6 -32 30 8 44 -40 -20 -40 20 8 -44 -32 -30 44 -6z', '#e9b23c') +
      box(230, 1052, 60, 18, '#2f353a') +
      box(610, 1052, 60, 18, '#2f353a') +
      moved(360, 128, pottedPlant(0.94, '#e7dfd0', '#5a9a58')) +
      box(560, 190, 118, 130, linear(0, '#e0653f', '#f0a05a', '#b4472a'), { r: 5 }) +
      disc(619, 250, 36, '#ffe9c0') +
      lettering('OATS', 584, 240, 20, '#7a3318', 3.4) +
      vignette(width, height),
  };
}

/** A microwave on a counter. */
export function microwave(): Drawing {
  const [width, height] = [1200, 800];
  return {
    width,
    height,
    body:
      kitchen(width, height, '#b9cbd1', '#c9bfb2', 600) +
      shadow(600, 668, 450, 40, 0.65) +
      shape('M214 254L246 226H956L988 254Z', '#565b63') +
      box(200, 250, 800, 400, linear(90, '#53575f', '#2b2e34'), { r: 20 }) +
      box(216, 266, 574, 368, linear(30, '#3a3d44', '#1b1d21'), { r: 14 }) +
      box(256, 306, 494, 288, '#0c0d10', { r: 22 }) +
      box(266, 316, 474, 268, radialAt(50, 30, '#8a6a35', '#3c2d18', '#15110b'), { r: 16 }) +
      oval(500, 540, 170, 26, '#c9b48a55') +
      shape('M420 470H580L562 538H438Z', linear(0, '#e9e3d6', '#a9a090')) +
      oval(500, 470, 80, 17, '#d88b45') +
      times(34, (at) => stroke(`M${274 + at * 14} 318V582`, '#00000044', 3)) +
      shape('M266 316H520L380 584H266Z', clear('#ffffff', 0.09)) +
      box(764, 296, 18, 308, linear(0, '#8b9099', '#e8eaee', '#6c717a'), { r: 9 }) +
      box(806, 266, 178, 368, linear(30, '#33363c', '#202226'), { r: 12 }) +
      box(824, 286, 142, 62, '#07130c', { r: 6 }) +
      lettering('12:30', 838, 303, 24, '#5cf29a', 4) +
      times(
        12,
        (at) =>
          box(824 + (at % 3) * 50, 366 + Math.floor(at / 3) * 46, 42, 36, linear(90, '#565b64', '#3b3f46'), { r: 7 }) +
          (at < 9
            ? lettering(String(at + 1), 839 + (at % 3) * 50, 376 + Math.floor(at / 3) * 46, 13, '#e8eaee', 2.4)
            : ''),
      ) +
      box(824, 560, 142, 50, linear(90, '#4ba56c', '#2f7a4a'), { r: 9 }) +
      lettering('START', 846, 575, 20, '#ffffff', 3.4) +
      box(250, 646, 60, 16, '#15161a') +
      box(890, 646, 60, 16, '#15161a') +
      shape('M66 560H150L140 676H76Z', linear(0, '#d9604b', '#f0937c', '#a83c2c')) +
      oval(108, 560, 42, 10, '#7a2b20') +
      stroke('M88 556L74 470M104 556V450M122 556L140 476', '#c9a574', 9) +
      oval(74, 462, 12, 20, '#c9a574') +
      oval(142, 468, 11, 18, '#c9a574') +
      moved(1050, 520, pottedPlant(0.76)) +
      vignette(width, height),
  };
}

/** A rice cooker that steams, with a bowl of rice. */
export function riceCooker(): Drawing {
  const [width, height] = [1200, 1200];
  const steam = (x: number, y: number) =>
    `<g filter="url(#b14)">${stroke(`M${x} ${y}q-50 -60 0 -120t0 -130`, '#ffffff77', 30)}</g>`;
  return {
    width,
    height,
    body:
      kitchen(width, height, '#e3cfb4', '#8e7458', 860) +
      shadow(520, 1010, 400, 56, 0.65) +
      steam(500, 330) +
      steam(590, 350) +
      stroke('M190 640Q60 700 96 900T30 1060', '#2a2623', 13) +
      shape(
        'M210 560H830L800 930Q792 1004 700 1008H340Q248 1004 240 930Z',
        linear(0, '#cfc8bd', '#fffdf8', '#f2ede4', '#b3aa9d'),
      ) +
      shape('M196 560Q200 330 520 326T844 560Z', linear(70, '#ffffff', '#ece6db', '#bdb4a7')) +
      oval(520, 372, 86, 26, '#c9c1b5') +
      oval(520, 366, 76, 20, linear(90, '#5a5550', '#2d2a27')) +
      shape('M270 500Q300 390 420 360Q330 410 306 510Z', clear('#ffffff', 0.8)) +
      box(190, 544, 660, 34, linear(90, '#f7f3ec', '#a79e92'), { r: 17 }) +
      box(170, 600, 62, 96, linear(0, '#5b5650', '#37332f'), { r: 22 }) +
      box(808, 600, 62, 96, linear(0, '#5b5650', '#2c2926'), { r: 22 }) +
      box(392, 660, 256, 250, linear(90, '#3b3835', '#23211f'), { r: 30 }) +
      box(424, 690, 192, 70, '#0f1a14', { r: 10 }) +
      lettering('0:12', 452, 708, 30, '#f5b04c', 5) +
      disc(470, 832, 36, linear(90, '#f0eae0', '#b9b0a3')) +
      stroke('M470 814v36M452 832h36', '#5b5650', 6) +
      disc(570, 832, 36, linear(90, '#e5674a', '#a93b26')) +
      disc(570, 832, 12, '#ffe0cf') +
      box(300, 1000, 90, 22, '#2a2623', { r: 8 }) +
      box(650, 1000, 90, 22, '#2a2623', { r: 8 }) +
      shadow(960, 1066, 170, 26, 0.6) +
      times(26, (at) =>
        oval(
          880 + ((at * 47) % 170),
          938 - Math.abs(Math.sin(at * 1.9)) * 44,
          17,
          9,
          at % 2 === 0 ? '#fffdf6' : '#eee8d9',
        ),
      ) +
      shape('M838 930H1086Q1080 1060 1010 1066H914Q844 1060 838 930Z', linear(0, '#3f6c96', '#77a5cc', '#2c4d6d')) +
      stroke('M850 968Q962 996 1074 968', '#e8eff5', 7) +
      oval(962, 932, 124, 20, '#fbf8ef') +
      times(18, (at) => oval(868 + ((at * 53) % 190), 926 - ((at * 7) % 20), 14, 7, '#ffffff')) +
      stroke('M1150 870L880 1010', '#8c4a2c', 12) +
      stroke('M1166 900L900 1030', '#7a3f25', 12) +
      vignette(width, height),
  };
}

/** A coffee machine with a full jug. */
export function coffeeMaker(): Drawing {
  const [width, height] = [900, 1200];
  return {
    width,
    height,
    body:
      kitchen(width, height, '#cdd8c9', '#a98764', 900) +
      shadow(450, 1040, 310, 46, 0.65) +
      box(220, 250, 170, 760, linear(0, '#4a4d54', '#2b2d33', '#202226'), { r: 26 }) +
      box(220, 250, 450, 190, linear(20, '#5a5e66', '#2f3238'), { r: 34 }) +
      box(238, 266, 414, 40, clear('#ffffff', 0.14), { r: 20 }) +
      shape('M420 440H640L612 520H448Z', linear(0, '#3c3f46', '#1d1f23')) +
      box(220, 960, 470, 76, linear(90, '#50545c', '#25272c'), { r: 24 }) +
      oval(530, 962, 150, 18, linear(90, '#191a1e', '#3a3d44')) +
      shape('M410 640Q384 800 420 940Q426 956 452 956H610Q636 956 642 940Q678 800 652 640Z', '#dfeaf255') +
      shape(
        'M399 740Q392 850 422 936Q428 950 452 950H610Q634 950 640 936Q670 850 663 740Z',
        linear(0, '#2c1509', '#5a2f14', '#2a1408'),
      ) +
      oval(531, 740, 132, 20, '#6d3c1c') +
      shape('M420 660Q404 800 432 920L456 920Q436 800 446 660Z', clear('#ffffff', 0.36)) +
      box(404, 600, 254, 46, linear(90, '#3c3f46', '#1d1f23'), { r: 14 }) +
      box(480, 580, 100, 26, '#2b2d33', { r: 12 }) +
      stroke('M660 650Q760 670 742 800T652 890', '#1d1f23', 30) +
      stroke('M664 646Q752 668 736 790', clear('#ffffff', 0.2), 6) +
      stroke('M531 522V590', '#5a2f14', 9) +
      disc(306, 350, 40, '#17181b') +
      disc(306, 346, 34, linear(60, '#e7e9ed', '#8b8f98')) +
      disc(306, 346, 10, '#d9553f') +
      box(370, 324, 190, 56, '#10181f', { r: 10 }) +
      lettering('7:45', 412, 338, 28, '#8fd3ff', 4.4) +
      glow(560, 560, 120, '#ffffff', 0.14) +
      shape(
        'M90 900H196L186 1024Q184 1036 170 1036H116Q102 1036 100 1024Z',
        linear(0, '#e7b24a', '#f6d489', '#b07f24'),
      ) +
      oval(143, 900, 53, 12, '#6a3a1c') +
      stroke('M92 930q-46 6 -40 44t52 34', '#d39c36', 14) +
      turned(
        -16,
        780,
        1060,
        box(706, 1010, 150, 110, linear(30, '#8a5a38', '#5f3a22'), { r: 10 }) +
          box(726, 1036, 110, 52, '#f1e2c4') +
          lettering('DARK', 738, 1050, 22, '#5f3a22', 4),
      ) +
      vignette(width, height),
  };
}

/** A plate of cookies for a bake sale. */
export function cookies(): Drawing {
  const [width, height] = [1200, 1200];
  const cookie = (x: number, y: number, turn: number) =>
    `<g filter="url(#b8)">${disc(x + 10, y + 16, 116, '#2a140888')}</g>` +
    turned(
      turn,
      x,
      y,
      disc(x, y, 116, linear(40, '#c98a48', '#9a5f2a')) +
        disc(x - 4, y - 6, 106, radialAt(38, 32, '#edbb78', '#d09350', '#b3763a')) +
        times(9, (at) =>
          shape(
            `M${x + Math.cos(at * 2.4) * (20 + at * 8.4) - 14} ${y + Math.sin(at * 2.4) * (20 + at * 8.4)}q8 -20 24 -10t4 22q-18 10 -28 -12z`,
            linear(60, '#6b3a20', '#2f160b'),
          ),
        ) +
        times(7, (at) => stroke(`M${x - 60 + at * 19} ${y - 40 + ((at * 47) % 90)}q9 6 15 -2`, '#8a552699', 3)),
    );
  return {
    width,
    height,
    body:
      tabletop(width, height, '#b98a5a', 23) +
      times(8, (at) => box(-60 + at * 60, 0, 30, 1200, clear('#c9493f', 0.62))) +
      times(20, (at) => box(-60, at * 60, 450, 30, clear('#ffffff', 0.4))) +
      `<g filter="url(#b22)">${oval(630, 650, 470, 460, '#1f0f06aa')}</g>` +
      disc(610, 610, 456, linear(50, '#fbfaf7', '#d4d7da')) +
      disc(610, 610, 430, linear(230, '#ffffff', '#e4e6e8')) +
      disc(610, 610, 352, linear(50, '#eceef0', '#fbfbfa')) +
      times(40, (at) => disc(610 + Math.cos(at * 0.157) * 404, 610 + Math.sin(at * 0.157) * 404, 7, '#5b86b5')) +
      cookie(470, 470, 0) +
      cookie(730, 450, 80) +
      cookie(420, 700, 140) +
      cookie(830, 670, 220) +
      cookie(640, 800, 300) +
      cookie(620, 620, 40) +
      times(24, (at) => disc(250 + ((at * 197) % 760), 960 + ((at * 71) % 200), 3 + (at % 4), '#9a5f2a')) +
      vignette(width, height),
  };
}
