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
  oval,
  radialAt,
  ring,
  shadow,
  shape,
  stroke,
  times,
  turned,
} from './kit.ts';
import { bricks, campusLawn, pavement, vignette } from './scenes.ts';

function wheel(x: number, y: number, r: number): string {
  return (
    ring(x, y, r, '#1b1b1f', 20) +
    ring(x, y, r - 3, '#3a3a40', 6) +
    ring(x, y, r - 16, '#c4c8cf', 8) +
    times(28, (at) => {
      const angle = (at * Math.PI) / 14;
      const hub = angle + (at % 2 === 0 ? 0.5 : -0.5);
      return stroke(
        `M${x + Math.cos(hub) * 14} ${y + Math.sin(hub) * 14}L${x + Math.cos(angle) * (r - 20)} ${y + Math.sin(angle) * (r - 20)}`,
        '#d5d9e0bb',
        1.8,
      );
    }) +
    disc(x, y, 18, linear(60, '#e4e7ec', '#6f747d'))
  );
}

/** A city bicycle at a brick wall. */
export function bicycle(): Drawing {
  const [width, height] = [1200, 900];
  const frame = (d: string, w: number) =>
    stroke(d, '#1b5a63', w + 5) + stroke(d, '#2f8a95', w) + stroke(d, clear('#ffffff', 0.35), w / 5);
  return {
    width,
    height,
    body:
      bricks(width, 700) +
      pavement(width, height, 690) +
      shadow(600, 800, 520, 34, 0.65) +
      wheel(330, 620, 170) +
      wheel(880, 620, 170) +
      stroke('M330 440A180 180 0 0 0 156 574', '#1b5a63', 12) +
      stroke('M880 440A180 180 0 0 1 1056 580', '#1b5a63', 12) +
      stroke('M880 440A180 180 0 0 0 716 540', '#1b5a63', 12) +
      frame('M330 620L560 630', 13) +
      frame('M330 620L506 396', 13) +
      frame('M560 630L492 356', 18) +
      frame('M560 630L792 400', 20) +
      frame('M500 390L782 350', 18) +
      frame('M776 320L806 440', 22) +
      stroke('M806 440Q830 540 880 620', '#d9dce1', 15) +
      stroke('M492 356L482 310', '#c6cad1', 14) +
      shape('M406 300Q420 272 500 282L566 296Q574 312 540 318H440Q402 322 406 300Z', linear(90, '#9a6238', '#5f3519')) +
      stroke('M776 320L766 268', '#c6cad1', 14) +
      stroke('M766 266Q800 240 850 246Q886 252 880 290', '#c6cad1', 12) +
      stroke('M842 246Q890 250 880 296', '#6f4425', 20) +
      disc(560, 630, 66, '#2a2b30') +
      ring(560, 630, 56, '#a9adb5', 9) +
      times(5, (at) => turned(at * 72, 560, 630, stroke('M560 630V580', '#c6cad1', 9))) +
      disc(560, 630, 14, '#e4e7ec') +
      stroke('M560 630L610 716', '#a9adb5', 13) +
      box(582, 708, 72, 18, '#26272b', { r: 7 }) +
      stroke('M330 602H556M330 638L556 690', '#3a3a3e', 4) +
      shape('M830 300H990L966 410H854Z', linear(0, '#d0a066', '#8d6030')) +
      times(6, (at) => stroke(`M${842 + at * 26} 302l${(3 - at) * 2} 106`, '#6d451f99', 4)) +
      times(3, (at) => stroke(`M${836 + at * 6} ${326 + at * 28}H${984 - at * 6}`, '#6d451f99', 4)) +
      shape('M860 300q10 -50 40 -44t26 44z', '#d9604b') +
      shape('M910 300q20 -60 54 -20l-8 20z', '#6fa765') +
      disc(812, 392, 16, linear(60, '#fff4c4', '#caa84a')) +
      vignette(width, height),
  };
}

