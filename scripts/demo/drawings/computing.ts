import {
  box,
  clear,
  type Drawing,
  darker,
  disc,
  glow,
  lighter,
  linear,
  oval,
  radialAt,
  ring,
  shadow,
  shape,
  stroke,
  times,
  turned,
  within,
} from './kit.ts';
import { lettering } from './lettering.ts';
import { room, tabletop, vignette } from './scenes.ts';

const DESK = '#9c6f48';

/** A desk seen from the front, below the edge of a wall. */
function deskEdge(width: number, height: number, top: number, wall: string): string {
  return (
    room(width, height, { wall, horizon: 1.2 }) +
    box(0, top, width, height - top, linear(90, lighter(DESK, 0.22), DESK, darker(DESK, 0.3))) +
    times(8, (at) =>
      stroke(`M0 ${top + 20 + at * 26}q${width / 2} ${at % 2 === 0 ? 12 : -12} ${width} 0`, clear('#3a2010', 0.16), 2),
    ) +
    box(0, top, width, 5, lighter(DESK, 0.5))
  );
}

/** A wide screen with mountains at dusk. */
export function monitor(): Drawing {
  const [width, height] = [1200, 900];
  return {
    width,
    height,
    body:
      deskEdge(width, height, 700, '#aab6c4') +
      shadow(600, 760, 300, 34, 0.6) +
      box(552, 600, 96, 150, linear(0, '#4b4f58', '#a6abb5', '#3a3d45')) +
      shape('M430 752Q440 732 600 732T770 752V764H430Z', linear(90, '#9aa0ab', '#4b4f58')) +
      box(170, 120, 860, 500, '#15171c', { r: 16 }) +
      within(
        'screen',
        'M186 136H1014V596H186Z',
        box(186, 136, 828, 460, linear(90, '#28336b', '#8d4f86', '#f0875d', '#ffd58a')) +
          disc(690, 440, 62, '#fff0c2') +
          glow(690, 440, 200, '#ffe3a0', 0.7) +
          shape(
            'M186 480L320 330L430 440L560 290L720 470L850 360L1014 500V596H186Z',
            linear(90, '#5a3d72', '#352a55'),
          ) +
          shape(
            'M186 540L300 450L420 530L600 430L760 540L880 470L1014 550V596H186Z',
            linear(90, '#33264f', '#1a1633'),
          ) +
          box(186, 560, 828, 36, '#1119') +
          times(6, (at) =>
            box(
              470 + at * 46,
              566,
              26,
              24,
              ['#5aa2f0', '#f2c14e', '#e5675a', '#63c08a', '#b38cf0', '#e8e8ee'][at] ?? '#888888',
              { r: 6 },
            ),
          ) +
          shape('M186 136H620L400 596H186Z', clear('#ffffff', 0.07)),
      ) +
      disc(600, 608, 4, '#7de0a0') +
      box(830, 770, 180, 60, '#202228', { r: 26 }) +
      box(840, 774, 160, 26, clear('#ffffff', 0.12), { r: 13 }) +
      box(280, 780, 420, 56, linear(90, '#eceef2', '#b8bcc6'), { r: 10 }) +
      times(
        14,
        (at) =>
          box(290 + at * 29, 786, 24, 18, '#ffffff', { r: 4 }) + box(290 + at * 29, 808, 24, 18, '#f7f8fb', { r: 4 }),
      ) +
      vignette(width, height),
  };
}

/** A mechanical keyboard on a felt mat, from above. */
export function keyboard(): Drawing {
  const [width, height] = [1200, 675];
  const rows = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2],
    [1.5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.5],
    [1.8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.2],
    [2.3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.7],
    [1.3, 1.3, 1.3, 6.2, 1.3, 1.3, 1.3, 1],
  ];
  const letters = ['1234567890-=', 'QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM./', ''];
  const keys = rows.map((row, line) => {
    let x = 150;
    return row
      .map((units, at) => {
        const w = units * 60;
        const left = x;
        x += w;
        const edge = units !== 1 && units < 6;
        const colour =
          line === 0 && at === 0
            ? '#d9593d'
            : line === 2 && at === row.length - 1
              ? '#e0a43a'
              : edge
                ? '#7d8b93'
                : '#ece5d6';
        const letter = line > 0 ? letters[line]?.[at - 1] : letters[0]?.[at - 1];
        const y = 176 + line * 64;
        return (
          box(left + 2, y + 2, w - 4, 60, darker(colour, 0.4), { r: 9 }) +
          box(left + 4, y + 2, w - 8, 52, linear(90, lighter(colour, 0.15), colour), { r: 8 }) +
          box(left + 9, y + 6, w - 18, 41, linear(90, lighter(colour, 0.45), lighter(colour, 0.1)), { r: 7 }) +
          (letter === undefined || edge ? '' : lettering(letter, left + 18, y + 16, 14, '#4a4f57', 2.4))
        );
      })
      .join('');
  });
  return {
    width,
    height,
    body:
      tabletop(width, height, '#a4774d') +
      box(50, 60, 1100, 560, linear(50, '#59616b', '#3d444d'), { r: 26 }) +
      box(62, 72, 1076, 536, 'none', { r: 20, stroke: clear('#ffffff', 0.14), width: 3 }) +
      `<g filter="url(#b14)">${box(126, 160, 940, 372, '#0d0f13aa', { r: 30 })}</g>` +
      stroke('M600 150C600 90 690 110 700 40V-20', '#d9593d', 12) +
      stroke('M598 146C598 86 688 106 698 36V-20', clear('#ffffff', 0.3), 3) +
      box(128, 150, 930, 366, linear(90, '#f4efe3', '#cbc3b2'), { r: 22 }) +
      box(140, 164, 906, 340, '#3a3c41', { r: 12 }) +
      keys.join('') +
      vignette(width, height),
  };
}

