import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** In seconds. */
const HOUR = 3600;

/** Silences warnings about keys and storage in memory, which are right for tests. */
function quietly<T>(make: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}

export interface TestProvider {
  issuer: string;
  /** Claims about the people who sign in, by user name; other names are refused. */
  people: Record<string, { email?: string; email_verified?: boolean }>;
  /** Replaces answers by path, to simulate a broken provider. */
  broken: Record<string, (response: import('node:http').ServerResponse) => void>;
  /**
   * Goes through its pages as a person does. Returns the address to which it sends back.
   * @param deny whether the person says no
   */
  signOn(url: string, login: string, deny?: boolean): Promise<URL>;
  close(): Promise<void>;
}

/**
 * A real OpenID provider on loopback, with pages to log in and to agree; it keeps what it knows in memory.
 * @param options.authentication the one way in which it takes the client's secret
 */
export async function startProvider(
  client: { id: string; secret: string; returnUrls: string[] },
  people: TestProvider['people'],
  {
    authentication = 'client_secret_basic',
  }: { authentication?: 'client_secret_basic' | 'client_secret_post' } = {},
): Promise<TestProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const broken: TestProvider['broken'] = {};
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            token_endpoint_auth_method: authentication,
            redirect_uris: client.returnUrls,
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        clientAuthMethods: [authentication],
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        cookies: { keys: ['a key of the tests'] },
        async findAccount(_context, id) {
          const person = people[id];
          return person && { accountId: id, claims: async () => ({ sub: id, ...person }) };
        },
        ttl: {
          AccessToken: HOUR,
          AuthorizationCode: HOUR,
          Grant: HOUR,
          IdToken: HOUR,
          Interaction: HOUR,
          Session: HOUR,
        },
      }),
  );
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const own = broken[new URL(request.url ?? '/', issuer).pathname];
    if (own) own(response);
    else void answer(request, response);
  });

  async function signOn(url: string, login: string, deny = false): Promise<URL> {
    const cookies = new Map<string, string>();
    let at = new URL(url);
    let form: URLSearchParams | undefined;
    for (let step = 0; step < 20; step++) {
      const response: Response = await fetch(at, {
        redirect: 'manual',
        method: form ? 'POST' : 'GET',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form ? { body: form } : {}),
      });
      form = undefined;
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      const next = response.headers.get('location');
      if (next) {
        at = new URL(next, at);
        if (at.origin !== issuer) return at;
        continue;
      }
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`The provider shows no form: ${page.slice(0, 300)}`);
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      if (deny) {
        at = new URL(`${at.pathname}/abort`, at);
        continue;
      }
      at = new URL(action, at);
      form = new URLSearchParams({ prompt, login, password: 'anything' });
    }
    throw new Error('The provider does not send back.');
  }

  return {
    issuer,
    people,
    broken,
    signOn,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
