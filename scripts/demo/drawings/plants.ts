import {
  box,
  type Drawing,
  darker,
  disc,
  lighter,
  linear,
  moved,
  oval,
  scaled,
  shadow,
  shape,
  stroke,
  times,
  turned,
  within,
} from './kit.ts';
import { vignette } from './scenes.ts';
import { pottedPlant } from './small.ts';

const LEAF = 'M0 0C-90 -40 -110 -150 0 -210C110 -150 90 -40 0 0Z';
/** What is seen through the cuts of a leaf. */
const SKY = '#bfe0ef';

/** A pot that stands on the sill. */
function pot(x: number, w: number, h: number, colour: string): string {
  const body = `M${x - w / 2} ${1010 - h}H${x + w / 2}L${x + w * 0.38} 1010H${x - w * 0.38}Z`;
  return (
    shadow(x, 1010, w * 0.8, 16, 0.55) +
    shape(body, linear(0, lighter(colour, 0.3), colour, darker(colour, 0.32))) +
    box(x - w * 0.54, 1000 - h, w * 1.08, 30, linear(0, lighter(colour, 0.4), darker(colour, 0.15)), { r: 6 })
  );
}

/** A leaf of a monstera: its stalk ends at (x, y). */
function monsteraLeaf(x: number, y: number, turn: number, size: number): string {
  const cut = (side: number, at: number) =>
    shape(
      `M${side * (92 - at * 8)} ${-150 + at * 40}L${side * 30} ${-120 + at * 34}L${side * (94 - at * 10)} ${-132 + at * 40}Z`,
      SKY,
    );
  const cuts = times(3, (at) => cut(-1, at) + cut(1, at));
  const veins = times(3, (at) => stroke(`M0 ${-60 - at * 44}l-50 -26M0 ${-60 - at * 44}l50 -26`, '#c9ecb877', 3));
  const leaf =
    shape(LEAF, linear(60, '#6bb26b', '#2f7a45')) +
    within(`leaf-${x}`, LEAF, cuts) +
    stroke('M0 0V-200', '#c9ecb8', 4) +
    veins;
  return turned(turn, x, y, moved(x, y, scaled(size, leaf)));
}

function monstera(): string {
  const stalk = (at: number) =>
    stroke(`M300 820Q${180 + at * 60} 600 ${108 + at * 96} ${430 + Math.abs(at - 2) * 70}`, '#3f7d48', 9);
  return (
    times(5, stalk) +
    monsteraLeaf(108, 580, -58, 0.86) +
    monsteraLeaf(204, 510, -30, 0.96) +
    monsteraLeaf(300, 440, 2, 1.1) +
    monsteraLeaf(396, 510, 34, 0.96) +
    monsteraLeaf(492, 580, 60, 0.86) +
    pot(300, 230, 180, '#d8d0c0')
  );
}

function snakePlant(): string {
  const blade = (at: number) => {
    const [x, tip] = [590 + at * 16, (at % 3) * 60];
    const d = `M${x} 880Q${x - 16 + at * 3} ${640 - tip * 0.8} ${x - 14 + at * 7} ${560 - tip}Q${x + 24} 720 ${x + 20} 880Z`;
    return shape(d, linear(0, '#2f6b44', '#8cc07a', '#2f6b44'));
  };
  return times(7, blade) + pot(650, 160, 140, '#c9683f');
}

function cactus(): string {
  const spine = (at: number) =>
    stroke(`M${766 + (at % 5) * 17} ${864 + Math.floor(at / 5) * 40}l-6 -8m6 8l6 -8`, '#fdf6dc', 2);
  return (
    oval(800, 900, 46, 62, linear(0, '#7fb46a', '#4b8a4c')) +
    times(5, (at) => stroke(`M${768 + at * 16} 850v100`, '#33683a', 3)) +
    times(10, spine) +
    disc(800, 838, 14, '#ef7fa0') +
    disc(790, 846, 9, '#f7a8bf') +
    pot(800, 96, 76, '#4a7fa3')
  );
}

/** House plants on a window sill. */
export function plants(): Drawing {
  const [width, height] = [900, 1200];
  const hills = disc(180, 900, 190, '#9dbd8c') + disc(520, 960, 240, '#8bb27c') + disc(800, 880, 170, '#a6c495');
  return {
    width,
    height,
    body:
      box(0, 0, width, height, '#e9e2d4') +
      box(60, 40, 780, 900, linear(90, '#9fcdec', '#dcecef')) +
      within('view', 'M60 40h780v900H60z', hills) +
      stroke('M450 40V940M60 420H840', '#fbf8f1', 26) +
      box(60, 40, 780, 900, 'none', { stroke: '#fbf8f1', width: 40 }) +
      box(0, 1000, width, 50, linear(90, '#ffffff', '#d9d0c0')) +
      box(0, 1050, width, 150, linear(90, '#cfc5b4', '#e2d9c9')) +
      monstera() +
      snakePlant() +
      cactus() +
      moved(20, 820, pottedPlant(0.92, '#e0b04c', '#6ba35c')) +
      vignette(width, height, 0.24),
  };
}
