import type { CompanyCategory } from '../../core/categories.ts';
import { CATEGORY_SHAPES } from '../../core/design/category-shape.ts';

/** A category's shape in its hue, beside its name: the hue is never all that tells one from another. */
export function CategoryShape({ category }: { category: CompanyCategory }) {
  return (
    <svg aria-hidden="true" data-category={category} viewBox="0 0 16 16" className="shape">
      <path d={CATEGORY_SHAPES[category]} />
    </svg>
  );
}
