import { type CompanyCategory, categoryOutline } from '../../../core/categories.ts';
import { CATEGORY_SHAPES } from '../../../core/design/category-shape.ts';

/**
 * A category's shape in its hue, beside its name: no category is recognisable by hue alone.
 * @param isWithin whether a parent element sets the hue
 */
export function CategoryShape({
  category,
  isWithin = false,
}: {
  category: CompanyCategory;
  isWithin?: boolean;
}) {
  return (
    <svg
      aria-hidden="true"
      data-category={isWithin ? undefined : category}
      viewBox="0 0 16 16"
      className="shape"
    >
      <path d={CATEGORY_SHAPES[categoryOutline(category)?.shape ?? 'dot']} />
    </svg>
  );
}
