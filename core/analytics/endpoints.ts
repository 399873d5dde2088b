// What the public pages need to make a call: its schemas, and Zod with them, stay out of their bundle.

export const recordPageVisit = {
  name: 'recordPageVisit',
  method: 'POST',
  path: '/analytics/page-visit',
  access: 'public',
} as const;

export const recordCategoryView = {
  name: 'recordCategoryView',
  method: 'POST',
  path: '/analytics/category-view',
  access: 'public',
} as const;
