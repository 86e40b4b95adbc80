/** Letters and digits only, in lower case and without accents: how addresses and names of cities are compared. */
export function foldedAddress(text: string | undefined): string {
  return (text ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
