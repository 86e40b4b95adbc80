// A file as it arrives in tests: in pieces of a few bytes or characters, which cut it anywhere.

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