/** An open laptop with code on its screen. */
export function laptop(): Drawing {
  const [width, height] = [1200, 900];
  const inks = ['#7fc7ff', '#f2c57c', '#c9a6ff', '#8fdc9b', '#e8e8f0'];
  const code = times(13, (line) => {
    let x = 336 + (line % 4) * 26;
    return times(2 + ((line * 7) % 3), (word) => {
      const w = 40 + ((line * 37 + word * 61) % 90);
      const drawn = box(x, 196 + line * 24, w, 9, inks[(line + word * 2) % inks.length] ?? '#ffffff', { r: 4 });
      x += w + 16;
      return drawn;
    });
  });
  return {
    width,
    height,
    body:
      deskEdge(width, height, 600, '#c9b8a4') +
      shadow(600, 742, 500, 56, 0.6) +
      box(256, 130, 688, 456, linear(90, '#c9ccd3', '#9599a3'), { r: 22 }) +
      box(268, 142, 664, 432, '#111318', { r: 14 }) +
      box(284, 160, 632, 396, linear(60, '#20283c', '#171c2b')) +
      box(284, 160, 632, 22, '#2c3650') +
      disc(300, 171, 5, '#e5675a') +
      disc(318, 171, 5, '#f2c14e') +
      disc(336, 171, 5, '#63c08a') +
      times(13, (line) => box(298, 197 + line * 24, 16, 7, '#46506d', { r: 3 })) +
      code +
      shape('M284 160H600L430 556H284Z', clear('#ffffff', 0.05)) +
      shape('M256 582H944L1060 720H140Z', linear(90, '#b4b8c1', '#dfe2e7')) +
      shape('M300 600H900L948 660H252Z', '#3a3d44') +
      times(4, (row) =>
        times(14, (key) =>
          box(304 - row * 11 + key * (42.6 + row * 1.5), 603 + row * 14.4, 37 + row, 11, '#17181c', { r: 3 }),
        ),
      ) +
      shape('M486 668H714L728 708H472Z', linear(90, '#c4c8d0', '#d5d8de')) +
      shape('M140 720H1060L1052 738Q1046 744 1030 744H170Q154 744 148 738Z', linear(90, '#a4a8b2', '#6a6e78')) +
      oval(1010, 640, 46, 12, clear('#1a0d06', 0.3)) +
      box(968, 540, 84, 100, linear(0, '#2f5d50', '#4f8f7c', '#21453b'), { r: 12 }) +
      oval(1010, 542, 42, 11, '#1d1410') +
      stroke('M1052 568q36 4 30 30t-32 16', '#2f5d50', 12) +
      vignette(width, height),
  };
}

/** Over-ear headphones on a table. */
export function headphones(): Drawing {
  const [width, height] = [1200, 1200];
  const cup = (x: number, tilt: number) =>
    turned(
      tilt,
      x,
      780,
      oval(x, 790, 132, 176, '#121318') +
        oval(x, 780, 128, 170, linear(20, '#565b66', '#22242b')) +
        oval(x, 780, 104, 142, linear(200, '#5f6571', '#2b2e36')) +
        oval(x, 780, 70, 98, radialAt(35, 30, '#4a4e59', '#1b1d23')) +
        ring(x, 780, 34, '#c9a06a', 6) +
        stroke(`M${x - 88} 700q30 -58 90 -62`, clear('#ffffff', 0.4), 7),
    );
  return {
    width,
    height,
    body:
      tabletop(width, height, '#c79f74', 6) +
      `<g filter="url(#b18)">${stroke('M350 800C300 260 900 260 880 810', '#1a0d0699', 80)}${oval(370, 830, 150, 170, '#1a0d0688')}${oval(890, 830, 150, 170, '#1a0d0688')}</g>` +
      stroke('M318 640C300 220 880 220 864 640', '#191a1f', 66) +
      stroke('M318 640C300 220 880 220 864 640', '#3d4049', 50) +
      stroke('M352 520C390 280 790 280 828 520', '#8a6a48', 34) +
      stroke('M360 500C400 292 780 292 820 500', '#b58d62', 18) +
      stroke('M334 540C360 400 450 344 560 332', clear('#ffffff', 0.3), 6) +
      box(292, 580, 50, 120, linear(0, '#c7ccd4', '#6b7079'), { r: 14 }) +
      box(840, 580, 50, 120, linear(0, '#c7ccd4', '#6b7079'), { r: 14 }) +
      cup(330, 8) +
      cup(852, -8) +
      stroke('M330 956C340 1080 520 1010 560 1090S760 1180 800 1080S960 1040 1010 1110', '#191a1f', 11) +
      stroke('M330 952C340 1076 520 1006 560 1086S760 1176 800 1076S960 1036 1010 1106', clear('#ffffff', 0.16), 3) +
      turned(
        38,
        1010,
        1110,
        box(996, 1096, 70, 24, '#22242b', { r: 8 }) + box(1064, 1102, 36, 12, '#d6b16a', { r: 4 }),
      ) +
      vignette(width, height),
  };
}
