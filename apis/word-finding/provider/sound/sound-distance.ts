// The distance in sound between two pronunciations: an alignment of their phonemes in which confusable sounds cost
// little. The costs are our own, in points; about 5 points are one step of the provider's scores.
import { present } from '#define/present'
import { bare, isVowel, soundCount, soundNames, soundOf, stressOf, withStress } from './phonemes.ts'

/** Positions of vowels: front to back, closed to open. */
const vowelPositions: Readonly<Record<string, readonly [number, number]>> = {
  IY: [0, 0],
  IH: [0.7, 0.8],
  EY: [0.3, 1.5],
  EH: [0.8, 2.3],
  AE: [1, 3.3],
  AA: [3, 4],
  AH: [2.2, 2.2],
  AO: [3.6, 3],
  OW: [3.8, 1.8],
  UH: [3.2, 0.8],
  UW: [4, 0],
  ER: [2.2, 1.6],
  AY: [2, 3.6],
  AW: [2.8, 3.4],
  OY: [3.3, 2],
}
/** Pairs of confusable consonants. */
const pairs: readonly (readonly [string, string, number])[] = [
  ['P', 'B', 4],
  ['T', 'D', 4],
  ['K', 'G', 4],
  ['F', 'V', 4],
  ['TH', 'DH', 3],
  ['S', 'Z', 3],
  ['SH', 'ZH', 3],
  ['CH', 'JH', 4],
  ['CH', 'SH', 4],
  ['JH', 'ZH', 3],
  ['SH', 'JH', 5],
  ['CH', 'ZH', 6],
  ['M', 'N', 5],
  ['N', 'NG', 3],
  ['M', 'NG', 6],
  ['TH', 'F', 5],
  ['TH', 'T', 5],
  ['DH', 'D', 5],
  ['TH', 'S', 6],
  ['DH', 'Z', 6],
  ['DH', 'V', 6],
  ['S', 'SH', 5],
  ['Z', 'ZH', 5],
  ['W', 'V', 6],
  ['L', 'R', 7],
  ['S', 'CH', 7],
  ['Y', 'JH', 7],
  ['B', 'V', 7],
  ['T', 'CH', 7],
  ['D', 'JH', 7],
]
const other = 10
const added = { consonant: 9, weak: 5, vowel: 9, unstressed: 6 }
const weak = new Set(['HH', 'Y', 'W'].map(soundOf))
const unstressedShare = 0.5
/** Extra cost of a different first sound, which is noticed most. */
export const firstSound = 3

/** Units per point: costs are integers in these units, so that sums are exact and equal distances compare equal. */
export const partsOfPoint = 65_536
/** Rounds to an even number of units, so that half is an integer. */
const evenParts = (points: number): number => (Math.round((points * partsOfPoint) / 2) * 2) / partsOfPoint

const costs = new Float32Array(soundCount * soundCount).fill(other)
for (let one = 0; one < soundCount; one++) costs[one * soundCount + one] = 0
for (const [one, two] of vowelPairs()) {
  const [x, y] = present(vowelPositions[one])
  const [u, v] = present(vowelPositions[two])
  setCost(one, two, Math.min(9, 2 + 1.6 * Math.hypot(x - u, y - v)))
}
for (const [one, two, cost] of pairs) setCost(one, two, cost)

function vowelPairs(): [string, string][] {
  const names = soundNames.filter((name) => name in vowelPositions)
  return names.flatMap((one, at) => names.slice(at + 1).map((two): [string, string] => [one, two]))
}
function setCost(one: string, two: string, points: number): void {
  const cost = evenParts(points)
  costs[soundOf(one) * soundCount + soundOf(two)] = cost
  costs[soundOf(two) * soundCount + soundOf(one)] = cost
}

const er = soundOf('ER')
const schwa = soundOf('AH')
const r = soundOf('R')
const stops = new Set(['T', 'D'].map(soundOf))

/** The limit of phonemes compared per pronunciation. */
export const longestSpoken = 60
const phonemeCount = 256
/** First code of the unstressed vowels, which cost less to change; the sounds have the codes below. */
const unstressedFrom = soundCount
export const codeCount = 2 * soundCount
const codeOf = tableOf((phoneme) =>
  isVowel(phoneme) && stressOf(phoneme) === 0 ? bare(phoneme) + unstressedFrom : bare(phoneme),
)
const addingAlone = tableOf((phoneme) => costOfAdding(phoneme, false))
const addingBehindConsonant = tableOf((phoneme) => costOfAdding(phoneme, true))
/** Costs of changing one code into another, at the first times `codeCount` plus the second. */
export const changing = new Float32Array(codeCount * codeCount)
for (let one = 0; one < codeCount; one++)
  for (let two = 0; two < codeCount; two++) {
    const cost = present(costs[(one % soundCount) * soundCount + (two % soundCount)])
    const isLess = isVowel(one % soundCount) && isVowel(two % soundCount) && Math.max(one, two) >= unstressedFrom
    changing[one * codeCount + two] = isLess ? cost * unstressedShare : cost
  }

