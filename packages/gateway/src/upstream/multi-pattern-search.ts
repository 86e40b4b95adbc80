// Searches for many patterns at once without looking at every byte: a table indexed by the last two bytes of a window
// says how far the window can move before any pattern can begin in it (Wu and Manber, "A fast algorithm for
// multi-pattern searching", 1994).

/** Searches bytes, and Latin-1 strings, which have one character per byte. */
export interface MultiPatternSearch {
  /** Where the first pattern begins at or after `from`, or -1. */
  find(bytes: Buffer, from: number): number
  findInString(text: string, from: number): number
  /** Length of the longest pattern that begins at this index; 0 when none does. */
  lengthAt(bytes: Buffer, at: number): number
  lengthInStringAt(text: string, at: number): number
  /** Where at or after `from` the bytes end in what could be the beginning of a pattern, or their length. */
  partialMatchAt(bytes: Buffer, from: number): number
}

/** Pairs of bytes share slots of the table; a shared slot only makes a shift shorter. */
const slots = 4096
const maxShift = 255
const slotOf = (first: number, second: number) => ((first << 4) ^ second) & (slots - 1)

/** From this length on it pays to look at four bytes at once: hardly any four are part of a pattern by chance. */
const longBytes = 1536
/** A shorter window would lose too much of each shift to the two additional bytes. */
const longWindow = 16

/** Makes the search for Latin-1 strings of at least two characters. */
export function createMultiPatternSearch(strings: readonly string[]): MultiPatternSearch {
  const patterns = [...new Set(strings)].sort((a, b) => b.length - a.length)
  const shortest = Math.min(...patterns.map((pattern) => pattern.length))
  const longest = patterns[0]?.length ?? 0
  const window = Math.min(shortest, maxShift)
  const shifts = shiftsOf(patterns, window)
  const isFirstByte = new Uint8Array(256)
  for (const pattern of patterns) isFirstByte[pattern.charCodeAt(0)] = 1

  let longShifts: DataView | undefined

  const shiftAt = (bytes: Buffer, last: number) => shifts[slotOf(bytes[last - 1] ?? 0, bytes[last] ?? 0)] ?? 1
  const lengthInStringAt = (text: string, at: number) =>
    patterns.find((pattern) => text.startsWith(pattern, at))?.length ?? 0
  const lengthAt = (bytes: Buffer, at: number) =>
    isFirstByte[bytes[at] ?? 0] === 1 ? lengthInStringAt(bytes.toString('latin1', at, at + longest), 0) : 0

  /** Where a pattern begins whose window ends at `last` or later. */
  function findFrom(bytes: Buffer, from: number): number {
    const end = bytes.length
    const most = window - 1
    for (let last = from; last < end; ) {
      // nearly every shift is the longest one, and four independent loads take as long as two
      while (last + 3 * most < end) {
        const two = shiftAt(bytes, last) + shiftAt(bytes, last + most)
        if (two + shiftAt(bytes, last + 2 * most) + shiftAt(bytes, last + 3 * most) < 4 * most) break
        last += 4 * most
      }
      if (last >= end) break
      const shift = shiftAt(bytes, last)
      if (shift > 0) last += shift
      else if (lengthAt(bytes, last - window + 1) > 0) return last - window + 1
      else last++
    }
    return -1
  }

  /** The same by the last four bytes of a window, for as long as many bytes are left. */
  function findFromLong(bytes: Buffer, from: number): number {
    longShifts ??= longShiftsOf(patterns, window)
    const terms = { table: longShifts, most: window - 3 }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let last = from
    for (;;) {
      last = skip(view, last, terms)
      if (last + 4 * window >= bytes.length) return findFrom(bytes, last)
      if (lengthAt(bytes, last - window + 1) > 0) return last - window + 1
      last++
    }
  }

  return {
    find(bytes, from) {
      const isLong = window >= longWindow && bytes.length - from >= longBytes
      return isLong ? findFromLong(bytes, from + window - 1) : findFrom(bytes, from + window - 1)
    },
    findInString(text, from) {
      const end = text.length
      for (let last = from + window - 1; last < end; ) {
        const shift = shifts[slotOf(text.charCodeAt(last - 1), text.charCodeAt(last))] ?? 1
        if (shift > 0) last += shift
        else if (lengthInStringAt(text, last - window + 1) > 0) return last - window + 1
        else last++
      }
      return -1
    },
    lengthAt,
    lengthInStringAt,
    partialMatchAt(bytes, from) {
      const end = bytes.length
      for (let at = Math.max(from, end - longest + 1); at < end; at++) {
        if (isFirstByte[bytes[at] ?? 0] === 1 && patterns.some((pattern) => begins(pattern, bytes, at))) return at
      }
      return end
    },
  }
}

/**
 * How far a window may move by the four bytes at its end. A DataView, because reading it needs no check for a missing
 * element.
 */
function longShiftsOf(patterns: readonly string[], window: number): DataView {
  const shifts = new DataView(new ArrayBuffer(slots))
  for (let slot = 0; slot < slots; slot++) shifts.setUint8(slot, window - 3)
  for (const pattern of patterns) {
    const bytes = Buffer.from(pattern, 'latin1')
    for (let at = 3; at < window; at++) {
      const slot = slotOfFour(bytes.readInt32LE(at - 3))
      shifts.setUint8(slot, Math.min(shifts.getUint8(slot), window - 1 - at))
    }
  }
  return shifts
}

/**
 * Moves the end of a window to where a pattern could begin at its start, or near the end. A loop of its own compiles
 * best.
 */
function skip(view: DataView, from: number, { table, most }: { table: DataView; most: number }): number {
  const [twice, thrice] = [2 * most, 3 * most]
  const end = view.byteLength - 3 - thrice
  let at = from - 3
  while (at < end) {
    const shift = table.getUint8(slotOfFour(view.getInt32(at, true)))
    const two = shift + table.getUint8(slotOfFour(view.getInt32(at + most, true)))
    const three = two + table.getUint8(slotOfFour(view.getInt32(at + twice, true)))
    if (three + table.getUint8(slotOfFour(view.getInt32(at + thrice, true))) >= 4 * most) at += 4 * most
    else if (shift > 0) at += shift
    else break
  }
  return at + 3
}

/**
 * The upper twelve bits of a product with 2^32 divided by the golden ratio (Knuth, "The Art of Computer Programming",
 * section 6.4).
 */
const slotOfFour = (four: number) => Math.imul(four, 0x9e3779b1) >>> 20

/** Whether the bytes from an index on are a beginning of the pattern, but not all of it. */
function begins(pattern: string, bytes: Buffer, from: number): boolean {
  const length = bytes.length - from
  if (pattern.length <= length) return false
  for (let i = 0; i < length; i++) if (pattern.charCodeAt(i) !== bytes[from + i]) return false
  return true
}

/** How far a window may move by the two bytes at its end; 0 where a pattern may begin at its start. */
function shiftsOf(patterns: readonly string[], window: number): Uint8Array {
  const shifts = new Uint8Array(slots).fill(window - 1)
  for (const pattern of patterns) {
    for (let at = 1; at < window; at++) {
      const slot = slotOf(pattern.charCodeAt(at - 1), pattern.charCodeAt(at))
      shifts[slot] = Math.min(shifts[slot] ?? 0, window - 1 - at)
    }
  }
  return shifts
}
