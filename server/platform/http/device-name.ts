import Bowser from 'bowser';

/** What a person recognises a device by; the user agent itself is not kept. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' · ').slice(0, 80);
}
