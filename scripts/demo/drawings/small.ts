import { clear, darker, lighter, linear, oval, scaled, shape, stroke, times } from './kit.ts';

/** A leafy plant in a pot, 160 wide and 200 high at size 1, standing at its lower edge. */
export function pottedPlant(size: number, pot = '#c9764d', leaf = '#4c8a55'): string {
  const leaves = [-70, -42, -14, 16, 44, 72].map((lean, at) => {
    const tip = 30 + (at % 3) * 22;
    const colour = at % 2 === 0 ? leaf : darker(leaf, 0.22);
    const d = `M80 122Q${80 + lean * 0.2} ${tip + 40} ${80 + lean} ${tip}Q${80 + lean * 1.15} ${tip + 66} 80 122Z`;
    return (
      shape(d, linear(90, lighter(colour, 0.22), colour)) +
      stroke(`M80 122Q${80 + lean * 0.5} ${tip + 52} ${80 + lean} ${tip}`, clear('#ffffff', 0.25), 2)
    );
  });
  return scaled(
    size,
    leaves.join('') +
      oval(80, 122, 42, 10, darker(pot, 0.5)) +
      shape('M34 118H126L114 198H46Z', linear(0, lighter(pot, 0.22), pot, darker(pot, 0.3))) +
      shape('M30 114H130V132H30Z', linear(0, lighter(pot, 0.32), darker(pot, 0.2))) +
      times(1, () => stroke('M46 140L54 190', clear('#ffffff', 0.3), 5)),
  );
}
