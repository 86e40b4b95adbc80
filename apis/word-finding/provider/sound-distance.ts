// How differently two pronunciations sound: an alignment of their phonemes in which confusable sounds cost little. The costs are
// ours, in points; about 5 points are one step of the provider's scores.
import { bare, isVowel, soundCount, soundNames, soundOf, stressOf, withStress } from './phonemes.ts'

/** Where a vowel is made: front to back, closed to open. */
const vowelPlaces: Readonly<Record<string, readonly [number, number]>> = {
  ...{ IY: [0, 0], IH: [0.7, 0.8], EY: [0.3, 1.5], EH: [0.8, 2.3], AE: [1, 3.3], AA: [3, 4], AH: [2.2, 2.2] },
  ...{
    AO: [3.6, 3],
    OW: [3.8, 1.8],
    UH: [3.2, 0.8],
    UW: [4, 0],
    ER: [2.2, 1.6],
    AY: [2, 3.6],
    AW: [2.8, 3.4],
    OY: [3.3, 2],
  },
}
/** Consonants that are heard for one another. */
const pairs: readonly (readonly [string, string, number])[] = [
  ...([
    ['P', 'B', 4],
    ['T', 'D', 4],
    ['K', 'G', 4],
    ['F', 'V', 4],
    ['TH', 'DH', 3],
    ['S', 'Z', 3],
  ] as const),
  ...([
    ['SH', 'ZH', 3],
    ['CH', 'JH', 4],
    ['CH', 'SH', 4],
    ['JH', 'ZH', 3],
    ['SH', 'JH', 5],
    ['CH', 'ZH', 6],
  ] as const),
  ...([
    ['M', 'N', 5],
    ['N', 'NG', 3],
    ['M', 'NG', 6],
    ['TH', 'F', 5],
    ['TH', 'T', 5],
    ['DH', 'D', 5],
  ] as const),
  ...([
    ['TH', 'S', 6],
    ['DH', 'Z', 6],
    ['DH', 'V', 6],
    ['S', 'SH', 5],
    ['Z', 'ZH', 5],
    ['W', 'V', 6],
  ] as const),
  ...([
    ['L', 'R', 7],
    ['S', 'CH', 7],
    ['Y', 'JH', 7],
    ['B', 'V', 7],
    ['T', 'CH', 7],
    ['D', 'JH', 7],
  ] as const),
]
const other = 10
const added = { consonant: 9, weak: 5, vowel: 9, unstressed: 6 }
/** What a vowel more or less costs at least. */
export const leastForVowel = added.unstressed
const weak = new Set(['HH', 'Y', 'W'].map(soundOf))
const unstressedShare = 0.5
/** A different beginning is heard before anything else. */
const firstSound = 3

const costs = new Float32Array(soundCount * soundCount).fill(other)
for (let one = 0; one < soundCount; one++) costs[one * soundCount + one] = 0
for (const [one, two] of vowelPairs()) {
  const [x, y] = vowelPlaces[one] ?? [0, 0]
  const [u, v] = vowelPlaces[two] ?? [0, 0]
  setCost(one, two, Math.min(9, 2 + 1.6 * Math.hypot(x - u, y - v)))
}
for (const [one, two, cost] of pairs) setCost(one, two, cost)

function vowelPairs(): [string, string][] {
  const names = soundNames.filter((name) => name in vowelPlaces)
  return names.flatMap((one, at) => names.slice(at + 1).map((two): [string, string] => [one, two]))
}
function setCost(one: string, two: string, cost: number): void {
  costs[soundOf(one) * soundCount + soundOf(two)] = cost
  costs[soundOf(two) * soundCount + soundOf(one)] = cost
}

const er = soundOf('ER')
const schwa = soundOf('AH')
const r = soundOf('R')
const stops = new Set(['T', 'D'].map(soundOf))

/** Longest pronunciation that is compared, in phonemes. */
export const longestSpoken = 60

/** A pronunciation made ready to be compared. */
export interface Heard {
  readonly phonemes: Uint8Array
  readonly adding: Float32Array
  length: number
}
export function createHeard(): Heard {
  return { phonemes: new Uint8Array(longestSpoken), adding: new Float32Array(longestSpoken), length: 0 }
}

/**
 * Makes bytes `from` to `to` ready, which are a pronunciation: the vowel of `her` becomes a vowel and an R, so that it can be aligned
 * with `air` or `or`; doubled consonants count once; what is too long is cut.
 */
export function hear(into: Heard, phonemes: Uint8Array, from = 0, to = phonemes.length): Heard {
  into.length = 0
  for (let at = from; at < to; at++) {
    const phoneme = phonemes[at] ?? 0
    if (bare(phoneme) === er) {
      add(into, withStress(schwa, stressOf(phoneme)))
      add(into, r)
    } else add(into, phoneme)
  }
  return into
}

function add(into: Heard, phoneme: number): void {
  const { length } = into
  const before = length > 0 ? (into.phonemes[length - 1] ?? 0) : -1
  if (length === longestSpoken || (before === phoneme && !isVowel(phoneme))) return
  into.phonemes[length] = phoneme
  into.adding[length] = costOfAdding(phoneme, before)
  into.length = length + 1
}

function costOfAdding(phoneme: number, before: number): number {
  if (isVowel(phoneme)) return stressOf(phoneme) === 0 ? added.unstressed : added.vowel
  const sound = bare(phoneme)
  const swallowed = weak.has(sound) || (stops.has(sound) && before >= 0 && !isVowel(before))
  return swallowed ? added.weak : added.consonant
}
function costOfChanging(one: number, two: number): number {
  if (one === two) return 0
  const cost = costs[bare(one) * soundCount + bare(two)] ?? other
  return isVowel(one) && isVowel(two) && (stressOf(one) === 0 || stressOf(two) === 0) ? cost * unstressedShare : cost
}

/** Makes the comparison: points between two pronunciations, 0 for the same sounds, or `limit` when not less. */
export function createSoundDistance(): (one: Heard, two: Heard, limit: number) => number {
  let above = new Float32Array(longestSpoken + 1)
  let row = new Float32Array(longestSpoken + 1)
  return (one, two, limit) => {
    above[0] = 0
    for (let column = 1; column <= two.length; column++)
      above[column] = (above[column - 1] ?? 0) + (two.adding[column - 1] ?? 0)
    for (let line = 1; line <= one.length; line++) {
      const sound = one.phonemes[line - 1] ?? 0
      const adding = one.adding[line - 1] ?? 0
      let left = (above[0] ?? 0) + adding
      row[0] = left
      let least = left
      for (let column = 1; column <= two.length; column++) {
        let changing = costOfChanging(sound, two.phonemes[column - 1] ?? 0)
        if (line === 1 && column === 1 && changing > 0) changing += firstSound
        let cost = (above[column - 1] ?? 0) + changing
        const without = (above[column] ?? 0) + adding
        if (without < cost) cost = without
        const beyond = left + (two.adding[column - 1] ?? 0)
        if (beyond < cost) cost = beyond
        row[column] = cost
        left = cost
        if (cost < least) least = cost
      }
      if (least >= limit) return limit
      ;[above, row] = [row, above]
    }
    return Math.min(above[two.length] ?? limit, limit)
  }
}
