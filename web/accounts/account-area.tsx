/** The place of the log-in button and the user menu in the header. */
export function AccountArea() {
  return null;
}
