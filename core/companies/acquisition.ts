/** True where a revenue is the price paid for the company. Apart from the reader of figures, which no public page needs. */
export function isAcquisition(text: string | null | undefined): boolean {
  return /acquisition/i.test(text ?? '');
}
