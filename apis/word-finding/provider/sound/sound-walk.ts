// The distance of sound-distance.ts from one pronunciation to thousands of others: common beginnings are compared once,
// and those that begin too differently are skipped at once. It is fast when they come in the order of their phonemes.
import {
  changing,
  codeCount,
  createHeard,
  endOf,
  firstSound,
  hear,
  hearNext,
  longestSpoken,
  partsOfPoint,
} from './sound-distance.ts'

export interface SoundWalk {
  /** Sets the pronunciation that others are compared with, and the points from which on they count as `limit`. */
  begin(target: Uint8Array, limit: number): void
  /** Points between the target pronunciation and bytes `from` to `to`, or the limit when not less. */
  pointsTo(phonemes: Uint8Array, from: number, to: number): number
}

/** More phonemes than any compared pronunciation has: only doubled consonants could exceed it. */
const longestRead = 4 * longestSpoken
const width = longestSpoken + 1
const firstExtra = firstSound * partsOfPoint

export function createSoundWalk(): SoundWalk {
  const target = createHeard()
  const heard = createHeard()
  /** Costs in parts of a point: of adding each target sound, and of changing each code into it. */
  const adding = new Int32Array(longestSpoken)
  const changes = new Int32Array(codeCount * longestSpoken)
  /**
   * A row for each sound heard; in it a column for each target sound, of which those from `first` to `last` are valid.
   */
  const rows = new Int32Array((longestSpoken + 1) * width)
  const first = new Uint8Array(longestSpoken + 1)
  const last = new Uint8Array(longestSpoken + 1)
  /** The phonemes read last, and how many sounds were heard after each. */
  const read = new Uint8Array(longestRead)
  const heardAfter = new Uint8Array(longestRead + 1)
  let columns = 0
  let limitPoints = 0
  let limit = 0
  let known = 0
  /** The number of phonemes after which everything that continues them is too different. */
  let hopeless = 0

  function begin(phonemes: Uint8Array, points: number): void {
    hear(target, phonemes)
    columns = target.length
    limitPoints = points
    limit = Math.ceil(points * partsOfPoint)
    for (let column = 0; column < columns; column++) {
      adding[column] = (target.adding[column] ?? 0) * partsOfPoint
      const code = target.codes[column] ?? 0
      for (let other = 0; other < codeCount; other++)
        changes[other * longestSpoken + column] = (changing[code * codeCount + other] ?? 0) * partsOfPoint
    }
    known = 0
    hopeless = longestRead + 1
    rows[0] = 0
    first[0] = 0
    last[0] = fillOn(0, 0, 0)
  }
  /** Continues a row by adding target sounds, from a column of this cost; returns the last column below the limit. */
  function fillOn(row: number, from: number, costThere: number): number {
    let column = from
    let cost = costThere
    while (column < columns) {
      cost += adding[column] ?? 0
      if (cost >= limit) break
      rows[row + ++column] = cost
    }
    return column
  }
  /** Fills the row of a sound; returns whether anything in it is below the limit. */
  function fill(depth: number): boolean {
    const row = depth * width
    const above = row - width
    const change = (heard.codes[depth - 1] ?? 0) * longestSpoken
    const add = (heard.adding[depth - 1] ?? 0) * partsOfPoint
    const from = first[depth - 1] ?? 0
    const to = last[depth - 1] ?? 0
    const end = to < columns ? to + 1 : columns
    let [least, most] = [-1, -1]
    let left = limit
    let diagonal = limit
    for (let column = from; column <= end; column++) {
      let cost = left
      if (column > 0) {
        cost += adding[column - 1] ?? 0
        let other = changes[change + column - 1] ?? 0
        if (depth === 1 && column === 1 && other > 0) other += firstExtra
        other += diagonal
        if (other < cost) cost = other
      }
      if (column <= to) {
        diagonal = rows[above + column] ?? limit
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
  function pointsTo(phonemes: Uint8Array, from: number, to: number): number {
    const length = Math.min(to - from, longestRead)
    let at = 0
    while (at < length && at < known && read[at] === phonemes[from + at]) at++
    if (at >= hopeless) return limitPoints
    heard.length = heardAfter[at] ?? 0
    let before = at === 0 ? -1 : endOf(read[at - 1] ?? 0)
    hopeless = longestRead + 1
    while (at < length) {
      const phoneme = phonemes[from + at] ?? 0
      read[at] = phoneme
      let depth = heard.length
      hearNext(heard, phoneme, before)
      before = endOf(phoneme)
      heardAfter[++at] = heard.length
      known = at
      while (depth < heard.length)
        if (!fill(++depth)) {
          hopeless = at
          return limitPoints
        }
    }
    known = length
    const depth = heard.length
    if (last[depth] !== columns) return limitPoints
    const cost = rows[depth * width + columns] ?? limit
    return cost < limit ? cost / partsOfPoint : limitPoints
  }
  return { begin, pointsTo }
}
