import { drawMark, MARK_SIDE, type Marked } from '../../core/design/mark.ts';

/** Pixels of the tile and of a logo in it. */
const SIZES = {
  tiny: { box: 'size-6 rounded', logo: 14 },
  small: { box: 'size-11 rounded-lg', logo: 24 },
  large: { box: 'size-20 rounded-xl', logo: 44 },
};

const FILLS = { strong: 'fill-category', soft: 'fill-category-soft', ink: 'fill-ink', sun: 'fill-sun' };

/** The brand's logo on white, because logos are made for it; else the company's own mark. */
export function LogoTile({
  company,
  size,
}: {
  company: Marked & { logo: string | null };
  size: keyof typeof SIZES;
}) {
  const { box, logo } = SIZES[size];
  if (company.logo) {
    return (
      <span className={`flex shrink-0 items-center justify-center border border-line bg-white ${box}`}>
        <img
          src={company.logo}
          alt=""
          width={logo}
          height={logo}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
        />
      </span>
    );
  }
  const middle = MARK_SIDE / 2;
  return (
    <svg
      aria-hidden="true"
      data-category={company.category}
      viewBox={`0 0 ${MARK_SIDE} ${MARK_SIDE}`}
      fillRule="evenodd"
      className={`shrink-0 ${box}`}
    >
      {drawMark(company).map(({ tone, d, opacity, turn }) => (
        <path
          key={d}
          d={d}
          className={FILLS[tone]}
          fillOpacity={opacity}
          transform={turn ? `rotate(${turn} ${middle} ${middle})` : undefined}
        />
      ))}
    </svg>
  );
}
