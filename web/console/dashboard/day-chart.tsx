interface DayValue {
  day: string;
  value: number;
}

/** The smallest of 2, 4, 10, 20, 40, 100 ... that is not below the highest value: half of it is a whole number too. */
export function topOf(values: readonly number[]): number {
  const highest = Math.max(2, ...values);
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 4, 10].find((factor) => factor * power >= highest) ?? 10;
  return Math.max(2, step * power);
}

/** Bar chart with one bar per day. Its numbers are visual only: the parent component states them as text. */
export function DayChart({
  days,
  formatDay,
  formatValue,
}: {
  days: readonly DayValue[];
  formatDay(day: string): string;
  formatValue(value: number): string;
}) {
  const top = topOf(days.map(({ value }) => value));
  const ends = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  return (
    <div className="day-chart number grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 text-soft text-xs">
      <div className="-my-2 flex flex-col justify-between text-right">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatValue(value)}</span>
        ))}
      </div>
      <div className="relative flex items-stretch">
        {[0, 50, 100].map((line) => (
          <span
            key={line}
            className="pointer-events-none absolute inset-x-0 border-line border-t"
            style={{ top: `${line}%` }}
          />
        ))}
        {days.map(({ day, value }, i) => (
          <div key={day} className="group relative flex flex-1 items-end justify-center px-px hover:bg-tint">
            <div
              className="w-full max-w-6 rounded-t-sm bg-accent"
              style={{ height: `${(value / top) * 100}%` }}
            />
            <p
              className={`pointer-events-none invisible absolute top-0 z-10 whitespace-nowrap rounded-lg border border-line bg-paper px-3 py-1.5 text-ink text-sm shadow-lg group-hover:visible ${
                i < days.length / 2 ? 'left-0' : 'right-0'
              }`}
            >
              <span className="text-soft">{formatDay(day)}</span>{' '}
              <span className="font-semibold">{formatValue(value)}</span>
            </p>
          </div>
        ))}
      </div>
      <div className="col-start-2 mt-1.5 flex justify-between">
        {ends.map((end, i) => (
          <span key={i === 1 ? 'middle' : end?.day}>{end ? formatDay(end.day) : null}</span>
        ))}
      </div>
    </div>
  );
}
