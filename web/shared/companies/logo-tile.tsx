import { logoAddress } from '../../../core/companies/logo-address.ts';
import { drawMark, MARK_SIDE, type MarkedCompany } from '../../../core/design/mark.ts';

/** Pixels of a logo in its tile, whose own size is in parts.css. */
const LOGO = { tiny: 14, small: 24, large: 44 };

const lookOf = ({ tone, opacity, turn }: ReturnType<typeof drawMark>[number]) =>
  `${tone}${turn ? ` turn-${turn}` : ''}${opacity ? ' pale' : ''}`;

/**
 * The brand's logo on white, because logos are made for it; else the company's own mark, in the hue of
 * what it stands in.
 */
export function LogoTile({
  company,
  size,
}: {
  company: MarkedCompany & { logo: string | null };
  size: keyof typeof LOGO;
}) {
  if (company.logo) {
    return (
      <span className={`tile tile-${size}`}>
        <img
          src={logoAddress(company.id, company.logo)}
          alt=""
          width={LOGO[size]}
          height={LOGO[size]}
          // Not lazily: a page that is printed, or pictured whole, shows the logos beyond the window too.
          fetchPriority="low"
          decoding="async"
        />
      </span>
    );
  }
  const [ground, ...parts] = drawMark(company);
  return (
    <svg
      aria-hidden="true"
      className={`mark tile-${size} on-${ground?.tone}`}
      viewBox={`0 0 ${MARK_SIDE} ${MARK_SIDE}`}
    >
      {parts.map((part) => (
        <path key={part.d} className={lookOf(part)} d={part.d} />
      ))}
    </svg>
  );
}
