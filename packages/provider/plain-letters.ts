// The spelling of letters in which people type them whose keyboard lacks them.

/** Letters that Unicode does not decompose, in plain letters. */
const spelled: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i', ð: 'd', þ: 'th' }),
)
const undecomposed = /[ßæœøłđħŧıðþ]/g

/** Returns lower case without accents, strokes and ligatures: `Ærø, Łódź` becomes `aero, lodz`. */
export function plainLetters(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return bare.replace(undecomposed, (letter) => spelled.get(letter) ?? letter)
}
