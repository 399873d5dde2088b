// What the public pages need to make the call: its schemas stay out of their bundle.

export const searchAll = {
  name: 'searchAll',
  method: 'GET',
  path: '/search',
  access: 'public',
} as const;
