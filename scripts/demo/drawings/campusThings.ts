import {
  box,
  clear,
  type Drawing,
  darker,
  disc,
  lighter,
  linear,
  moved,
  oval,
  ring,
  shadow,
  shape,
  stroke,
  times,
  turned,
  within,
} from './kit.ts';
import { centred, lettering } from './lettering.ts';
import { tabletop, vignette } from './scenes.ts';

/** A graphing calculator on squared paper. */
export function calculator(): Drawing {
  const [width, height] = [900, 1200];
  const key = (x: number, y: number, colour: string, label = '') =>
    box(x, y + 5, 74, 44, darker(colour, 0.5), { r: 10 }) +
    box(x, y, 74, 44, linear(90, lighter(colour, 0.22), colour), { r: 10 }) +
    centred(label, x + 37, y + 13, 15, colour === '#e9e6de' ? '#22252b' : '#ffffff', 3);
  const labels = ['', '7', '8', '9', '/', '', '4', '5', '6', '-', '', '1', '2', '3', '+', '', '0', '.', '(', '='];
  return {
    width,
    height,
    body:
      box(0, 0, width, height, linear(40, '#fbf8f0', '#e6e0d2')) +
      times(24, (at) => stroke(`M${at * 40} 0V1200`, '#a9c4dd77', 2)) +
      times(31, (at) => stroke(`M0 ${at * 40}H900`, '#a9c4dd77', 2)) +
      lettering('Y = 3X - 4', 60, 60, 30, '#3c5a8a', 4) +
      stroke('M60 126q120 -10 290 4', '#c4493f', 4) +
      `<g filter="url(#b16)">${box(226, 176, 500, 950, '#1a162299', { r: 60 })}</g>` +
      turned(
        4,
        450,
        620,
        box(210, 130, 480, 960, linear(0, '#3b3f4a', '#23262d'), { r: 56 }) +
          box(222, 142, 456, 936, linear(20, '#474c58', '#2b2e36'), { r: 48 }) +
          box(246, 176, 408, 316, '#15161a', { r: 22 }) +
          box(270, 200, 360, 262, linear(60, '#c7d6b4', '#a9bb96'), { r: 6 }) +
          stroke('M450 206V456M276 330H624', '#55624a', 3) +
          times(9, (at) => stroke(`M${290 + at * 40} 325v10M445 ${222 + at * 28}h10`, '#55624a', 2)) +
          stroke('M290 222Q450 560 610 222', '#22324e', 5) +
          stroke('M280 330C320 220 370 220 410 330S500 440 540 330S600 250 624 270', '#8a3434', 5) +
          shape('M270 200H450L340 462H270Z', clear('#ffffff', 0.13)) +
          times(5, (at) => key(262 + at * 77, 516, '#4b5160')) +
          times(2, (row) =>
            times(3, (at) =>
              key(
                262 + at * 77,
                580 + row * 62,
                row === 0 && at === 0 ? '#2f6fb0' : row === 1 && at === 0 ? '#4b8f52' : '#4b5160',
              ),
            ),
          ) +
          disc(574, 636, 56, '#1b1d22') +
          disc(574, 632, 52, linear(90, '#6a7080', '#40444f')) +
          times(4, (at) => turned(at * 90, 574, 632, shape('M574 590l11 14h-22z', '#dfe3ea'))) +
          times(20, (at) =>
            key(
              262 + (at % 5) * 77,
              716 + Math.floor(at / 5) * 62,
              at % 5 === 0 ? '#4b5160' : at % 5 === 4 ? '#2f6fb0' : '#e9e6de',
              labels[at],
            ),
          ) +
          times(5, (at) => key(262 + at * 77, 966, at === 4 ? '#2f6fb0' : '#4b5160')),
      ) +
      turned(
        -28,
        760,
        220,
        box(600, 206, 320, 22, linear(90, '#f0bf4a', '#c98f22'), { r: 3 }) +
          shape('M600 206L556 217L600 228Z', '#ecd6b4') +
          shape('M570 213L556 217L570 221Z', '#33302e'),
      ) +
      vignette(width, height),
  };
}

