import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

/** Pixels of the chart's height, and of the room for the numbers at its side. */
const HEIGHT_PX = 220;
const SIDE_PX = 44;
/** Pixels between two labels below the bars, at least. */
const LABEL_GAP_PX = 24;

/** Pixels of a bar's width, at most. */
const BAR_MAX_PX = 40;
/** Keeps the order in which the bars stand. */
const inOrder = () => 0;
const words = { fill: 'var(--text-soft)', fontSize: 12 };
const box = { background: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--text)' };

/** One stretch of time. */
export interface Bars {
  readonly label: string;
  readonly views: number;
  readonly clicks: number;
}

/** Views and clicks as bars. By keyboard the arrows go from bar to bar, and what each stands for is said. */
export default function Chart({ points, title }: { readonly points: readonly Bars[]; readonly title: string }) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <BarChart data={[...points]} title={title} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={words} minTickGap={LABEL_GAP_PX} stroke="var(--line-strong)" />
        <YAxis allowDecimals={false} tick={words} width={SIDE_PX} stroke="var(--line-strong)" />
        <Tooltip
          contentStyle={box}
          cursor={{ fill: 'var(--hover)' }}
          separator=": "
          itemSorter={inOrder}
          isAnimationActive={false}
        />
        <Legend itemSorter={null} formatter={(name) => <span style={{ color: 'var(--text)' }}>{name}</span>} />
        <Bar name="Views" dataKey="views" fill="var(--accent-text)" maxBarSize={BAR_MAX_PX} isAnimationActive={false} />
        <Bar name="Clicks" dataKey="clicks" fill="var(--okay)" maxBarSize={BAR_MAX_PX} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
