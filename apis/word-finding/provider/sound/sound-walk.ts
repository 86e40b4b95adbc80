// The distance of sound-distance.ts from one pronunciation to thousands of others: common beginnings are compared once,
// and pronunciations with a hopeless beginning are skipped. Fast if the pronunciations come in the order of their
// phonemes.
import { present } from '#define/present'
import {
  changing,
  codeCount,
  createHeard,
  endOf,
  firstSound,
  type Heard,
  hear,
  hearNext,
  longestSpoken,
  partsOfPoint,
} from './sound-distance.ts'

interface SoundWalk {
  /** Sets the target pronunciation, and the limit in points. */
  begin(target: Uint8Array, limit: number): void
  /** Returns the points between the target and bytes `from` to `to`, or the limit if not less. */
  pointsTo(phonemes: Uint8Array, from: number, to: number): number
}

/** Upper bound on the phonemes of a compared pronunciation: only doubled consonants could exceed it. */
const longestRead = 4 * longestSpoken
const width = longestSpoken + 1
const firstExtra = firstSound * partsOfPoint

export function createSoundWalk(): SoundWalk {
  const table = createCostTable()
  const heard = createHeard()
  /** Phonemes read last, and the number of sounds heard after each. */
  const read = new Uint8Array(longestRead)
  const heardAfter = new Uint8Array(longestRead + 1)
  let limitPoints = 0
  let known = 0
  /** Number of phonemes after which every continuation is too different. */
  let hopeless = 0

  function begin(phonemes: Uint8Array, points: number): void {
    table.begin(phonemes, points)
    limitPoints = points
    known = 0
    hopeless = longestRead + 1
  }
  function pointsTo(phonemes: Uint8Array, from: number, to: number): number {
    const length = Math.min(to - from, longestRead)
    let at = 0
    while (at < length && at < known && read[at] === phonemes[from + at]) at++
    if (at >= hopeless) return limitPoints
    heard.length = present(heardAfter[at])
    let before = at === 0 ? -1 : endOf(present(read[at - 1]))
    hopeless = longestRead + 1
    while (at < length) {
      const phoneme = present(phonemes[from + at])
      read[at] = phoneme
      let depth = heard.length
      hearNext(heard, phoneme, before)
      before = endOf(phoneme)
      heardAfter[++at] = heard.length
      known = at
      while (depth < heard.length)
        if (!table.fill(heard, ++depth)) {
          hopeless = at
          return limitPoints
        }
    }
    known = length
    const depth = heard.length
    return table.pointsAt(depth) ?? limitPoints
  }
  return { begin, pointsTo }
}

/** Costs of turning the heard sounds into the target: a row for each heard sound, a column for each target sound. */
function createCostTable() {
  const target = createHeard()
  /** Costs in parts of a point of adding each target sound, and of changing each code into it. */
  const adding = new Int32Array(longestSpoken)
  const changes = new Int32Array(codeCount * longestSpoken)
  /** Rows; only the columns from `first` to `last` of each are valid. */
  const rows = new Int32Array((longestSpoken + 1) * width)
  const first = new Uint8Array(longestSpoken + 1)
  const last = new Uint8Array(longestSpoken + 1)
  let columns = 0
  let limit = 0

  function begin(phonemes: Uint8Array, points: number): void {
    hear(target, phonemes)
    columns = target.length
    limit = Math.ceil(points * partsOfPoint)
    for (let column = 0; column < columns; column++) {
      adding[column] = present(target.adding[column]) * partsOfPoint
      const code = present(target.codes[column])
      for (let other = 0; other < codeCount; other++)
        changes[other * longestSpoken + column] = present(changing[code * codeCount + other]) * partsOfPoint
    }
    rows[0] = 0
    first[0] = 0
    last[0] = fillOn(0, 0, 0)
  }
  /** Continues a row from a column of this cost by adding target sounds; returns the last column below the limit. */
  function fillOn(row: number, from: number, costThere: number): number {
    let column = from
    let cost = costThere
    while (column < columns) {
      cost += present(adding[column])
      if (cost >= limit) break
      rows[row + ++column] = cost
    }
    return column
  }
  /** Fills the row of a sound; returns true if any column is below the limit. */
  function fill(heard: Heard, depth: number): boolean {
    const row = depth * width
    const above = row - width
    const change = present(heard.codes[depth - 1]) * longestSpoken
    const add = present(heard.adding[depth - 1]) * partsOfPoint
    const from = present(first[depth - 1])
    const to = present(last[depth - 1])
    const end = to < columns ? to + 1 : columns
    let [least, most] = [-1, -1]
    let left = limit
    let diagonal = limit
    for (let column = from; column <= end; column++) {
      let cost = left
      if (column > 0) {
        cost += present(adding[column - 1])
        let other = present(changes[change + column - 1])
        if (depth === 1 && column === 1 && other > 0) other += firstExtra
        other += diagonal
        if (other < cost) cost = other
      }
      if (column <= to) {
        diagonal = present(rows[above + column])
        if (diagonal + add < cost) cost = diagonal + add
      }
      if (cost > limit) cost = limit
      rows[row + column] = cost
      left = cost
      if (cost === limit) continue
      if (least < 0) least = column
      most = column
    }
    if (least < 0) return false
    first[depth] = least
    last[depth] = most === end ? fillOn(row, end, left) : most
    return true
  }
  /** Returns the points between the target and the first `depth` sounds heard; undefined if not below the limit. */
  function pointsAt(depth: number): number | undefined {
    if (last[depth] !== columns) return undefined
    const cost = present(rows[depth * width + columns])
    return cost < limit ? cost / partsOfPoint : undefined
  }
  return { begin, fill, pointsAt }
}
