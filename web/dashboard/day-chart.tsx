import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

const TICK = { fill: 'var(--soft)', fontSize: 12 };

interface DayValue {
  day: string;
  value: number;
}

/** A bar a day. Its numbers are for the eye only: what holds it says them in words. */
export default function DayChart({
  days,
  formatDay,
  formatValue,
}: {
  days: DayValue[];
  formatDay(day: string): string;
  formatValue(value: number): string;
}) {
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 300, height: 160 }}>
      <BarChart data={days} accessibilityLayer={false} margin={{ top: 6, right: 0, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tickFormatter={formatDay}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          minTickGap={28}
          tickMargin={6}
        />
        <YAxis
          tickFormatter={formatValue}
          allowDecimals={false}
          tickCount={3}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width="auto"
        />
        <Tooltip
          cursor={{ fill: 'var(--tint)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const [bar] = payload ?? [];
            const shown = bar?.payload as DayValue | undefined;
            if (!active || !shown) return null;
            return (
              <p className="number rounded-lg border border-line bg-paper px-3 py-1.5 text-sm shadow-lg">
                <span className="text-soft">{formatDay(shown.day)}</span>{' '}
                <span className="font-semibold">{formatValue(shown.value)}</span>
              </p>
            );
          }}
        />
        <Bar
          dataKey="value"
          fill="var(--accent)"
          radius={[2, 2, 0, 0]}
          maxBarSize={24}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