/** Tabulates a value for each phoneme. */
function tableOf(value: (phoneme: number) => number): Float32Array {
  return Float32Array.from({ length: phonemeCount }, (_, phoneme) => value(phoneme))
}

/** A pronunciation prepared for comparison. */
export interface Heard {
  readonly codes: Uint8Array
  readonly adding: Float32Array
  length: number
}
export function createHeard(): Heard {
  return { codes: new Uint8Array(longestSpoken), adding: new Float32Array(longestSpoken), length: 0 }
}

/**
 * Prepares the pronunciation in bytes `from` to `to`: the vowel of `her` becomes a vowel and an R, so that it can be
 * aligned with `air` or `or`; doubled consonants count once; a long pronunciation is cut.
 */
export function hear(into: Heard, phonemes: Uint8Array, from = 0, to = phonemes.length): Heard {
  into.length = 0
  let before = -1
  for (let at = from; at < to; at++) {
    const phoneme = present(phonemes[at])
    hearNext(into, phoneme, before)
    before = endOf(phoneme)
  }
  return into
}

/** Adds the sounds of one phoneme; `before` is the end of the previous one, or -1. */
export function hearNext(into: Heard, phoneme: number, before: number): void {
  if (bare(phoneme) === er) {
    const vowel = withStress(schwa, stressOf(phoneme))
    add(into, vowel, before)
    add(into, r, vowel)
  } else add(into, phoneme, before)
}

/** Returns the last sound of a phoneme. */
export function endOf(phoneme: number): number {
  return bare(phoneme) === er ? r : phoneme
}

function add(into: Heard, phoneme: number, before: number): void {
  const { length } = into
  if (length === longestSpoken || (before === phoneme && !isVowel(phoneme))) return
  const adding = before >= 0 && !isVowel(before) ? addingBehindConsonant : addingAlone
  into.codes[length] = present(codeOf[phoneme])
  into.adding[length] = present(adding[phoneme])
  into.length = length + 1
}

function costOfAdding(phoneme: number, isBehindConsonant: boolean): number {
  if (isVowel(phoneme)) return stressOf(phoneme) === 0 ? added.unstressed : added.vowel
  const sound = bare(phoneme)
  return weak.has(sound) || (stops.has(sound) && isBehindConsonant) ? added.weak : added.consonant
}

/**
 * Creates the comparison: points between two pronunciations, 0 for the same sounds, `limit` if not less. Only the part
 * of each row below the limit is computed.
 */
export function createSoundDistance(): (one: Heard, two: Heard, limit: number) => number {
  let above = new Float32Array(longestSpoken + 2)
  let row = new Float32Array(longestSpoken + 2)
  return (one, two, limit) => {
    let [from, to] = [0, 0]
    above[0] = 0
    for (; to < two.length; to++) {
      const cost = present(above[to]) + present(two.adding[to])
      if (cost >= limit) break
      above[to + 1] = cost
    }
    for (let line = 0; line < one.length; line++) {
      const changingFrom = present(one.codes[line]) * codeCount
      const adding = present(one.adding[line])
      let [first, last] = [-1, -1]
      let [left, diagonal] = [limit, limit]
      const end = Math.min(to + 1, two.length)
      let column = from
      for (; column <= end; column++) {
        let cost = limit
        if (diagonal < limit) {
          cost = present(changing[changingFrom + present(two.codes[column - 1])])
          if (line === 0 && column === 1 && cost > 0) cost += firstSound
          cost += diagonal
        }
        diagonal = column <= to ? present(above[column]) : limit
        const without = diagonal + adding
        if (without < cost) cost = without
        if (column > 0) cost = Math.min(cost, left + present(two.adding[column - 1]))
        row[column] = cost
        left = cost
        if (cost >= limit) continue
        if (first < 0) first = column
        last = column
      }
      for (; column <= two.length; column++) {
        left += present(two.adding[column - 1])
        if (left >= limit) break
        row[column] = left
        last = column
      }
      if (first < 0) return limit
      ;[from, to] = [first, last]
      ;[above, row] = [row, above]
    }
    return to === two.length ? Math.min(present(above[to]), limit) : limit
  }
}
