import {
  box,
  clear,
  type Drawing,
  darker,
  disc,
  glow,
  lighter,
  linear,
  moved,
  oval,
  radialAt,
  ring,
  scaled,
  shadow,
  shape,
  stroke,
  times,
  turned,
} from './kit.ts';
import { centred } from './lettering.ts';
import { campusLawn, room, tabletop, vignette } from './scenes.ts';

/** An acoustic guitar on its stand. */
export function guitar(): Drawing {
  const [width, height] = [900, 1200];
  const body =
    'M450 560C540 556 586 610 574 680C566 726 576 742 606 776C664 842 660 990 560 1040Q500 1066 450 1066T340 1040C240 990 236 842 294 776C324 742 334 726 326 680C314 610 360 556 450 560Z';
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#b7a89a', floor: '#7d5a3e', horizon: 0.8, seed: 12 }) +
      shadow(450, 1118, 300, 34, 0.65) +
      stroke('M450 760L300 1112M450 760L600 1112', '#1d1e22', 18) +
      stroke('M352 1010q-20 46 20 44M548 1010q20 46 -20 44', '#1d1e22', 16) +
      `<path d="${body}" fill="#3a1d0c" transform="translate(10 8)"/>` +
      shape(body, linear(40, '#f0bb6a', '#d98f3c', '#9a5420')) +
      `<path d="${body}" fill="none" stroke="#4a240f" stroke-width="9"/><path d="${body}" fill="none" stroke="#f6dfb4" stroke-width="3"/>` +
      times(9, (at) => stroke(`M${330 + at * 30} 800q6 120 0 220`, '#8a4a1c44', 2)) +
      disc(450, 760, 66, '#1c0d06') +
      ring(450, 760, 72, '#5a2d12', 7) +
      ring(450, 760, 82, '#f4e2bd', 3) +
      ring(450, 760, 90, '#5a2d12', 4) +
      shape('M500 790Q560 800 566 880Q520 900 492 850Z', '#33180ccc') +
      box(352, 924, 196, 28, linear(90, '#4a2613', '#24110a'), { r: 10 }) +
      box(372, 918, 156, 8, '#f5ead0') +
      box(421, 196, 58, 506, linear(0, '#6d3d1d', '#3a1d0e', '#57301a')) +
      times(16, (at) => box(421, 216 + at * 42 - at * at * 0.78, 58, 4, '#d8d2c4')) +
      [330, 412, 480, 560].map((y) => disc(450, y, 6, '#f4ead4')).join('') +
      shape('M408 60Q450 46 492 60L484 204H416Z', linear(0, '#8a5227', '#5a2f14')) +
      times(
        6,
        (at) =>
          disc(at < 3 ? 396 : 504, 90 + (at % 3) * 38, 13, linear(50, '#f2f0ea', '#a29d92')) +
          disc(at < 3 ? 428 : 472, 90 + (at % 3) * 38, 5, '#d8d2c4'),
      ) +
      times(6, (at) => stroke(`M${430 + at * 8} 200V926`, at < 3 ? '#d9b777' : '#f2f2f2', 1.8)) +
      shape('M330 640Q320 600 360 584Q340 620 346 660Z', clear('#ffffff', 0.45)) +
      stroke('M290 820Q262 880 286 950', clear('#ffffff', 0.4), 9) +
      vignette(width, height),
  };
}

