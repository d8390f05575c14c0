import {
  box,
  clear,
  type Drawing,
  darker,
  disc,
  lighter,
  linear,
  shadow,
  shape,
  stroke,
  times,
  turned,
  within,
} from './kit.ts';
import { centred } from './lettering.ts';
import { bricks, cloth, pavement, room, vignette } from './scenes.ts';

/** A game jersey on a hanger. */
export function jersey(): Drawing {
  const [width, height] = [960, 1200];
  const red = '#8e1b22';
  const outline =
    'M360 250Q480 330 600 250L716 300L850 520L736 590L690 520V1010Q480 1046 270 1010V520L224 590L110 520L244 300Z';
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#d9d3c8', horizon: 1.2 }) +
      box(150, 96, 660, 40, linear(90, '#b98a5a', '#7d5836'), { r: 8 }) +
      disc(480, 140, 14, '#6d7079') +
      stroke('M480 214V190Q512 176 504 150T462 150', '#8a8d96', 10) +
      stroke('M480 214L300 300M480 214L660 300', '#a06b3a', 26) +
      `<path d="${outline}" transform="translate(24 26)" fill="#1a101866" filter="url(#b16)"/>` +
      within(
        'jersey',
        outline,
        box(100, 240, 760, 800, linear(20, lighter(red, 0.18), red, darker(red, 0.28))) +
          turned(31, 790, 530, box(690, 500, 200, 20, '#f5ecd8') + box(690, 530, 200, 10, '#f5ecd8')) +
          turned(-31, 170, 530, box(70, 500, 200, 20, '#f5ecd8') + box(70, 530, 200, 10, '#f5ecd8')) +
          `<g filter="url(#b14)">${stroke('M330 400Q300 700 340 1020M640 380Q670 700 610 1020M480 640Q470 900 500 1040', '#1a060a55', 26)}${stroke('M400 420Q380 700 420 1020', '#ffffff22', 30)}</g>` +
          box(260, 974, 440, 14, '#f5ecd8'),
      ) +
      shape('M360 250Q480 330 600 250L620 260Q480 372 340 260Z', '#f5ecd8') +
      shape('M372 254Q480 318 588 254L582 246Q480 290 378 246Z', darker(red, 0.55)) +
      stroke('M270 520Q262 420 300 330M690 520Q698 420 660 330', clear('#1a060a', 0.45), 5) +
      centred('20', 480, 470, 170, '#2b0a0d', 62) +
      centred('20', 480, 470, 170, '#f5ecd8', 46) +
      centred('HOME', 480, 400, 34, '#f5ecd8', 7) +
      vignette(width, height),
  };
}

/** A hiking backpack with books in it. */
export function backpack(): Drawing {
  const [width, height] = [960, 1200];
  const green = '#4d6b4a';
  return {
    width,
    height,
    body:
      bricks(width, 920, '#a8604a', 9) +
      pavement(width, height, 900, '#b3a999') +
      box(60, 830, 840, 60, linear(90, '#a9794b', '#7a5330'), { r: 8 }) +
      box(130, 886, 40, 200, '#3b3e45') +
      box(790, 886, 40, 200, '#3b3e45') +
      shadow(480, 846, 310, 26, 0.6) +
      stroke('M300 430Q196 560 250 800', darker(green, 0.45), 44) +
      stroke('M660 430Q764 560 710 800', darker(green, 0.45), 44) +
      stroke('M420 250Q480 150 540 250', '#2b2620', 26) +
      shape(
        'M270 420Q270 230 480 226T690 420L712 770Q712 846 640 846H320Q248 846 248 770Z',
        linear(20, lighter(green, 0.22), green, darker(green, 0.36)),
      ) +
      shape('M282 430Q282 250 480 244T678 430Q480 476 282 430Z', linear(80, lighter(green, 0.34), green)) +
      stroke('M284 432Q480 478 676 432', '#2b2620', 9) +
      stroke('M284 426Q480 472 676 426', '#d2a85a', 3) +
      shape(
        'M318 600Q318 560 358 558H602Q642 560 642 600L652 770Q652 800 620 802H340Q308 800 308 770Z',
        linear(60, lighter(green, 0.14), darker(green, 0.22)),
      ) +
      shape(
        'M310 592Q480 560 650 592L640 668Q480 700 320 668Z',
        linear(90, lighter(green, 0.26), darker(green, 0.05)),
      ) +
      stroke('M310 592Q480 560 650 592', '#2b2620', 5) +
      [392, 552]
        .map(
          (x) =>
            box(x, 440, 26, 250, linear(0, '#8d5a33', '#5f391d')) +
            box(x - 7, 640, 40, 46, 'none', { r: 6, stroke: '#d2a85a', width: 7 }),
        )
        .join('') +
      box(442, 604, 76, 50, '#8d5a33', { r: 6 }) +
      shape('M456 640l24 -24 24 24z', '#f1e2c4') +
      stroke('M470 470Q480 520 474 560', '#d2a85a', 5) +
      disc(474, 566, 12, '#d9604b') +
      disc(470, 562, 4, '#ffffff') +
      stroke('M300 480Q292 600 286 760', clear('#ffffff', 0.22), 10) +
      box(712, 640, 72, 200, linear(0, '#4f93b8', '#a6d2e4', '#2f6686'), { r: 16 }) +
      box(724, 606, 48, 44, '#26282d', { r: 8 }) +
      box(712, 700, 72, 40, '#f3ede0') +
      vignette(width, height),
  };
}

