// Reads a name in any form used by people and programs: extra spaces, other casing, entities, percent-encoding, no
// star, `StatTrak` without the trademark symbol, abbreviated wear, a phase after the name.
import { type Wear, wears } from './records.ts'

/** The content of a name, without punctuation and casing. */
export interface NameForm {
  /** Letters and digits of the skin's name; equal for all spellings. */
  readonly key: string
  readonly wear: Wear | undefined
  readonly stattrak: boolean
  readonly souvenir: boolean
}

/** Longer than any name; the rest is ignored. */
const longest = 512
const phaseWords = / (?:phase [1-4]|ruby|sapphire|black pearl|emerald)(?= |$)/g
const wearWords = new Map<string, Wear>(
  wears.flatMap(({ name, short }) => [
    [fold(name), name],
    [fold(name).replace(' ', ''), name],
    [short.toLowerCase(), name],
  ]),
)

export function readName(text: string): NameForm {
  let rest = ` ${fold(plain(text.slice(0, longest)))}`
  const without = (words: RegExp): boolean => {
    const before = rest
    rest = rest.replace(words, '')
    return rest !== before
  }
  const stattrak = without(/ stat ?trak(?: ?tm)?(?= |$)/)
  const souvenir = without(/ souvenir(?= |$)/)
  if (rest.includes(' doppler')) without(phaseWords)
  // players' term for a knife without a finish; it is not the name of a finish
  without(/ vanilla$/)
  const words = rest.slice(1).split(' ')
  const wear = wearAtEnd(words)
  return { key: words.join(''), wear, stattrak, souvenir }
}

/** Returns the letters and digits of a name; names with equal keys are equal. */
export function keyOf(name: string): string {
  return fold(name).replaceAll(' ', '')
}

/** Returns the key of a name as received, with wear and quality. */
export function wholeKey(text: string): string {
  return keyOf(plain(text.slice(0, longest)))
}

/** Converts to lower case without accents; runs of other characters than letters and digits become one space. */
export function fold(text: string): string {
  // fast path: most names are plain ASCII, and the search folds thirteen thousand of them
  if (/^[\x20-\x7e]*$/.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return text
    .replaceAll('™', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Removes the wear from the end of the words; a single word is a name rather than a wear. */
function wearAtEnd(words: string[]): Wear | undefined {
  for (const count of [2, 1]) {
    if (words.length <= count) continue
    const wear = wearWords.get(words.slice(-count).join(' '))
    if (wear === undefined) continue
    words.length -= count
    return wear
  }
  return undefined
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  trade: '™',
  star: '★',
  starf: '★',
  bigstar: '★',
  hearts: '♥',
  ouml: 'ö',
  amacr: 'ā',
}
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi

/** Decodes percent-encoding and entities, each at most twice. */
function plain(text: string): string {
  let read = text
  for (let time = 0; time < 2; time++) read = withoutEntities(withoutPercent(read))
  return read
}

function withoutPercent(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a percent sign that is not an escape
  }
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(entity, (entityText, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (name === undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entityText
    return entities[name.toLowerCase()] ?? entityText
  })
}