function controller(): string {
  const grip =
    'M60 20Q100 -6 170 8H290Q360 -6 400 20Q460 90 470 210Q466 260 424 244L340 166H120L36 244Q-6 260 -10 210Q0 90 60 20Z';
  return (
    `<path d="${grip}" transform="translate(8 18)" fill="#0d0a1488" filter="url(#b8)"/>` +
    shape(grip, linear(70, '#ffffff', '#dfe2e8', '#a9aeb8')) +
    shape('M60 20Q100 -6 170 8H290Q360 -6 400 20Q380 44 300 36H160Q80 44 60 20Z', clear('#ffffff', 0.6)) +
    box(88, 66, 26, 76, '#2b2e36', { r: 6 }) +
    box(63, 91, 76, 26, '#2b2e36', { r: 6 }) +
    ['#4f9de0', '#e0574a', '#f0b93c', '#55b47a']
      .map((colour, at) =>
        disc(
          360 + Math.cos((at * Math.PI) / 2) * 32,
          104 + Math.sin((at * Math.PI) / 2) * 32,
          16,
          linear(60, lighter(colour, 0.4), colour),
        ),
      )
      .join('') +
    [162, 298]
      .map((x) => disc(x, 150, 40, '#1a1c21') + disc(x, 144, 32, radialAt(40, 35, '#6b707c', '#262931')))
      .join('') +
    box(208, 66, 44, 16, '#2b2e36', { r: 8 }) +
    disc(230, 110, 12, '#2b2e36')
  );
}

/** A game console with two controllers in front of a screen. */
export function gameConsole(): Drawing {
  const [width, height] = [1200, 800];
  return {
    width,
    height,
    body:
      box(0, 0, width, 520, linear(80, '#3a4058', '#2a2e44')) +
      box(140, 40, 640, 360, '#0c0d12', { r: 12 }) +
      box(156, 56, 608, 328, linear(90, '#4fb7d8', '#a8e0d8')) +
      shape('M156 300q100 -70 180 -20t160 -30t268 30V384H156Z', '#58a554') +
      shape('M156 340h608v44H156z', '#9a6238') +
      times(6, (at) => box(420 + at * 40, 220, 36, 36, '#d98f3c', { r: 4, stroke: '#8a4a1c', width: 3 })) +
      disc(300, 150, 24, '#ffe27a') +
      box(250, 262, 34, 60, '#e0574a', { r: 8 }) +
      disc(267, 252, 18, '#f2c79e') +
      times(3, (at) => disc(500 + at * 60, 180, 12, '#ffd23f')) +
      glow(460, 230, 420, '#8fe0f0', 0.22) +
      moved(0, 520, tabletop(width, 280, '#7a5236', 6)) +
      box(0, 516, width, 7, '#b98558') +
      shadow(930, 640, 220, 26, 0.6) +
      shape('M840 150Q836 130 856 130H900V640H850Z', linear(0, '#ffffff', '#d5d8df')) +
      box(900, 120, 70, 524, linear(0, '#1b1d24', '#33363f', '#111217'), { r: 8 }) +
      shape('M970 130H1016Q1036 130 1032 150L1022 640H970Z', linear(0, '#eceef2', '#b9bdc7')) +
      box(928, 220, 6, 180, '#5ac8ff', { r: 3 }) +
      glow(931, 310, 110, '#5ac8ff', 0.4) +
      box(918, 470, 30, 5, '#5b606b') +
      disc(933, 560, 9, '#5b606b') +
      box(830, 630, 214, 22, linear(90, '#33363f', '#17181c'), { r: 11 }) +
      moved(90, 512, scaled(0.94, controller())) +
      moved(500, 560, turned(12, 230, 110, scaled(0.94, controller()))) +
      vignette(width, height, 0.4),
  };
}