/** An electric kick scooter. */
export function scooter(): Drawing {
  const [width, height] = [900, 1200];
  const tyre = (x: number) =>
    disc(x, 1000, 76, '#17181b') +
    disc(x, 1000, 56, linear(50, '#6a6e77', '#2c2e34')) +
    times(6, (at) => turned(at * 60, x, 1000, stroke(`M${x} 1000V956`, '#a9adb5', 9))) +
    disc(x, 1000, 16, '#e8743b');
  return {
    width,
    height,
    body:
      campusLawn(width, 900, 820, ['#86b9e8', '#cfe4ee', '#f2ead6']) +
      pavement(width, height, 890, '#c2bcb1') +
      shadow(450, 1078, 380, 30, 0.65) +
      stroke('M690 960L610 250', '#1c1d21', 48) +
      stroke('M690 960L610 250', '#4b4f58', 36) +
      stroke('M680 940L602 256', clear('#ffffff', 0.3), 7) +
      shape(
        'M190 944H630Q700 944 706 880L730 884Q734 990 640 990H190Q166 990 166 968T190 944Z',
        linear(90, '#5a5f69', '#26282d'),
      ) +
      box(210, 932, 400, 16, '#15161a', { r: 8 }) +
      times(16, (at) => box(226 + at * 23, 935, 12, 7, '#3f434b')) +
      stroke('M180 990H620', '#e8743b', 6) +
      stroke('M716 900Q770 900 760 960', '#26282d', 20) +
      tyre(190) +
      tyre(730) +
      stroke('M116 950A86 86 0 0 1 262 944', '#26282d', 18) +
      stroke('M470 262L770 226', '#2a2c31', 24) +
      stroke('M470 262L540 254', '#101114', 38) +
      stroke('M700 234L776 226', '#101114', 38) +
      box(574, 202, 92, 66, linear(60, '#3c4048', '#191a1e'), { r: 16 }) +
      box(588, 214, 64, 34, '#123024', { r: 5 }) +
      stroke('M600 238v-14M614 238v-20M628 238v-10', '#63e6a2', 6) +
      disc(640, 320, 26, '#15161a') +
      disc(644, 320, 18, radialAt(50, 50, '#fffdf0', '#ffe08a')) +
      glow(650, 322, 110, '#fff0b8', 0.5) +
      stroke('M520 258Q500 300 520 330', '#e8743b', 6) +
      vignette(width, height),
  };
}

/** A skateboard upside down, with its picture. */
export function skateboard(): Drawing {
  const [width, height] = [1200, 800];
  const random = seededRandom(31);
  const board = 'M220 300H980Q1090 300 1090 400T980 500H220Q110 500 110 400T220 300Z';
  const truck = (x: number) =>
    box(x - 54, 352, 108, 96, linear(90, '#dfe2e7', '#8d929b'), { r: 10 }) +
    box(x - 22, 290, 44, 220, linear(0, '#f0f2f5', '#a0a5ae', '#6d727b'), { r: 14 }) +
    times(4, (at) => disc(x - 38 + (at % 2) * 76, 366 + Math.floor(at / 2) * 68, 7, '#4b4f57')) +
    [276, 524]
      .map(
        (y) =>
          box(x - 46, y - 34, 92, 68, linear(90, '#fbeecb', '#e2b85b', '#b3863a'), { r: 26 }) +
          disc(x, y, 14, '#6d727b'),
      )
      .join('');
  return {
    width,
    height,
    body:
      box(0, 0, width, height, linear(30, '#c3c1bd', '#a5a29e', '#8d8a88')) +
      times(260, (at) =>
        disc(random() * width, random() * height, 1 + random() * 2.4, at % 2 === 0 ? '#ffffff44' : '#2a283044'),
      ) +
      stroke('M0 180L1200 90M380 800L540 0', '#5d5a5a88', 5) +
      turned(
        -12,
        600,
        400,
        `<g filter="url(#b14)"><path d="${board}" transform="translate(14 34)" fill="#14101aaa"/></g>` +
          `<clipPath id="c-board"><path d="${board}"/></clipPath><g clip-path="url(#c-board)">` +
          box(100, 290, 1000, 220, linear(0, '#f6b04e', '#ef6d4d', '#a63f77', '#4a2f7a')) +
          disc(600, 420, 130, '#ffe6a6') +
          times(5, (at) => box(460, 400 + at * 24, 280, 6 + at * 2, '#e8604f')) +
          shape('M100 520L250 370L340 440L460 340L560 520Z', '#3b2a66') +
          shape('M640 520L760 350L850 430L960 320L1110 520Z', '#2f2258') +
          shape('M960 320l34 46 -30 -8 -26 16z', '#ffffff') +
          shape('M460 340l30 52 -26 -10 -30 10z', '#ffffff') +
          times(9, (at) =>
            stroke(`M${220 + at * 97} ${312 + ((at * 37) % 40)}h${16 + (at % 3) * 10}`, '#ffffffaa', 5),
          ) +
          box(100, 290, 1000, 220, linear(90, clear('#ffffff', 0.3), clear('#ffffff', 0), clear('#1a0f24', 0.35))) +
          '</g>' +
          `<path d="${board}" fill="none" stroke="#d2a06a" stroke-width="7"/>` +
          truck(300) +
          truck(900) +
          stroke('M430 330l40 20M520 470l60 -10M700 318l36 10', '#f4ead755', 5),
      ) +
      vignette(width, height),
  };
}