/** A nearly new running shoe on its box. */
export function sneakers(): Drawing {
  const [width, height] = [1200, 900];
  const upper =
    'M220 520Q210 400 270 380Q330 366 372 330Q410 290 470 300L520 390Q600 450 740 470Q900 490 960 560L966 610H226Z';
  return {
    width,
    height,
    body:
      cloth(width, height, '#b9c7c4') +
      shadow(600, 780, 480, 50, 0.6) +
      box(170, 640, 860, 150, linear(90, '#e3703f', '#b64a22'), { r: 6 }) +
      shape('M170 640L230 600H970L1030 640Z', '#f09a66') +
      box(170, 640, 860, 40, '#f0854f') +
      centred('SIZE 10', 880, 716, 28, '#fff1e0', 5) +
      shadow(600, 628, 400, 18, 0.6) +
      `<path d="${upper}" fill="${linear(60, '#fbfbfa', '#dfe3e8', '#aab2bd')}"/>` +
      shape('M220 520Q210 400 270 380Q330 366 372 330L410 470Q330 560 224 570Z', linear(40, '#3a6ea8', '#234a78')) +
      shape('M372 330Q410 290 470 300L520 390L440 430Z', '#2d3440') +
      shape('M740 470Q900 490 960 560L966 610H800Q800 520 740 470Z', linear(60, '#3a6ea8', '#1f4570')) +
      shape('M340 600Q470 560 560 480Q590 450 620 456Q570 560 470 606Z', '#e3703f') +
      times(
        6,
        (at) =>
          stroke(`M${470 + at * 42} ${372 + at * 16 + (at > 2 ? 4 : 0)}l${-34 + at * 2} 34`, '#ffffff', 13) +
          stroke(`M${470 + at * 42} ${376 + at * 16}l${-34 + at * 2} 34`, '#8f98a555', 4),
      ) +
      stroke('M512 378Q470 330 440 350T500 400', '#ffffff', 8) +
      times(9, (at) => times(5, (row) => disc(600 + at * 20, 500 + row * 18 + at * 3, 3, '#8f98a588'))) +
      shape(
        'M206 560Q190 600 206 640Q216 656 240 656H950Q1004 650 996 606Q984 560 962 566Q900 612 760 606T420 600Q300 600 206 560Z',
        linear(90, '#ffffff', '#d5dae0'),
      ) +
      times(17, (at) => box(240 + at * 43, 640, 28, 16, '#e3703f', { r: 4 })) +
      stroke('M216 600Q420 640 980 610', '#c3cad3', 5) +
      stroke('M236 440Q240 400 290 392', clear('#ffffff', 0.6), 7) +
      vignette(width, height),
  };
}
