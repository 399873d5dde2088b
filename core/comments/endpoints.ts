// What the public pages need to make a call: its schemas, and Zod with them, stay out of their bundle.

export const findComments = {
  name: 'findComments',
  method: 'GET',
  path: '/companies/:id/comments',
  access: 'public',
} as const;

export const findReplies = {
  name: 'findReplies',
  method: 'GET',
  path: '/companies/:id/comments/:commentId/replies',
  access: 'public',
} as const;

export const postComment = {
  name: 'postComment',
  method: 'POST',
  path: '/companies/:id/comments',
  access: 'public',
} as const;

export const postReply = {
  name: 'postReply',
  method: 'POST',
  path: '/companies/:id/comments/:commentId/replies',
  access: 'public',
} as const;

export const reportComment = {
  name: 'reportComment',
  method: 'POST',
  path: '/companies/:id/comments/:commentId/report',
  access: 'public',
} as const;
