import { box, clear, type Drawing, darker, disc, lighter, linear, oval, ring, shape, stroke, times } from './kit.ts';

export type HairStyle =
  | 'short'
  | 'curls'
  | 'long'
  | 'bun'
  | 'buzz'
  | 'waves'
  | 'fade'
  | 'braids'
  | 'bob'
  | 'scarf'
  | 'locs'
  | 'side';

/** What makes a drawn face one person's. Colours are `#rrggbb`. */
export interface Face {
  readonly skin: string;
  readonly hair: string;
  readonly style: HairStyle;
  readonly shirt: string;
  readonly ground: string;
  readonly extra?: 'glasses' | 'beard' | 'freckles' | 'earrings' | 'moustache' | 'headphones';
}

const SIZE = 640;

/** Hair that falls behind the head. */
function hairBehind(style: HairStyle, colour: string): string {
  const dark = darker(colour, 0.3);
  switch (style) {
    case 'long':
      return shape(
        'M160 300Q150 110 320 100T480 300Q500 470 520 560H120Q140 470 160 300Z',
        linear(0, dark, colour, dark),
      );
    case 'waves':
      return shape(
        'M164 290Q150 100 320 96T476 290Q530 360 490 430Q530 500 470 540H170Q110 500 150 430Q110 360 164 290Z',
        linear(0, dark, colour, dark),
      );
    case 'bob':
      return shape(
        'M156 300Q146 104 320 100T484 300Q496 400 476 440H164Q144 400 156 300Z',
        linear(0, dark, colour, dark),
      );
    case 'curls':
      return (
        times(16, (at) =>
          disc(320 + Math.cos(at * 0.3927) * 158, 250 + Math.sin(at * 0.3927) * 146, 62, at % 2 === 0 ? colour : dark),
        ) + disc(320, 240, 160, colour)
      );
    case 'bun':
      return (
        disc(320, 92, 66, linear(60, lighter(colour, 0.15), dark)) +
        stroke('M276 70q44 30 92 6M270 100q50 26 100 4', clear('#000000', 0.2), 4)
      );
    case 'braids':
      return [168, 472]
        .map(
          (x) =>
            times(6, (at) =>
              oval(x + (x < 320 ? -1 : 1) * at * 4, 330 + at * 42, 27, 27, at % 2 === 0 ? colour : dark),
            ) + box(x - 22, 578, 44, 16, '#e0574a', { r: 8 }),
        )
        .join('');
    case 'locs':
      return times(11, (at) =>
        stroke(
          `M${190 + at * 26} 190Q${150 + at * 34} 330 ${136 + at * 37} ${470 + (at % 3) * 24}`,
          at % 2 === 0 ? colour : dark,
          27,
        ),
      );
    case 'scarf':
      return shape(
        'M142 320Q120 84 320 80T498 320Q520 500 560 600H80Q120 500 142 320Z',
        linear(20, lighter(colour, 0.2), colour, dark),
      );
    case 'short':
    case 'buzz':
    case 'fade':
    case 'side':
      return '';
  }
}

/** Hair in front of the forehead. */
function hairInFront(style: HairStyle, colour: string): string {
  const paint = linear(70, lighter(colour, 0.2), colour, darker(colour, 0.2));
  switch (style) {
    case 'long':
      return (
        shape('M180 300Q176 140 320 130T460 300Q440 210 380 190Q300 230 210 224Q188 250 180 300Z', paint) +
        stroke('M330 140Q270 200 206 216', clear('#ffffff', 0.18), 6)
      );
    case 'waves':
      return shape('M182 296Q180 130 330 128T458 296Q450 220 400 196Q350 150 300 196Q220 210 182 296Z', paint);
    case 'bob':
      return (
        shape('M178 300Q170 130 320 126T462 300L450 246H190Z', paint) +
        times(7, (at) => stroke(`M${210 + at * 36} 150L${206 + at * 37} 240`, clear('#000000', 0.14), 3))
      );
    case 'curls':
      return times(8, (at) =>
        disc(200 + at * 34, 172 - Math.sin((at / 7) * Math.PI) * 34, 36, at % 2 === 0 ? colour : lighter(colour, 0.12)),
      );
    case 'bun':
    case 'braids':
      return (
        shape('M180 290Q176 130 320 124T460 290Q440 200 320 190T180 290Z', paint) +
        stroke('M320 126V190', clear('#000000', 0.22), 4)
      );
    case 'buzz':
      return shape('M184 280Q180 136 320 132T456 280Q440 196 320 190T184 280Z', clear(colour, 0.86));
    case 'fade':
      return (
        shape('M196 250Q180 120 320 112T444 250Q436 200 420 186H220Q204 200 196 250Z', paint) +
        times(12, (at) =>
          disc(214 + at * 19, 138 - Math.sin((at / 11) * Math.PI) * 26, 17, darker(colour, (at % 3) * 0.12)),
        )
      );
    case 'locs':
      return times(9, (at) =>
        stroke(
          `M320 122Q${220 + at * 24} 130 ${186 + at * 33} ${220 + Math.abs(at - 4) * 12}`,
          at % 2 === 0 ? colour : lighter(colour, 0.12),
          23,
        ),
      );
    case 'scarf':
      return (
        shape('M170 330Q160 130 320 124T470 330Q452 190 320 186T170 330Z', paint) +
        stroke('M176 320Q190 190 320 184T464 320', clear('#ffffff', 0.25), 6) +
        shape('M200 470Q320 580 440 470L520 640H120Z', linear(60, lighter(colour, 0.15), darker(colour, 0.25))) +
        stroke('M230 500Q320 580 430 500M200 560Q320 630 450 560', clear('#000000', 0.16), 6)
      );
    case 'short':
      return shape(
        'M178 300Q160 120 320 110Q480 104 464 300Q448 250 440 220Q360 214 330 180Q280 220 214 222Q192 250 178 300Z',
        paint,
      );
    case 'side':
      return (
        shape(
          'M176 300Q150 150 250 118Q420 70 474 190Q478 250 464 300Q450 230 424 210Q330 216 240 176Q190 220 176 300Z',
          paint,
        ) + stroke('M240 170Q320 200 420 200', clear('#ffffff', 0.2), 5)
      );
  }
}

