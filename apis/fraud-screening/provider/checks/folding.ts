/** Reduces addresses and names of cities to letters and digits, lower-case and without accents, for comparison. */
export function foldedAddress(text: string | undefined): string {
  return (text ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
