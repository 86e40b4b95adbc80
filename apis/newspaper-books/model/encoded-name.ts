/** Returns the encoded name of a list, as used in addresses (SOURCES 2.2). */
export function encodedName(name: string): string {
  return name.toLowerCase().replace(/['’]/g, '').replace(/\s+/g, '-')
}
