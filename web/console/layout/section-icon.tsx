import type { SectionId } from '../../shared/console/sections.ts';
import { Icon } from '../../shared/ui/icons.tsx';

/** Drawn with one line in a square of 24 units, as all icons are. */
const LINES: Readonly<Partial<Record<SectionId, string>>> = {
  dashboard: 'M4 20V11M10 20V4M16 20v-7M22 20H2',
  companies: 'M12 3v11M8 7l4-4 4 4M4 14v6h16v-6',
  scores: 'M12 4l2.5 5 5.5.8-4 3.9 1 5.5-5-2.6-5 2.6 1-5.5-4-3.9 5.5-.8z',
  add: 'M12 5v14M5 12h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  collections: 'M4 6h16M4 12h10M4 18h10M18 11v8M14 15h8',
  proposals: 'M11 4l1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8zM18 15v5M15.5 17.5h5',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 1 0 0 7M3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3 5.5',
  comments: 'M4 5h16v11H10l-4 4v-4H4z',
  newsletter: 'M3 6h18v12H3zM3 7l9 7l9-7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  translations: 'M4 6h9M8.5 4v2M12 6c-1 4-4 7-8 8M6 9c1 3 4 5 7 5M12 20l4-10 4 10M13.5 17h5',
  directory: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  administrators: 'M12 3l7 3v5c0 5-3 8-7 10c-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  security: 'M12 8v5l3 2M12 21a9 9 0 1 0 0-18a9 9 0 1 0 0 18',
  audit: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h4',
  password: 'M14.5 9.5a4.5 4.5 0 1 0-4.2 4.5L12 15.7V18h2.3v2.3H19v-3z',
};

/** Icon of a section; a dot for a section without one. */
export function SectionIcon({ id, className }: { id: SectionId; className: string }) {
  return (
    <Icon width={18} height={18} className={className}>
      <path d={LINES[id] ?? 'M12 12h.01'} />
    </Icon>
  );
}