/** A stack of course books. */
export function textbooks(): Drawing {
  const [width, height] = [1200, 900];
  const books = [
    { y: 640, x: 230, w: 740, h: 110, colour: '#2c5a8c', title: 'CALCULUS 9TH ED' },
    { y: 544, x: 280, w: 690, h: 96, colour: '#9c3b34', title: 'ORGANIC CHEMISTRY' },
    { y: 458, x: 250, w: 640, h: 86, colour: '#3f7d5f', title: 'MICROECONOMICS' },
    { y: 392, x: 330, w: 590, h: 66, colour: '#d8a23c', title: 'STATISTICS' },
    { y: 318, x: 300, w: 540, h: 74, colour: '#5c4684', title: 'PHYSICS II' },
  ];
  return {
    width,
    height,
    body:
      box(0, 0, width, 620, linear(80, '#d9cdb9', '#bfae96')) +
      box(690, 50, 420, 330, linear(90, '#9cc7e6', '#dcebef')) +
      within('window', 'M690 50h420v330h-420z', disc(1050, 350, 90, '#7fa765') + disc(950, 380, 76, '#6f975a')) +
      box(690, 50, 420, 330, 'none', { stroke: '#f4efe4', width: 26 }) +
      stroke('M900 50V380M690 215H1110', '#f4efe4', 14) +
      moved(0, 620, tabletop(width, 280, '#8e6240', 8)) +
      box(0, 620, width, 4, '#d3a878') +
      shadow(600, 764, 460, 40, 0.65) +
      books
        .map(
          (book) =>
            box(
              book.x,
              book.y,
              book.w,
              book.h,
              linear(90, lighter(book.colour, 0.22), book.colour, darker(book.colour, 0.32)),
              { r: 12 },
            ) +
            box(book.x + book.w - 130, book.y + 8, 132, book.h - 16, linear(90, '#f3ead6', '#cfc2a6')) +
            times(6, (at) =>
              stroke(`M${book.x + book.w - 128} ${book.y + 14 + (at * (book.h - 28)) / 5}h126`, '#9c8d6d66', 2),
            ) +
            stroke(
              `M${book.x + book.w - 132} ${book.y + 5}h132M${book.x + book.w - 132} ${book.y + book.h - 5}h132`,
              darker(book.colour, 0.2),
              9,
            ) +
            box(book.x + 26, book.y, 8, book.h, clear('#fff1cf', 0.65)) +
            box(book.x + 40, book.y, 3, book.h, clear('#fff1cf', 0.65)) +
            lettering(book.title, book.x + 66, book.y + book.h / 2 - 13, 23, '#fff4da', 4) +
            box(book.x, book.y + book.h - 4, book.w, 10, clear('#140c06', 0.35)),
        )
        .join('') +
      shape('M700 312l-4 -34h26l-4 34z', '#e0574a') +
      shape('M610 314l-3 -26h22l-3 26z', '#f3d25a') +
      vignette(width, height),
  };
}

