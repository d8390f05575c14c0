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
  within,
} from './kit.ts';
import { centred, lettering } from './lettering.ts';
import { bricks, room, vignette } from './scenes.ts';
import { pottedPlant } from './small.ts';

/** A furnished room to sublet. */
export function dormRoom(): Drawing {
  const [width, height] = [1200, 800];
  return {
    width,
    height,
    body:
      room(width, height, { wall: '#dbe1dc', floor: '#b98d62', horizon: 0.68, light: false }) +
      box(440, 70, 330, 310, linear(90, '#8fc6ee', '#d3e8ef', '#a8c98f')) +
      within('view', 'M440 70h330v310h-330z', disc(520, 370, 60, '#7ba566') + disc(690, 380, 70, '#8bb272')) +
      box(440, 70, 330, 310, 'none', { stroke: '#fbf8f1', width: 24 }) +
      stroke('M605 70V380M440 220H770', '#fbf8f1', 14) +
      shape('M400 40Q430 220 396 420H440Q470 200 452 40Z', linear(0, '#e9b99a', '#d1906a')) +
      shape('M810 40Q780 220 814 420H770Q740 200 758 40Z', linear(0, '#d1906a', '#e9b99a')) +
      box(380, 34, 450, 12, '#7a5336', { r: 6 }) +
      shape('M470 560L760 560L860 800H360Z', clear('#fff3d0', 0.3)) +
      shape('M380 640H820L900 780H300Z', linear(90, '#c9685a', '#a94d43')) +
      stroke('M396 656H804L864 766H336Z', '#f2d3b4', 6) +
      shadow(210, 700, 250, 30, 0.5) +
      box(30, 330, 26, 360, '#8a5c38', { r: 6 }) +
      box(30, 520, 380, 130, linear(90, '#a87448', '#7d5332'), { r: 8 }) +
      box(40, 450, 366, 100, linear(90, '#ffffff', '#dfe4ea'), { r: 22 }) +
      shape('M150 446H386Q408 446 408 480V590Q300 620 150 596Z', linear(60, '#5f8fb4', '#3c678c')) +
      times(5, (at) => stroke(`M${176 + at * 50} 450q-8 70 4 144`, '#ffffff55', 5)) +
      box(60, 408, 100, 64, linear(90, '#ffffff', '#e4e0d6'), { r: 22 }) +
      box(52, 650, 22, 60, '#6b4528') +
      box(372, 650, 22, 60, '#6b4528') +
      shadow(990, 690, 220, 26, 0.5) +
      box(850, 430, 310, 24, linear(90, '#d9aa72', '#a8774a'), { r: 5 }) +
      box(866, 454, 18, 236, '#8a5c38') +
      box(1124, 454, 18, 236, '#8a5c38') +
      box(1010, 454, 118, 130, linear(90, '#c7955e', '#94653c'), { r: 4 }) +
      box(1046, 510, 46, 10, '#f1e7d2', { r: 5 }) +
      box(900, 330, 130, 88, '#26282d', { r: 6 }) +
      box(906, 336, 118, 74, linear(60, '#4f86c4', '#8fd0d8')) +
      box(956, 416, 20, 14, '#54575e') +
      stroke('M1100 430V360L1060 320', '#3c3f46', 8) +
      shape('M1030 330L1070 296L1092 326Z', '#e2a53c') +
      shape('M900 560Q900 500 950 500T1000 560V600H900Z', linear(60, '#5b616b', '#363a42')) +
      stroke('M950 600V680M916 700L950 676L984 700', '#2a2c31', 10) +
      box(870, 110, 130, 170, '#f5efe2') +
      disc(935, 180, 40, '#d9604b') +
      stroke('M890 250H980', '#3c332c', 6) +
      box(1030, 140, 100, 120, '#2f4a66') +
      centred('OU', 1080, 184, 30, '#f5efe2', 6) +
      times(
        12,
        (at) =>
          disc(40 + at * 32, 250 + Math.sin(at * 0.9) * 14, 6, '#ffe08a') +
          glow(40 + at * 32, 250 + Math.sin(at * 0.9) * 14, 34, '#ffd97a', 0.5),
      ) +
      moved(770, 484, pottedPlant(0.9, '#e7dfd0')) +
      vignette(width, height),
  };
}

