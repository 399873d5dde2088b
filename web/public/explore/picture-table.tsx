import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** What a picture shows, in words and numbers: opened on demand, without a script. */
export function PictureTable({
  title,
  columns,
  rows,
  children,
}: {
  title: string;
  columns: readonly string[];
  /** Cells of each row, the first its heading. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  children?: ReactNode;
}) {
  const { t } = useTranslation('explore');
  return (
    <details className="mt-6 border-line border-t">
      <summary className="w-fit py-3 text-sm">
        <span className="link">{t('table')}</span>
      </summary>
      <table className="number mt-2 w-full table-fixed text-left text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="text-soft">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1 pr-3 align-bottom font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-y">
          {rows.map(({ key, cells: [head, ...cells] }) => (
            <tr key={key}>
              <th scope="row" className="wrap-anywhere py-2 pr-3 font-normal">
                {head}
              </th>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column's
                <td key={i} className="wrap-anywhere py-2 pr-3 align-top">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </details>
  );
}
