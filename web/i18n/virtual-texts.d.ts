/** Where the build writes the texts of the public pages (scripts/public-texts.ts). */
declare module 'virtual:public-texts' {
  const addresses: Record<import('../../core/languages.ts').Language, string>;
  export default addresses;
}