/** The sky over campus in the evening. */
export function sunset(): Drawing {
  const [width, height] = [1200, 675];
  const random = seededRandom(41);
  return {
    width,
    height,
    body:
      box(0, 0, width, height, linear(90, '#2b2f6b', '#7a3f86', '#d9566f', '#f6924f', '#ffd079')) +
      glow(760, 500, 420, '#fff0b0', 0.8) +
      disc(760, 500, 62, '#fff6d8') +
      `<g filter="url(#b6)">${times(26, () => {
        const y = 60 + random() * 360;
        return oval(
          random() * width,
          y,
          90 + random() * 180,
          6 + random() * 14,
          clear(mix('#ffb27a', '#7a3f86', 1 - y / 420), 0.55),
        );
      })}</g>` +
      times(9, (at) => stroke(`M${300 + at * 34} ${180 + ((at * 29) % 60)}q8 -10 16 0q8 -10 16 0`, '#2a1d3a', 3)) +
      shape('M0 560Q200 520 420 550T820 540T1200 556V675H0Z', '#3a2347') +
      shape('M90 560V470H250V430L300 380L350 430V470H520V560Z', '#251833') +
      shape('M560 560V360H580V300L610 230L640 300V360H660V560Z', '#201430') +
      box(604, 190, 5, 60, '#201430') +
      shape('M680 560V490H980V460H1010V490H1080V560Z', '#251833') +
      times(30, (at) =>
        at % 3 === 1 ? '' : box(110 + (at % 10) * 42, 484 + Math.floor(at / 10) * 24, 11, 14, clear('#ffd98a', 0.85)),
      ) +
      times(18, (at) =>
        at % 4 === 2 ? '' : box(702 + (at % 9) * 42, 504 + Math.floor(at / 9) * 24, 11, 14, clear('#ffd98a', 0.85)),
      ) +
      disc(610, 320, 13, '#ffe7ad') +
      times(14, (at) => disc(at * 92, 572 + (at % 3) * 8, 36 + (at % 4) * 9, '#1b1129')) +
      shape('M0 590Q300 560 600 592T1200 584V675H0Z', '#150d20') +
      shape('M560 675Q590 620 640 600Q620 630 700 675Z', clear('#f6924f', 0.4)) +
      times(5, (at) =>
        moved(
          140 + at * 220 + (at % 2) * 40,
          596,
          disc(0, 0, 7, '#0d0815') +
            box(-7, 6, 14, 30, '#0d0815', { r: 6 }) +
            stroke('M-3 34l-4 24M3 34l5 24', '#0d0815', 5),
        ),
      ) +
      vignette(width, height, 0.4),
  };
}

/** An orange cat on the library steps. */
export function cat(): Drawing {
  const [width, height] = [960, 1200];
  const fur = '#e08a3c';
  const stripe = clear('#9a4f1a', 0.75);
  return {
    width,
    height,
    body:
      bricks(width, 760, '#a35a45', 15) +
      box(620, 90, 260, 560, linear(0, '#5b3d2a', '#7a5238', '#4b3222')) +
      box(650, 130, 90, 220, '#3c2a1f') +
      box(760, 130, 90, 220, '#3c2a1f') +
      disc(646, 420, 13, '#d9b45c') +
      times(
        4,
        (at) =>
          box(0, 740 + at * 125, width, 125, linear(90, lighter('#c3b8a6', 0.16 - at * 0.04), '#a89d8c')) +
          box(0, 740 + at * 125, width, 12, '#e6ddcd') +
          box(0, 838 + at * 125, width, 27, clear('#2a241f', 0.28)),
      ) +
      shadow(440, 985, 250, 32, 0.65) +
      stroke('M600 930Q760 960 750 860T690 770', darker(fur, 0.15), 50) +
      stroke('M600 930Q760 960 750 860T690 770', fur, 42) +
      times(3, (at) => stroke(`M${728 + (at % 2) * 8} ${920 - at * 46}l36 -6`, stripe, 13)) +
      shape(
        'M270 980Q240 760 340 640Q440 560 540 640Q650 760 620 980Z',
        linear(40, lighter(fur, 0.2), fur, darker(fur, 0.26)),
      ) +
      times(4, (at) =>
        stroke(
          `M${296 - at * 5} ${740 + at * 50}q40 16 70 2M${594 + at * 6} ${740 + at * 50}q-40 16 -70 2`,
          stripe,
          13,
        ),
      ) +
      shape('M370 700Q440 660 510 700Q540 860 500 980H380Q340 860 370 700Z', '#fbe6c8') +
      box(352, 800, 70, 190, linear(0, fur, lighter(fur, 0.2)), { r: 34 }) +
      box(462, 800, 70, 190, linear(0, lighter(fur, 0.2), darker(fur, 0.1)), { r: 34 }) +
      oval(386, 976, 46, 24, '#fff3e0') +
      oval(498, 976, 46, 24, '#fff3e0') +
      times(2, (at) => stroke(`M${374 + at * 112} 970v18M${392 + at * 112} 970v18`, '#c9a884', 4)) +
      shape('M296 470L300 330Q360 350 392 400Z', darker(fur, 0.1)) +
      shape('M584 470L580 330Q520 350 488 400Z', darker(fur, 0.1)) +
      shape('M314 440L318 366Q350 380 370 412Z', '#f4b8a4') +
      shape('M566 440L562 366Q530 380 510 412Z', '#f4b8a4') +
      shape(
        'M280 510Q280 390 440 384T600 510Q604 640 440 650T280 510Z',
        linear(60, lighter(fur, 0.24), fur, darker(fur, 0.16)),
      ) +
      stroke('M440 392v56M404 398l10 46M476 398l-10 46', stripe, 13) +
      stroke('M290 520l50 8M294 560l46 -2M590 520l-50 8M586 560l-46 -2', stripe, 11) +
      shape('M360 590Q380 540 440 560Q500 540 520 590Q510 642 440 644T360 590Z', '#fff1dc') +
      [372, 508]
        .map(
          (x) =>
            oval(x, 508, 34, 31, '#f4f0c8') +
            oval(x, 508, 30, 28, linear(90, '#8fb34a', '#d9d06a')) +
            oval(x, 508, 11, 25, '#16120e') +
            disc(x - 8, 498, 7, '#ffffff'),
        )
        .join('') +
      shape('M420 562Q440 552 460 562L440 584Z', '#d97a6a') +
      stroke('M440 584V600Q420 620 400 606M440 600Q460 620 480 606', '#7a4424', 5) +
      stroke('M370 586L270 570M370 598L268 604M510 586L610 570M510 598L612 604', clear('#ffffff', 0.85), 3) +
      stroke('M352 650Q440 690 528 650', '#3a6ea8', 20) +
      disc(440, 682, 18, linear(60, '#ffe08a', '#c08a2a')) +
      vignette(width, height),
  };
}

