import { plainLetters } from '#provider'

/** Reduces addresses and names of cities to plain letters and digits, for comparison. */
export function foldedAddress(text: string | undefined): string {
  return plainLetters(text ?? '').replace(/[^\p{L}\p{N}]/gu, '')
}

const pairs: ReadonlyMap<string, string> = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }))

/** Returns a text with the two letters that Germans and Scandinavians write where one is missing: `Muenchen`. */
export function spelledInPairs(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => pairs.get(letter) ?? letter)
}
