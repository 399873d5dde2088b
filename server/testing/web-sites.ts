import type { LookupAddress } from 'node:dns';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { ResolvedNetwork } from '../features/links/ask.ts';

export interface WebSites {
  /** An address of a site; every name that ends with `.test` is on the one machine. */
  at(host: string, path?: string): string;
  /** The same over TLS, with a self-signed certificate. */
  secureAt(host: string, path?: string): string;
  /** What was asked for, in order: `HEAD site.test/path`. */
  asked: string[];
  /** Bytes written to clients. */
  written(): number;
  /** A network in which names lead to this machine, `inner.test` to another one of a home network. */
  network: ResolvedNetwork;
  /** Every name that was looked up. */
  lookedUp: string[];
  close(): Promise<void>;
}

/** Real web servers on loopback, and the network that they are in. */
export async function startWebSites(answer: RequestListener): Promise<WebSites> {
  const asked: string[] = [];
  const lookedUp: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`);
    answer(request, response);
  };
  const plain = http.createServer(listener);
  const secure = https.createServer({ key: KEY, cert: CERTIFICATE }, listener);
  let written = 0;
  plain.on('connection', (socket) => socket.on('close', () => (written += socket.bytesWritten)));
  const listen = async (server: Server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const [port, securePort] = [await listen(plain), await listen(secure)];
  return {
    at: (host, path = '/') => `http://${host}:${port}${path}`,
    secureAt: (host, path = '/') => `https://${host}:${securePort}${path}`,
    asked,
    written: () => written,
    lookedUp,
    network: {
      async resolve(hostname): Promise<LookupAddress[]> {
        lookedUp.push(hostname);
        if (hostname === 'inner.test') return [{ address: '192.168.1.1', family: 4 }];
        // Leads inside from the second look-up on.
        const isSecond = lookedUp.filter((name) => name === hostname).length > 1;
        if (hostname === 'rebinding.test' && isSecond) return [{ address: '192.168.1.1', family: 4 }];
        if (hostname === 'half-inner.test')
          return ['127.0.0.1', '192.168.1.1'].map((address) => ({ address, family: 4 }));
        if (hostname.endsWith('.test')) return [{ address: '127.0.0.1', family: 4 }];
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
      },
      mayConnect: (address) => address === '127.0.0.1',
      mayUsePort: (wanted) => wanted !== '25',
      // A busy machine is no silent site.
      timeout: 20_000,
    },
    async close() {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

/** Made for `example.test` by itself: a stranger to every list of authorities. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwMPPO1EgUIXJ+/e9
nk2oo0mp7rX/LN1tq31COgsrULmhRANCAASgwrQisq5ZAmtEuCSg0oByprgTGdH7
p/ev0glRs+4rtR0bvS1JYfB5YS11DGzMQNPW+mTU95Xnh3PEg45lUmKo
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUQBZ8E0axs2cYqWhAbAaJVkXQqAcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMZXhhbXBsZS50ZXN0MCAXDTI2MTEyMjExMDM0OVoYDzIxMjYx
MDI5MTEwMzQ5WjAXMRUwEwYDVQQDDAxleGFtcGxlLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASgwrQisq5ZAmtEuCSg0oByprgTGdH7p/ev0glRs+4rtR0b
vS1JYfB5YS11DGzMQNPW+mTU95Xnh3PEg45lUmKoo1MwUTAdBgNVHQ4EFgQUIRvW
Q1B51vQQKkZ9bgo2B2mLI08wHwYDVR0jBBgwFoAUIRvWQ1B51vQQKkZ9bgo2B2mL
I08wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAsTz4pmxrusDgB
SYWOWq39BVxJJytXPO3F1zBy7SbXEgIhANYwqaOwQbrKZWYvdO8aP2r2INvlzMWn
Wxo+JdnLsYbK
-----END CERTIFICATE-----`;
