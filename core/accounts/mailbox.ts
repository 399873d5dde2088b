/** Longest local part and domain that SMTP carries (RFC 5321, 4.5.3.1), in bytes. */
const LOCAL_MAX = 64;
const DOMAIN_MAX = 253;

/** Letters, digits and marks of any script (RFC 6531); nothing that is not seen, such as fillers and joiners. */
const LETTER = String.raw`(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}]`;
const ATOM = `(?:${LETTER}|[!#$%&'*+/=?^_\`{|}~-])+`;
/** A dot-atom (RFC 5322, 3.2.3). Quoted texts are not taken: no mailbox needs them, and mailers differ over them. */
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const DOMAIN = new RegExp(`^(?:${LETTER}|[.-])+$`, 'u');
/** Labels of a domain name (RFC 1123, 2.1), two or more; the last is no number, as that of an IP address is. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** DNS form of a domain: lower case, non-ASCII labels in Punycode. Undefined if invalid. */
function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined;
  const host = URL.parse(`http://${domain}`)?.hostname ?? '';
  return host.length <= DOMAIN_MAX && HOST.test(host) ? host : undefined;
}

/** Whether a text is the address of one mailbox, and nothing that a mail server would read otherwise. */
export function isMailbox(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  return (
    LOCAL.test(local) &&
    // A letter that only looks otherwise, as the ligature of 'fi', would be a second address of the same look.
    local.normalize('NFKC') === local.normalize('NFC') &&
    new TextEncoder().encode(local).length <= LOCAL_MAX &&
    asciiDomain(address.slice(at + 1)) !== undefined
  );
}

/** The form in which addresses are compared: without case, the domain as the DNS has it. */
export function emailKey(address: string): string {
  const plain = address.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = asciiDomain(plain.slice(at + 1));
  return at < 0 || domain === undefined ? plain : `${plain.slice(0, at)}@${domain}`;
}
