/** The version of the product; package.json and the newest entry of CHANGELOG.md have the same one. */
export const VERSION = '3.0.0';
