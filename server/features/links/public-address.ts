import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is given out (IANA, IPv6 Global Unicast Address Assignments). */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the internet: neither this machine, nor the network behind it, nor the
 * cloud's own (169.254.169.254), nor one that wraps such an address (IPv4-mapped, NAT64, 6to4).
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed as ipaddr.IPv6).match(GIVEN_OUT);
}
