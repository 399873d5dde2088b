/** Whether connections are a proxy's. */
export const trustsProxy = (setting: string | undefined) => trustedProxies(setting) !== false;

/** `2` believes the two nearest proxies; anything else is a list of their addresses. */
export function trustedProxies(
  setting: string | undefined,
): boolean | string | ((address: string, hop: number) => boolean) {
  if (!setting || setting === 'false') return false;
  if (setting === 'true') return true;
  const hops = Number(setting);
  return Number.isInteger(hops) ? (_address, hop) => hop < hops : setting;
}
