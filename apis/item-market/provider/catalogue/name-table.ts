// Finds the place of a text in a list: open addressing over two flat arrays, a fifth of what a Map of thirteen thousand names takes, and
// the texts need not be kept a second time.

export interface NameTable {
  /** The first place that has the text; undefined when none has. */
  placeOf(text: string): number | undefined
}

/** A table of the texts at places 0 to below `length`; `textAt` must always give the same. */
export function createNameTable(length: number, textAt: (place: number) => string): NameTable {
  const size = 2 ** Math.ceil(Math.log2(length * 2 + 2))
  /** Place + 1 by slot; 0 where there is none. */
  const slots = new Uint32Array(size)
  const hashes = new Int32Array(length)

  /** The slot of the text, or the empty one where it would be. */
  function slotOf(text: string, hash: number): number {
    let slot = hash & (size - 1)
    for (; ; slot = (slot + 1) & (size - 1)) {
      const place = (slots[slot] ?? 0) - 1
      if (place < 0 || (hashes[place] === hash && textAt(place) === text)) return slot
    }
  }
  for (let place = 0; place < length; place++) {
    const text = textAt(place)
    const hash = hashOf(text)
    hashes[place] = hash
    const slot = slotOf(text, hash)
    if (slots[slot] === 0) slots[slot] = place + 1
  }
  return {
    placeOf(text) {
      const found = slots[slotOf(text, hashOf(text))] ?? 0
      return found === 0 ? undefined : found - 1
    },
  }
}

/** FNV-1a over UTF-16 units, mixed once, as its low bits alone would crowd. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 0
}