/** A whiteboard after a night of studying. */
export function whiteboard(): Drawing {
  const [width, height] = [1200, 800];
  return {
    width,
    height,
    body:
      box(0, 0, width, height, linear(80, '#c9ced6', '#a8afba')) +
      box(70, 60, 1060, 620, '#8f959f', { r: 10 }) +
      box(88, 78, 1024, 584, linear(30, '#ffffff', '#f1f4f6', '#dfe4e8')) +
      lettering('MIDTERM FRIDAY 9:30!', 130, 112, 34, '#b5322f', 6) +
      stroke('M128 172q260 -14 700 2', '#b5322f', 6) +
      stroke('M150 250q-26 60 0 150', '#2c4f8f', 6) +
      stroke('M150 250q10 -26 26 -16M150 400q-10 26 -26 14', '#2c4f8f', 6) +
      lettering('(2X + 1) DX', 200, 300, 36, '#2c4f8f', 6) +
      lettering('= X', 620, 300, 36, '#2c4f8f', 6) +
      lettering('2', 734, 284, 20, '#2c4f8f', 4) +
      lettering('+ X + C', 780, 300, 36, '#2c4f8f', 6) +
      stroke('M150 620V440M150 620H520', '#2b2e36', 6) +
      stroke('M160 600Q240 590 300 500T500 450', '#2f7f52', 7) +
      stroke('M160 470Q280 480 340 560T510 606', '#b5322f', 7) +
      disc(318, 524, 11, '#2b2e36') +
      lettering('S', 470, 416, 24, '#2f7f52', 5) +
      lettering('D', 520, 590, 24, '#b5322f', 5) +
      stroke('M690 440l60 -34 60 34v68l-60 34 -60 -34z', '#6b3f8f', 6) +
      stroke('M704 448l46 -26 46 26M704 500l46 26', '#6b3f8f', 4) +
      stroke('M810 440l56 -30M810 508l56 30', '#6b3f8f', 6) +
      lettering('OH', 874, 388, 28, '#6b3f8f', 5) +
      lettering('CH', 874, 530, 28, '#6b3f8f', 5) +
      lettering('3', 934, 548, 16, '#6b3f8f', 3.4) +
      lettering('WHO BRINGS SNACKS?', 620, 604, 24, '#2f7f52', 5) +
      `<g filter="url(#b10)">${stroke('M880 240Q980 200 1060 250T900 310', '#b9c6d855', 40)}</g>` +
      shape('M88 78H500L300 662H88Z', clear('#ffffff', 0.32)) +
      box(70, 676, 1060, 26, linear(90, '#b3b9c3', '#7d838d'), { r: 6 }) +
      box(240, 660, 110, 16, '#2c4f8f', { r: 8 }) +
      box(370, 660, 110, 16, '#b5322f', { r: 8 }) +
      turned(3, 560, 666, box(510, 660, 110, 16, '#2f7f52', { r: 8 })) +
      box(760, 644, 120, 34, linear(90, '#3c3f46', '#8f959f'), { r: 6 }) +
      box(980, 640, 46, 40, '#f4f0ea', { r: 6 }) +
      stroke('M1026 650q20 4 14 16t-16 8', '#f4f0ea', 7) +
      vignette(width, height),
  };
}
