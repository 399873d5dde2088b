import { createGithub } from '../../platform/auth/github.ts';
import { createIdentityProvider, type IdentityProvider } from '../../platform/auth/identity-provider.ts';
import type { Services } from '../../services.ts';

/** The page to which providers send back. */
const READER_RETURN_PATH = '/sign-in';

const GOOGLE = 'https://accounts.google.com';

/** The providers of the settings, by their ids. */
export function readerProviders(env: Services['env']): Map<string, IdentityProvider> {
  const returnUrl = `${env.SITE_URL}${READER_RETURN_PATH}`;
  const providers = new Map<string, IdentityProvider>();
  if (env.READER_OIDC_GOOGLE_ID)
    providers.set(
      'google',
      createIdentityProvider({
        issuer: GOOGLE,
        clientId: env.READER_OIDC_GOOGLE_ID,
        secret: env.READER_OIDC_GOOGLE_SECRET,
        name: 'Google',
        returnUrl,
      }),
    );
  if (env.READER_OIDC_GITHUB_ID && env.READER_OIDC_GITHUB_SECRET)
    providers.set(
      'github',
      createGithub({
        clientId: env.READER_OIDC_GITHUB_ID,
        secret: env.READER_OIDC_GITHUB_SECRET,
        returnUrl,
      }),
    );
  if (env.READER_OIDC_ISSUER && env.READER_OIDC_ID)
    providers.set(
      'oidc',
      createIdentityProvider({
        issuer: env.READER_OIDC_ISSUER,
        clientId: env.READER_OIDC_ID,
        secret: env.READER_OIDC_SECRET,
        name: env.READER_OIDC_NAME,
        returnUrl,
      }),
    );
  return providers;
}