/** Two tickets for a home game. */
export function tickets(): Drawing {
  const [width, height] = [1200, 800];
  const outline =
    'M0 24Q0 0 24 0H650a22 22 0 0 0 44 0H856Q880 0 880 24V336Q880 360 856 360H694a22 22 0 0 0 -44 0H24Q0 360 0 336Z';
  const ticket = (seat: string, name: string) =>
    `<g filter="url(#b10)">${moved(8, 16, shape(outline, '#1a0d0677'))}</g>` +
    within(
      name,
      outline,
      box(0, 0, 880, 360, linear(20, '#f9f1de', '#e8dbbd')) +
        box(0, 0, 672, 118, linear(0, '#8a1c20', '#b5322f')) +
        times(9, (at) =>
          shape(`M${400 + at * 34} 118L${430 + at * 34} 0h12L${412 + at * 34} 118Z`, clear('#ffffff', 0.08)),
        ) +
        lettering('HOME GAME', 40, 36, 44, '#fff4dc', 8),
    ) +
    lettering('SAT NOV 28 - 6:30', 42, 148, 26, '#5b2a22', 4.5) +
    ['SEC 14', 'ROW 8', seat]
      .map(
        (text, at) =>
          box(40 + at * 204, 214, 188, 104, '#ffffff', { r: 12, stroke: '#cbb88f', width: 3 }) +
          centred(text, 134 + at * 204, 256, 22, '#8a1c20', 4.5),
      )
      .join('') +
    times(16, (at) => box(671, 30 + at * 20, 3, 10, '#b7a47c')) +
    times(22, (at) => box(720, 40 + at * 12.6, 110, 3 + ((at * 7) % 8), '#33251d'));
  return {
    width,
    height,
    body:
      tabletop(width, height, '#6f4a31', 14) +
      turned(-9, 600, 300, moved(130, 90, ticket('SEAT 21', 'back'))) +
      turned(5, 600, 520, moved(190, 356, ticket('SEAT 22', 'front'))) +
      turned(
        24,
        1080,
        130,
        oval(1080, 130, 92, 56, linear(70, '#a4603a', '#5c2f1a')) +
          stroke('M1030 130H1130', '#f6efe2', 6) +
          times(5, (at) => stroke(`M${1044 + at * 18} 118V142`, '#f6efe2', 6)) +
          stroke('M1006 100Q996 130 1006 160M1154 100Q1164 130 1154 160', '#f6efe2', 7),
      ) +
      vignette(width, height),
  };
}

/** A record player with a record on, from above. */
export function recordPlayer(): Drawing {
  const [width, height] = [1200, 1200];
  return {
    width,
    height,
    body:
      tabletop(width, height, '#5d4030', 17) +
      `<g filter="url(#b20)">${box(130, 170, 960, 920, '#0d0704aa', { r: 30 })}</g>` +
      box(120, 140, 960, 900, linear(30, '#c9945c', '#9a6636'), { r: 26 }) +
      times(16, (at) => stroke(`M130 ${170 + at * 56}q480 ${at % 2 === 0 ? 26 : -26} 940 0`, '#5d351466', 2)) +
      box(120, 140, 960, 900, 'none', { r: 26, stroke: clear('#ffffff', 0.22), width: 4 }) +
      disc(520, 590, 372, '#23242a') +
      disc(520, 584, 366, linear(40, '#c4c8d0', '#686c76')) +
      disc(520, 584, 350, '#0e0e12') +
      times(26, (at) => ring(520, 584, 150 + at * 7.4, clear('#ffffff', at % 4 === 0 ? 0.11 : 0.045), 2)) +
      shape('M520 584L310 296A356 356 0 0 1 420 242Z', clear('#ffffff', 0.11)) +
      shape('M520 584L730 872A356 356 0 0 1 620 926Z', clear('#ffffff', 0.11)) +
      disc(520, 584, 122, linear(60, '#e3a33d', '#c7622c')) +
      ring(520, 584, 108, '#fff0cd', 3) +
      centred('SIDE A', 520, 516, 22, '#fff0cd', 4) +
      stroke('M462 640h116M480 662h80', '#fff0cd', 5) +
      disc(520, 584, 11, '#ececf0') +
      disc(944, 300, 84, '#2a2b31') +
      disc(944, 296, 76, linear(50, '#e2e5ea', '#8c909a')) +
      stroke('M944 296L930 640L800 802', '#101116', 26) +
      stroke('M940 292L926 636L796 798', '#e4e7ec', 18) +
      stroke('M937 292L923 630', '#ffffff', 5) +
      turned(38, 790, 808, box(760, 796, 64, 44, '#23242a', { r: 8 })) +
      disc(944, 296, 34, linear(50, '#6a6e78', '#2c2d33')) +
      disc(960, 930, 42, '#2a2b31') +
      disc(960, 926, 38, linear(50, '#f0f1f4', '#9a9ea8')) +
      stroke('M960 926V896', '#3a3c42', 6) +
      disc(190, 970, 20, '#3a3c42') +
      disc(190, 966, 16, '#e0574a') +
      box(230, 956, 120, 22, '#3a3c42', { r: 11 }) +
      box(236, 958, 40, 18, '#d8dae0', { r: 9 }) +
      vignette(width, height),
  };
}
