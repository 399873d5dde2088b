import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

/** Labels of host names that do not identify a company, such as `www`. */
const OF_HOSTS: ReadonlySet<string> = new Set(
  'www com co org net ac ne or go edu gov info biz io app dev ai me tv fm gg xyz shop store online site tech cloud page blog games studio'.split(
    ' ',
  ),
);
/** Two letters are a country's. */
const isOfHosts = (label: string) => OF_HOSTS.has(label) || /^[a-z]{2}$/.test(label);

/** A host as it is typed without a scheme, perhaps with a port, and a path. */
const BARE =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?<last>[\p{L}\p{N}-]{2,})\.?(?::\d{1,5})?(?<rest>[/?#]\S*)?$/u;

/** A scheme without a host: the address is still being typed. */
const SCHEME_ALONE = /^\s*https?:\/*\s*$/i;

function urlOf(q: string): URL | null {
  const typed = q.trim().normalize('NFKC');
  if (/^https?:\/\/\S+$/i.test(typed)) return URL.parse(typed);
  const bare = BARE.exec(typed)?.groups;
  // Names have dots, too: Vue.js.
  if (!bare || !(bare.rest || isOfHosts((bare.last ?? '').toLowerCase()))) return null;
  return URL.parse(`https://${typed}`);
}

const siteOf = ({ hostname }: URL) => hostname.replace(/\.$/, '').replace(/^www\./, '');
const pathOf = ({ pathname }: URL) => pathname.replace(/\/+$/, '').toLowerCase();

/** The key of a company's website: host, path and query. */
export function websiteKeys(website: string | null | undefined): string[] {
  const url = website ? URL.parse(website) : null;
  return url?.hostname ? [`${siteOf(url)}${pathOf(url)}${url.search}`] : [];
}

/** An address that is searched for. */
export interface Address {
  /** The company that the host names: `zoho` of `https://www.zoho.com/crm`; empty for a host without a name, such as `localhost`. */
  name: string;
  /** Websites to look for: with the path, without a path, and of parent domains. */
  websites: string[];
}

/** The address in a query that is nothing but an address; undefined for other queries. */
export function addressIn(q: string): Address | undefined {
  if (SCHEME_ALONE.test(q)) return { name: '', websites: [] };
  const url = urlOf(q);
  if (!url) return undefined;
  const host = siteOf(url);
  if (isIP(host.replace(/^\[|\]$/g, ''))) return { name: '', websites: [host] };
  const labels = domainToUnicode(host).split('.');
  const own = labels.slice(0, -1);
  const name = own.filter((label) => !isOfHosts(label)).at(-1) ?? own.at(-1) ?? '';
  const above = host.split('.').map((_, i, parts) => parts.slice(i).join('.'));
  const path = pathOf(url);
  return {
    name,
    websites: [...new Set([`${host}${path}${url.search}`, `${host}${path}`, ...above.slice(0, -1)])],
  };
}
