import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TRIES } from '../limits.ts';
import { adminSessionAnswerSchema } from './calls.ts';

const tag = 'Admin session';

export const readSignOn = defineCall({
  name: 'readSignOn',
  method: 'GET',
  path: '/admin/sign-on',
  access: 'public',
  token: false,
  tag,
  summary: 'By whom administrators can sign on besides their password; null where nobody is set up.',
  answer: z.object({ name: z.string().nullable() }),
});

// Both below the path of the log-in, to which the cookies of devices and of this way are given.

export const beginSignOn = defineCall({
  name: 'beginSignOn',
  method: 'POST',
  path: '/admin/login/sign-on',
  access: 'public',
  token: false,
  limit: [TRIES],
  tag,
  summary: 'Begins a sign-on at the OpenID provider. A cookie ties it to the browser, which goes to `url`.',
  answer: z.object({ url: z.string() }),
  problems: ['not_found'],
});

export const finishSignOn = defineCall({
  name: 'finishSignOn',
  method: 'POST',
  path: '/admin/login/sign-on/finish',
  access: 'public',
  token: false,
  limit: [TRIES],
  security: 'login',
  tag,
  summary: 'Begins a session of the administrator who comes back from the OpenID provider.',
  body: z.object({
    /** What the provider added to the address. */
    query: z.string().max(8192),
  }),
  answer: adminSessionAnswerSchema,
  problems: ['not_found', 'invalid_credentials', 'account_suspended', 'conflict'],
});
