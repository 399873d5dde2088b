import { z } from 'zod';
import { type Answer, defineCall } from '../call.ts';
import { registrationLanguage } from '../languages.ts';
import { ACCOUNT_CHANGES, LOGIN_HOLDS, LOGIN_TRIES, RESETS, RESETS_TO, TRIES } from '../limits.ts';
import { languageSchema, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { publicUserSchema } from './calls.ts';
import { emailSchema, givenPasswordSchema } from './rules.ts';

const tag = 'Accounts';
const enteredSchema = z.object({ token: z.string(), user: publicUserSchema });
/** An encrypted text of the server's own. */
const ticketSchema = z.string().max(2000);

export const findProviders = defineCall({
  name: 'findProviders',
  method: 'GET',
  path: '/auth/providers',
  access: 'public',
  token: false,
  tag,
  summary: 'The providers by which readers can log in besides their passwords.',
  answer: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const readSignInMethods = defineCall({
  name: 'readSignInMethods',
  method: 'GET',
  path: '/auth/sign-in-methods',
  access: 'user',
  tag,
  summary: 'Whether the account has a password, and the providers by which it is logged in to.',
  answer: z.object({
    has_password: z.boolean(),
    /** `id` is the address of the provider. */
    providers: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string() })),
  }),
});
export type SignInMethods = Answer<typeof readSignInMethods>;

export const removeProvider = defineCall({
  name: 'removeProvider',
  method: 'DELETE',
  path: '/auth/sign-in-methods/:id',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  tag,
  summary: 'Ends the log-in by a provider. A password, or a link by mail, logs in afterwards.',
  params: z.object({ id: z.string().min(1).max(500).refine(isStorable, unstorable) }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});

// All below one path, to which the cookie of the flow is given.

export const beginProviderLogin = defineCall({
  name: 'beginProviderLogin',
  method: 'POST',
  path: '/auth/sign-on/begin',
  access: 'public',
  token: false,
  limit: [TRIES],
  tag,
  summary: 'Begins a log-in at a provider. A cookie ties it to the browser, which goes to `url`.',
  body: z.object({ provider: z.string().max(40) }),
  answer: z.object({ url: z.string() }),
  problems: ['not_found'],
});

export const finishProviderLogin = defineCall({
  name: 'finishProviderLogin',
  method: 'POST',
  path: '/auth/sign-on/finish',
  access: 'public',
  token: false,
  limit: [TRIES],
  security: 'login',
  tag,
  summary:
    'Logs in who comes back from a provider, with a new account where there is none of the address. Where there is one, `join` is a ticket for joinAccount: its owner confirms first.',
  body: z.object({
    /** What the provider added to the address. */
    query: z.string().max(8192),
    language: languageSchema.default(registrationLanguage),
  }),
  answer: z.object({
    token: z.string().nullable(),
    user: publicUserSchema.nullable(),
    join: z.string().nullable(),
  }),
  problems: ['not_found', 'invalid_credentials', 'account_suspended'],
});

export const joinAccount = defineCall({
  name: 'joinAccount',
  method: 'POST',
  path: '/auth/sign-on/join',
  access: 'public',
  token: false,
  limit: [TRIES, LOGIN_TRIES, LOGIN_HOLDS],
  security: 'login',
  tag,
  summary:
    'Joins the log-in of a provider to the account of its address and logs in: with the ticket and the password of the account, or with the ticket of a mailed link.',
  body: z.object({ ticket: ticketSchema, password: givenPasswordSchema.optional() }),
  answer: enteredSchema,
  problems: ['invalid_credentials', 'token_invalid', 'account_suspended'],
});

export const mailJoinLink = defineCall({
  name: 'mailJoinLink',
  method: 'POST',
  path: '/auth/sign-on/join-link',
  access: 'public',
  token: false,
  limit: [TRIES, RESETS, RESETS_TO],
  tag,
  summary: 'Mails the owner of the account a link that joins the log-in of a provider to it.',
  body: z.object({ ticket: ticketSchema }),
  answer: z.object({ message: z.string() }),
  problems: ['token_invalid'],
});

export const requestLoginLink = defineCall({
  name: 'requestLoginLink',
  method: 'POST',
  path: '/auth/login-link',
  access: 'public',
  token: false,
  limit: [TRIES, RESETS, RESETS_TO],
  tag,
  summary:
    'Mails a link that logs in once, within fifteen minutes. Answers the same for an address without an account.',
  body: z.object({ email: emailSchema }),
  answer: z.object({ message: z.string() }),
});

export const redeemLoginLink = defineCall({
  name: 'redeemLoginLink',
  method: 'POST',
  path: '/auth/login-link/use',
  access: 'public',
  token: false,
  limit: [TRIES],
  security: 'login',
  tag,
  summary: 'Logs in with the token of a mailed link. The address is verified with it.',
  body: z.object({ token: z.string().max(200) }),
  answer: enteredSchema,
  problems: ['token_invalid', 'account_suspended'],
});
