// A file as it arrives in tests: in chunks of a few bytes or characters, split anywhere.

export async function* bytePieces(content: Buffer | string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export async function* stringPieces(content: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < content.length; at += size) yield content.slice(at, at + size)
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Reads everything and returns how often the event loop turned meanwhile. */
export async function ticksWhileReading(items: AsyncIterable<unknown>): Promise<number> {
  let ticks = 0
  let isOver = false
  const tick = () => {
    ticks += 1
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  for await (const _item of items);
  isOver = true
  return ticks
}