function extras(face: Face): string {
  const dark = darker(face.hair, 0.1);
  switch (face.extra) {
    case 'glasses':
      return (
        ring(258, 316, 46, '#2a2b31', 8) +
        ring(382, 316, 46, '#2a2b31', 8) +
        stroke('M304 310q16 -10 32 0M212 308l-28 -8M428 308l28 -8', '#2a2b31', 8) +
        disc(258, 316, 42, clear('#ffffff', 0.14)) +
        disc(382, 316, 42, clear('#ffffff', 0.14))
      );
    case 'beard':
      return (
        shape('M182 330Q186 470 320 486T458 330Q450 390 400 384Q320 366 240 384Q192 390 182 330Z', clear(dark, 0.94)) +
        shape('M276 408Q320 392 364 408Q348 438 320 438T276 408Z', '#fff5ef')
      );
    case 'moustache':
      return shape('M256 398Q290 370 320 384Q350 370 384 398Q350 406 320 398Q290 406 256 398Z', dark);
    case 'freckles':
      return times(12, (at) =>
        disc(
          (at < 6 ? 222 : 376) + (at % 3) * 22 + (at % 2) * 5,
          352 + (Math.floor(at / 3) % 2) * 15,
          4.2,
          clear('#9a4f2a', 0.55),
        ),
      );
    case 'earrings':
      return [176, 464].map((x) => disc(x, 372, 11, linear(60, '#ffe9a0', '#b98a2a'))).join('');
    case 'headphones':
      return (
        stroke('M168 320Q150 80 320 76T472 320', '#2a2b31', 24) +
        [162, 478].map((x) => box(x - 28, 280, 56, 106, linear(60, '#e0574a', '#8f2f2a'), { r: 26 })).join('')
      );
    case undefined:
      return '';
  }
}

/** A portrait. */
export function avatar(face: Face): Drawing {
  const { skin, hair } = face;
  const shade = darker(skin, 0.22);
  const covered = face.style === 'scarf';
  const brows = covered ? '#2e1d15' : hair;
  const eye = (x: number) =>
    oval(x, 316, 25, 20, '#ffffff') +
    disc(x, 317, 16, '#3a2418') +
    disc(x, 317, 8, '#0d0807') +
    disc(x - 5, 311, 5, '#ffffff') +
    stroke(`M${x - 27} 308Q${x} 286 ${x + 27} 308`, darker(brows, 0.4), 6);
  return {
    width: SIZE,
    height: SIZE,
    body:
      box(0, 0, SIZE, SIZE, linear(60, lighter(face.ground, 0.34), face.ground, darker(face.ground, 0.2))) +
      disc(530, 110, 170, clear('#ffffff', 0.12)) +
      disc(90, 520, 130, clear('#ffffff', 0.09)) +
      hairBehind(face.style, hair) +
      shape('M250 400H390V500Q320 560 250 500Z', linear(90, darker(skin, 0.34), shade)) +
      shape(
        'M70 640Q84 520 230 492Q320 570 410 492Q556 520 570 640Z',
        linear(60, lighter(face.shirt, 0.18), face.shirt, darker(face.shirt, 0.26)),
      ) +
      stroke('M230 492Q320 570 410 492', darker(face.shirt, 0.3), 12) +
      (covered ? '' : oval(178, 326, 28, 42, shade) + oval(462, 326, 28, 42, shade)) +
      shape(
        'M180 290Q176 150 320 146T460 290Q464 380 420 436Q370 486 320 486T220 436Q176 380 180 290Z',
        linear(40, lighter(skin, 0.2), skin, shade),
      ) +
      oval(228, 376, 36, 22, clear('#d9604b', 0.2)) +
      oval(412, 376, 36, 22, clear('#d9604b', 0.2)) +
      eye(258) +
      eye(382) +
      stroke('M222 268Q256 248 292 264M348 264Q384 248 418 268', darker(brows, 0.2), 11) +
      stroke('M322 320Q340 362 316 370', darker(skin, 0.36), 6) +
      (face.extra === 'beard'
        ? ''
        : shape('M264 408Q320 424 376 408Q360 452 320 452T264 408Z', '#a8443c') +
          shape('M274 411Q320 424 366 411L360 424Q320 432 280 424Z', '#fffaf4')) +
      hairInFront(face.style, hair) +
      extras(face),
  };
}
