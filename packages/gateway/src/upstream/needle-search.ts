// Looks for many texts at once without looking at every byte: a table says by the two last bytes of a window how far it may
// move on before any text can begin in it (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994).

/** Finds the texts it was made of in bytes, and in texts of Latin-1, in which every byte is a sign. */
export interface NeedleSearch {
  /** Where at or behind `from` the first text begins, or -1. */
  find(bytes: Buffer, from: number): number
  findInText(text: string, from: number): number
  /** Length of the longest text that begins at this place of what was looked through; 0 when none does. */
  lengthAt(bytes: Buffer, at: number): number
  lengthInTextAt(text: string, at: number): number
  /** Where at or behind `from` the bytes end in what could be the beginning of a text, or their length. */
  undecided(bytes: Buffer, from: number): number
}

/** Pairs share places of the table; a shared place only makes a step shorter. */
const places = 4096
const longestStep = 255
const placeOf = (first: number, second: number) => ((first << 4) ^ second) & (places - 1)

/** Makes the search of texts of Latin-1, each of at least two signs. */
export function createNeedleSearch(texts: readonly string[]): NeedleSearch {
  const needles = [...new Set(texts)].sort((a, b) => b.length - a.length)
  const shortest = Math.min(...needles.map((text) => text.length))
  const longest = needles[0]?.length ?? 0
  const window = Math.min(shortest, longestStep)
  const steps = stepsOf(needles, window)
  const firsts = new Uint8Array(256)
  for (const needle of needles) firsts[needle.charCodeAt(0)] = 1

  const stepAt = (bytes: Buffer, last: number) => steps[placeOf(bytes[last - 1] ?? 0, bytes[last] ?? 0)] ?? 1
  const lengthInTextAt = (text: string, at: number) =>
    needles.find((needle) => text.startsWith(needle, at))?.length ?? 0
  const lengthAt = (bytes: Buffer, at: number) =>
    firsts[bytes[at] ?? 0] === 1 ? lengthInTextAt(bytes.toString('latin1', at, at + longest), 0) : 0

  return {
    find(bytes, from) {
      const end = bytes.length
      const most = window - 1
      for (let last = from + most; last < end; ) {
        // nearly every step is the longest one, and four that do not wait for each other take as long as two that do
        while (last + 3 * most < end) {
          const two = stepAt(bytes, last) + stepAt(bytes, last + most)
          if (two + stepAt(bytes, last + 2 * most) + stepAt(bytes, last + 3 * most) < 4 * most) break
          last += 4 * most
        }
        if (last >= end) break
        const step = stepAt(bytes, last)
        if (step > 0) last += step
        else if (lengthAt(bytes, last - window + 1) > 0) return last - window + 1
        else last++
      }
      return -1
    },
    findInText(text, from) {
      const end = text.length
      for (let last = from + window - 1; last < end; ) {
        const step = steps[placeOf(text.charCodeAt(last - 1), text.charCodeAt(last))] ?? 1
        if (step > 0) last += step
        else if (lengthInTextAt(text, last - window + 1) > 0) return last - window + 1
        else last++
      }
      return -1
    },
    lengthAt,
    lengthInTextAt,
    undecided(bytes, from) {
      const end = bytes.length
      for (let at = Math.max(from, end - longest + 1); at < end; at++) {
        if (firsts[bytes[at] ?? 0] === 1 && needles.some((needle) => begins(needle, bytes, at))) return at
      }
      return end
    },
  }
}

/** Whether the bytes from a place on are the beginning of a text and not all of it. */
function begins(needle: string, bytes: Buffer, from: number): boolean {
  const length = bytes.length - from
  if (needle.length <= length) return false
  for (let i = 0; i < length; i++) if (needle.charCodeAt(i) !== bytes[from + i]) return false
  return true
}

/** How far a window of this length may move by the pair at its end; 0 where a text may begin at its start. */
function stepsOf(needles: readonly string[], window: number): Uint8Array {
  const steps = new Uint8Array(places).fill(window - 1)
  for (const needle of needles) {
    for (let at = 1; at < window; at++) {
      const place = placeOf(needle.charCodeAt(at - 1), needle.charCodeAt(at))
      steps[place] = Math.min(steps[place] ?? 0, window - 1 - at)
    }
  }
  return steps
}