/** A film camera with its strap. */
export function camera(): Drawing {
  const [width, height] = [1200, 900];
  return {
    width,
    height,
    body:
      tabletop(width, height, '#8d6543', 27) +
      stroke('M230 420C60 480 40 760 300 800S900 770 1060 820S1160 620 990 420', '#2a1a10', 34) +
      stroke('M230 420C60 480 40 760 300 800S900 770 1060 820S1160 620 990 420', '#7a4a28', 24) +
      stroke('M230 412C60 472 40 752 300 792', '#c58a5588', 4) +
      `<g filter="url(#b18)">${box(226, 330, 790, 400, '#0d0704bb', { r: 40 })}</g>` +
      shape('M470 250L510 170H690L730 250Z', linear(90, '#f2f3f5', '#b3b7be', '#83878f')) +
      box(520, 184, 160, 60, linear(90, '#d3d6db', '#9ea2aa'), { r: 6 }) +
      box(220, 240, 780, 120, linear(90, '#f4f5f7', '#c3c7cd', '#8d9199'), { r: 26 }) +
      box(214, 330, 792, 310, linear(20, '#2d2b2b', '#171616'), { r: 18 }) +
      times(330, (at) =>
        disc(230 + (at % 33) * 23.4 + (Math.floor(at / 33) % 2) * 11, 346 + Math.floor(at / 33) * 29, 5, '#3d3a39'),
      ) +
      box(220, 620, 780, 80, linear(90, '#d9dce1', '#a0a4ac', '#70747c'), { r: 22 }) +
      disc(330, 226, 62, linear(90, '#8d9199', '#53565d')) +
      box(268, 190, 124, 44, linear(0, '#6a6e76', '#f4f5f7', '#6a6e76'), { r: 8 }) +
      times(12, (at) => stroke(`M${276 + at * 10} 194v36`, '#53565d88', 3)) +
      box(806, 200, 90, 50, linear(0, '#6a6e76', '#f4f5f7', '#6a6e76'), { r: 8 }) +
      box(920, 214, 44, 32, linear(0, '#53565d', '#d9dce1', '#53565d'), { r: 8 }) +
      box(790, 274, 130, 60, '#26282d', { r: 8 }) +
      box(800, 282, 110, 44, radialAt(30, 30, '#7f95b8', '#1c2533'), { r: 5 }) +
      box(276, 280, 96, 22, '#5b5f67', { r: 4 }) +
      disc(600, 480, 216, '#0e0e10') +
      disc(600, 476, 208, linear(50, '#5b5f67', '#1d1e22')) +
      times(60, (at) => turned(at * 6, 600, 476, stroke('M600 274v20', '#0e0e10', 5))) +
      disc(600, 476, 178, linear(230, '#3a3c42', '#101114')) +
      ring(600, 476, 160, '#caa35c', 3) +
      disc(600, 476, 140, '#08080a') +
      disc(600, 476, 122, radialAt(38, 34, '#5d7fae', '#2a3157', '#141226', '#060509')) +
      ring(600, 476, 92, '#7a5aa055', 12) +
      disc(600, 476, 56, radialAt(50, 60, '#3f2b66', '#07060d')) +
      oval(552, 418, 38, 24, clear('#ffffff', 0.62)) +
      disc(650, 532, 12, clear('#bfe0ff', 0.5)) +
      shape('M500 520Q530 580 600 588Q540 560 520 510Z', clear('#9fd0a0', 0.28)) +
      disc(222, 400, 16, '#b3b7be') +
      disc(998, 400, 16, '#b3b7be') +
      moved(
        960,
        60,
        turned(
          18,
          90,
          60,
          box(0, 0, 170, 130, linear(0, '#e8b53c', '#f6d77a', '#c48f22'), { r: 16 }) +
            box(20, 30, 130, 66, '#3a3a3e', { r: 6 }) +
            box(166, 20, 30, 90, '#5f3d2a', { r: 4 }),
        ),
      ) +
      vignette(width, height, 0.4),
  };
}

