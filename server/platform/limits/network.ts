import ipaddr from 'ipaddr.js';

/** A network whose requests are counted together. */
export interface Network {
  name: string;
  /** Its limit as a multiple of the limit of one client. */
  share: number;
}

/** Prefixes of IPv6 by which clients are counted: a device's network, a home line, a site or a small provider. */
const NETWORK_PREFIXES = [
  { length: 64, share: 1 },
  { length: 56, share: 4 },
  { length: 48, share: 16 },
] as const;
/** One network for all invalid addresses: a proxy can send anything. */
const NO_ADDRESS: Network = { name: 'no address', share: 1 };

/** An address as proxies write it, without port, brackets and zone: `203.0.113.8:4711`, `[2001:db8::1]:443`. */
function withoutZone(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1];
  return (bracketed ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')).replace(/%.*$/, '');
}

/** X-Forwarded-For with plain addresses: each port of a client would be a client of its own. */
export function withPlainAddresses(forwarded: string): string {
  return forwarded
    .split(',')
    .map((address) => withoutZone(address.trim()))
    .join(', ');
}

/**
 * The networks by which a client is counted: an IPv4 address is one, an IPv6 address is in three.
 * @param address of the connection; undefined once the client has reset it
 */
export function networksOf(address: string | undefined): [Network, ...Network[]] {
  const plain = withoutZone(address ?? '');
  if (!ipaddr.isValid(plain)) return [NO_ADDRESS];
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return [{ name: parsed.toString(), share: 1 }];
  const [device, ...larger] = NETWORK_PREFIXES.map(({ length, share }) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${length}`);
    return { name: `${network.toString()}/${length}`, share };
  });
  return [device as Network, ...larger];
}

/** The line of a client: an IPv4 address, or the /56 that providers give one household. */
export function lineOf(address: string | undefined): string {
  const [first, line] = networksOf(address);
  return (line ?? first).name;
}
