// A description as compressed lines of JSON, the form in which it is stored and leaves the reading thread. A line is
// short, so that the thread that answers calls can read a description of any size in steps.
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import type { Schema } from '#define'
import type { Description, Operation } from '#descriptions'
import { createPacer } from '#provider'

/** The characters of a line after which the next begins. */
const lineLength = 32 * 1024
/** More than a document within its limits can become. */
const mostBytes = 512 * 1024 * 1024

interface Line {
  readonly head?: Omit<Description, 'operations' | 'schemas'>
  readonly operations?: readonly Operation[]
  readonly schemas?: Readonly<Record<string, Schema>>
}

/** Packs a description. It can take seconds, so it belongs on a thread. */
export function pack({ operations, schemas, ...head }: Description): Buffer {
  const lines = [
    JSON.stringify({ head }),
    ...grouped(operations.map((one) => JSON.stringify(one))).map((group) => `{"operations":[${group.join()}]}`),
    ...grouped(
      Object.entries(schemas).map(([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`),
    ).map((group) => `{"schemas":{${group.join()}}}`),
  ]
  return gzipSync(lines.join('\n'))
}

function grouped(texts: readonly string[]): string[][] {
  const groups: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const text of texts) {
    if (length > lineLength) {
      groups.push([])
      length = 0
    }
    groups.at(-1)?.push(text)
    length += text.length
  }
  return groups
}

const unzip = promisify(gunzip)
const newline = 0x0a

/** Reads a packed description in steps. Rejects if the bytes are not one. */
export async function unpack(packed: Uint8Array): Promise<Description> {
  const bytes = await unzip(packed, { maxOutputLength: mostBytes })
  const pause = createPacer()
  const operations: Operation[] = []
  const schemas: Record<string, Schema> = {}
  let head: Line['head']
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(newline, at)
    const end = found < 0 ? bytes.length : found
    const line: Line = JSON.parse(bytes.toString('utf8', at, end))
    head ??= line.head
    operations.push(...(line.operations ?? []))
    // a schema may have any name, also one that assignment would treat specially
    for (const [name, schema] of Object.entries(line.schemas ?? {}))
      Object.defineProperty(schemas, name, { value: schema, enumerable: true, configurable: true, writable: true })
    at = end + 1
    await pause()
  }
  if (head?.form !== 1) throw new Error('the stored description is of another form')
  return { ...head, operations, schemas }
}
