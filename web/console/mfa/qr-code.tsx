import encodeQR from 'qr';

/** Modules of white around the code, which readers need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a QR code: dark on white in either look of the page, since many apps read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="w-48 rounded-lg">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
