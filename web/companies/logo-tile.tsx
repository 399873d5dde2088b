interface LogoTileProps {
  name: string;
  logo: string | null;
  size: 'small' | 'large';
}

const SIZES = {
  small: { box: 'size-11 text-base', picture: 24 },
  large: { box: 'size-16 text-2xl', picture: 36 },
};

/** The brand's mark on white, because marks are made for it; else the first letter of the name. */
export function LogoTile({ name, logo, size }: LogoTileProps) {
  const { box, picture } = SIZES[size];
  if (logo) {
    return (
      <span
        className={`flex shrink-0 items-center justify-center rounded-lg border border-line bg-white ${box}`}
      >
        <img
          src={logo}
          alt=""
          width={picture}
          height={picture}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
        />
      </span>
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`flex shrink-0 items-center justify-center rounded-lg bg-tint font-display text-accent ${box}`}
    >
      {[...name.replace(/^[^\p{L}\p{N}]+/u, '')][0]?.toUpperCase() ?? '·'}
    </span>
  );
}
