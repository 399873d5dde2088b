// What the public pages need to make a call: its schemas, and Zod with them, stay out of their bundle.

export const viewCompany = {
  name: 'viewCompany',
  method: 'POST',
  path: '/companies/:id/view',
  access: 'public',
} as const;

export const readLike = {
  name: 'readLike',
  method: 'GET',
  path: '/companies/:id/like',
  access: 'public',
} as const;

export const likeCompany = {
  name: 'likeCompany',
  method: 'POST',
  path: '/companies/:id/like',
  access: 'public',
} as const;

export const unlikeCompany = {
  name: 'unlikeCompany',
  method: 'DELETE',
  path: '/companies/:id/like',
  access: 'public',
} as const;