/** An older hatchback at the kerb. */
export function car(): Drawing {
  const [width, height] = [1200, 800];
  const paint = '#3f76a8';
  const tyre = (x: number) =>
    disc(x, 600, 84, '#15161a') +
    disc(x, 600, 56, linear(50, '#dfe3e8', '#7e848d')) +
    times(5, (at) =>
      turned(at * 72, x, 600, shape(`M${x - 10} 596L${x - 16} 552H${x + 16}L${x + 10} 596Z`, '#4a4e56')),
    ) +
    disc(x, 600, 13, '#c8ccd2');
  return {
    width,
    height,
    body:
      campusLawn(width, 640, 470, ['#8fc1ea', '#cfe5ef', '#f4eddb'], 4) +
      box(0, 560, width, 70, linear(90, '#d3cdc2', '#aca599')) +
      box(0, 622, width, 178, linear(90, '#55545a', '#6b6a70')) +
      times(5, (at) => box(60 + at * 260, 740, 140, 12, '#e9dfa8')) +
      shadow(600, 676, 500, 36, 0.75) +
      shape(
        'M150 560Q140 460 210 430L330 400L440 268Q460 246 500 244H800Q846 244 876 290L940 400Q1030 410 1050 470L1062 590Q1062 616 1034 616H170Q146 616 150 560Z',
        linear(90, lighter(paint, 0.45), paint, darker(paint, 0.4)),
      ) +
      shape('M378 396L466 288Q478 274 500 274H600V402Z', linear(60, '#cfe4ee', '#5d7686')) +
      shape('M622 274H794Q826 274 846 306L896 402H622Z', linear(60, '#bcd6e3', '#4b6474')) +
      shape('M400 396L480 298L520 292L440 398Z', clear('#ffffff', 0.45)) +
      shape('M650 402L730 276H766L700 402Z', clear('#ffffff', 0.3)) +
      stroke('M610 274V610M378 398L350 604M902 402L930 604', clear('#0d1a28', 0.5), 5) +
      stroke('M170 486Q600 452 1050 484', clear('#ffffff', 0.45), 5) +
      box(540, 446, 56, 12, '#dfe3e8', { r: 6 }) +
      box(838, 446, 56, 12, '#dfe3e8', { r: 6 }) +
      box(346, 384, 60, 34, darker(paint, 0.2), { r: 12 }) +
      shape('M158 470Q190 450 236 452L222 498H156Z', radialAt(40, 40, '#fffdf2', '#f0e2a8')) +
      shape('M1056 466l-36 -2 4 56h36z', '#c93b34') +
      box(140, 560, 130, 44, '#2a2c31', { r: 14 }) +
      box(960, 560, 110, 44, '#2a2c31', { r: 14 }) +
      box(166, 540, 84, 26, '#f0f1f3', { r: 4 }) +
      disc(310, 600, 98, '#191a1e') +
      disc(890, 600, 98, '#191a1e') +
      tyre(310) +
      tyre(890) +
      oval(760, 560, 26, 9, darker(paint, 0.25)) +
      box(700, 300, 90, 60, '#fff4b0', { r: 3 }) +
      stroke('M716 320h58M716 338h40', '#4a4330', 6) +
      vignette(width, height),
  };
}
