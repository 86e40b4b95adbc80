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

/** From so many bytes on it pays to look at four of them at once: hardly any four are part of a text by chance. */
const longBytes = 1536
/** Shorter windows lose too much of a step to the longer part that is looked at. */
const longWindow = 16

/** Makes the search of texts of Latin-1, each of at least two signs. */
export function createNeedleSearch(texts: readonly string[]): NeedleSearch {
  const needles = [...new Set(texts)].sort((a, b) => b.length - a.length)
  const shortest = Math.min(...needles.map((text) => text.length))
  const longest = needles[0]?.length ?? 0
  const window = Math.min(shortest, longestStep)
  const steps = stepsOf(needles, window)
  const firsts = new Uint8Array(256)
  for (const needle of needles) firsts[needle.charCodeAt(0)] = 1

  let longSteps: DataView | undefined

  const stepAt = (bytes: Buffer, last: number) => steps[placeOf(bytes[last - 1] ?? 0, bytes[last] ?? 0)] ?? 1
  const lengthInTextAt = (text: string, at: number) =>
    needles.find((needle) => text.startsWith(needle, at))?.length ?? 0
  const lengthAt = (bytes: Buffer, at: number) =>
    firsts[bytes[at] ?? 0] === 1 ? lengthInTextAt(bytes.toString('latin1', at, at + longest), 0) : 0

  /** Where a text begins whose window ends at `last` or behind it. */
  function findBehind(bytes: Buffer, from: number): number {
    const end = bytes.length
    const most = window - 1
    for (let last = from; last < end; ) {
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
  }

  /** The same by the last four bytes of a window, for as long as there are many. */
  function findFarBehind(bytes: Buffer, from: number): number {
    longSteps ??= longStepsOf(needles, window)
    const terms = { table: longSteps, most: window - 3 }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let last = from
    for (;;) {
      last = passOver(view, last, terms)
      if (last + 4 * window >= bytes.length) return findBehind(bytes, last)
      if (lengthAt(bytes, last - window + 1) > 0) return last - window + 1
      last++
    }
  }

  return {
    find(bytes, from) {
      const isLong = window >= longWindow && bytes.length - from >= longBytes
      return isLong ? findFarBehind(bytes, from + window - 1) : findBehind(bytes, from + window - 1)
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

/** The same by the last four bytes; in a form that is read without asking whether there is such a place. */
function longStepsOf(needles: readonly string[], window: number): DataView {
  const steps = new DataView(new ArrayBuffer(places))
  for (let place = 0; place < places; place++) steps.setUint8(place, window - 3)
  for (const needle of needles) {
    const bytes = Buffer.from(needle, 'latin1')
    for (let at = 3; at < window; at++) {
      const place = placeOfFour(bytes.readInt32LE(at - 3))
      steps.setUint8(place, Math.min(steps.getUint8(place), window - 1 - at))
    }
  }
  return steps
}

/** Moves the end of a window on to where a text could begin at its start, or near the end. A loop of its own is compiled best. */
function passOver(view: DataView, from: number, { table, most }: { table: DataView; most: number }): number {
  const [twice, thrice] = [2 * most, 3 * most]
  const end = view.byteLength - 3 - thrice
  let at = from - 3
  while (at < end) {
    const step = table.getUint8(placeOfFour(view.getInt32(at, true)))
    const two = step + table.getUint8(placeOfFour(view.getInt32(at + most, true)))
    const three = two + table.getUint8(placeOfFour(view.getInt32(at + twice, true)))
    if (three + table.getUint8(placeOfFour(view.getInt32(at + thrice, true))) >= 4 * most) at += 4 * most
    else if (step > 0) at += step
    else break
  }
  return at + 3
}

/** The upper twelve bits of a product with 2^32 divided by the golden ratio (Knuth, "The Art of Computer Programming", section 6.4). */
const placeOfFour = (four: number) => Math.imul(four, 0x9e3779b1) >>> 20

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