/** A drone in the air above the lawn. */
export function drone(): Drawing {
  const [width, height] = [1200, 800];
  const rotor = (x: number, y: number, size: number) =>
    oval(x, y, 150 * size, 24 * size, clear('#dfe7ee', 0.55)) +
    oval(x, y, 150 * size, 24 * size, linear(0, '#8a97a388', '#ffffff22', '#8a97a388')) +
    box(x - 20 * size, y, 40 * size, 56 * size, linear(0, '#4a4d55', '#8d929b', '#33353b'), { r: 8 }) +
    box(x - 9 * size, y - 12 * size, 18 * size, 18 * size, '#26282d', { r: 4 });
  return {
    width,
    height,
    body:
      campusLawn(width, height, 610, ['#5fa4e2', '#a9d2ee', '#eaf2ee'], 19) +
      oval(600, 720, 220, 22, clear('#16240f', 0.34)) +
      stroke('M600 330L330 250M600 330L870 250', '#7b808a', 26) +
      rotor(330, 200, 0.8) +
      rotor(870, 200, 0.8) +
      stroke('M560 350L210 370M640 350L990 370', '#c7cbd2', 40) +
      stroke('M560 340L210 360M640 340L990 360', '#eef0f3', 12) +
      shape(
        'M470 300Q600 240 730 300L770 370Q760 420 690 430H510Q440 420 430 370Z',
        linear(90, '#fbfcfd', '#d3d7dd', '#9499a3'),
      ) +
      shape('M500 296Q600 260 700 296L690 330Q600 306 510 330Z', '#5b606b') +
      box(560, 314, 80, 12, '#7de0a0', { r: 6 }) +
      stroke('M480 420L440 520M720 420L760 520', '#7b808a', 14) +
      stroke('M400 524H490M710 524H800', '#4a4d55', 14) +
      box(548, 420, 104, 40, '#4a4d55', { r: 14 }) +
      box(540, 446, 120, 96, linear(90, '#3a3d44', '#191a1e'), { r: 26 }) +
      disc(600, 494, 36, '#0b0b0d') +
      disc(600, 494, 26, radialAt(36, 32, '#7fa6d8', '#25305a', '#07070c')) +
      disc(590, 484, 7, clear('#ffffff', 0.8)) +
      box(186, 376, 48, 26, '#e0574a', { r: 10 }) +
      box(966, 376, 48, 26, '#63c08a', { r: 10 }) +
      rotor(210, 312, 1) +
      rotor(990, 312, 1) +
      vignette(width, height),
  };
}

/** A pair of hexagonal dumbbells on a gym mat. */
export function dumbbells(): Drawing {
  const [width, height] = [1200, 800];
  const head = (x: number) =>
    shape(`M${x} 350l70 -44h84l70 44v130l-70 44h-84l-70 -44z`, linear(30, '#565a63', '#2a2c32')) +
    shape(`M${x + 14} 358l62 -38h72l62 38v114l-62 38h-72l-62 -38z`, linear(210, '#484c55', '#1b1c20')) +
    ring(x + 112, 415, 46, '#6b707a', 6) +
    centred('15', x + 112, 400, 26, '#e9e4d8', 5);
  const dumbbell =
    `<g filter="url(#b16)">${box(300, 400, 620, 160, '#08060caa', { r: 40 })}</g>` +
    box(480, 380, 240, 70, linear(90, '#f1f3f6', '#9a9fa9', '#5d626c'), { r: 20 }) +
    times(13, (at) => stroke(`M${504 + at * 16} 384l8 62`, '#5d626c99', 3)) +
    head(270) +
    head(706);
  return {
    width,
    height,
    body:
      box(0, 0, width, height, linear(30, '#4d6d8f', '#38526e')) +
      times(34, (at) => stroke(`M${at * 40 - 100} 0l120 800`, '#ffffff14', 3)) +
      times(26, (at) => stroke(`M0 ${at * 34}L1200 ${at * 34 - 60}`, '#0d152222', 3)) +
      box(-20, 640, 1240, 200, linear(90, '#a57b52', '#7d5836')) +
      box(-20, 634, 1240, 12, '#2b4058') +
      moved(-70, -150, turned(-8, 600, 415, dumbbell)) +
      moved(80, 130, turned(6, 600, 415, dumbbell)) +
      shape('M60 690Q200 660 320 700T520 690L530 760Q300 790 50 764Z', linear(90, '#f3f0ea', '#c9c3b8')) +
      stroke('M90 716Q260 700 500 724M80 740Q260 724 510 746', darker('#c9c3b8', 0.15), 4) +
      vignette(width, height, 0.4),
  };
}
