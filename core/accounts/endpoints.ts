// What the public pages need to make a call: its schemas, and Zod with them, stay out of their bundle.

export const readMe = {
  name: 'readMe',
  method: 'GET',
  path: '/auth/me',
  access: 'user',
} as const;

export const logout = {
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
} as const;
