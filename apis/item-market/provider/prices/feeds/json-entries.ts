// Streams the entries of one array or object inside a JSON document of any size. Each entry is parsed separately, so a
// feed of 170 MB needs the memory of its longest entry. The scanner follows structure only; JSON.parse validates each
// entry. The JSON records of `#provider` are another format: top-level objects, of which a feed is a single large one.
import { FeedError } from './feed-error.ts'

export interface JsonEntry {
  /** Member name in an object; undefined in an array. */
  readonly key: string | undefined
  readonly value: unknown
}
interface EntriesOptions {
  /** Member names that lead to the array or object; empty for the document itself. */
  readonly path?: readonly string[]
  /** Longest entry, in characters. */
  readonly maxEntry?: number
}

const backslash = 92
const quote = 34

/** Yields the entries in order. Throws a FeedError if the document is truncated, is not JSON, or has no such path. */
export async function* jsonEntries(
  chunks: AsyncIterable<Buffer>,
  { path = [], maxEntry = 64 * 1024 }: EntriesOptions = {},
): AsyncGenerator<JsonEntry> {
  const scanner = createScanner(path, maxEntry)
  const decoder = new TextDecoder('utf-8')
  for await (const bytes of chunks) yield* scanner.feed(decoder.decode(bytes, { stream: true }))
  yield* scanner.feed(decoder.decode())
  scanner.end()
}

function createScanner(path: readonly string[], maxEntry: number) {
  const target = path.length + 1
  let depth = 0
  let inside = false
  let hasTarget = false
  let inString = false
  let escaped = false
  /** True if the container at the target depth is an object. */
  let isObject = false
  /** The buffered start of an entry, or of a string that could be a member name. */
  let buffered = ''
  let buffering = false
  /** True if the buffered part is a string outside the target. */
  let outer = false
  /** Last string at each depth above the target: the name of the next member. */
  const lastString: string[] = []

  function* feed(chunk: string): Generator<JsonEntry> {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (inString) {
        if (escaped) escaped = false
        else if (code === backslash) escaped = true
        else if (code === quote) {
          inString = false
          if (outer) {
            lastString[depth] = buffered + chunk.slice(start, at)
            buffering = false
            outer = false
          }
        }
        continue
      }
      if (code <= 32) continue
      if (code === quote) {
        inString = true
        if (buffering) continue
        buffering = true
        outer = !inside
        start = outer ? at + 1 : at
        buffered = ''
        continue
      }
      const opens = code === 123 || code === 91
      const closes = code === 125 || code === 93
      if (inside && depth === target && (closes || code === 44)) {
        if (buffering) yield entryIn(buffered + chunk.slice(start, at), isObject)
        buffering = false
      } else if (inside && !buffering) {
        buffering = true
        start = at
        buffered = ''
      }
      if (opens) {
        depth++
        if (!inside && !hasTarget && depth === target && path.every((name, index) => lastString[index + 1] === name)) {
          inside = true
          hasTarget = true
          isObject = code === 123
          buffering = false
        } else if (depth > 64) throw new FeedError('shape', 'the feed is nested too deeply')
      } else if (closes) {
        if (inside && depth === target) inside = false
        lastString.length = Math.min(lastString.length, depth)
        depth--
        if (depth < 0) throw new FeedError('shape', 'the feed is not JSON')
      }
    }
    if (!buffering) return
    buffered += chunk.slice(start)
    if (buffered.length > maxEntry) throw new FeedError('shape', `an entry is longer than ${maxEntry} characters`)
  }

  function end(): void {
    if (depth !== 0 || inString) throw new FeedError('cut', 'the feed breaks off before its end')
    if (!hasTarget) throw new FeedError('shape', `the feed has no ${path.length === 0 ? 'list' : path.join('.')}`)
  }
  return { feed, end }
}

/** Parses an entry: a member of an object or an element of a list. */
function entryIn(json: string, isMember: boolean): JsonEntry {
  try {
    if (!isMember) return { key: undefined, value: JSON.parse(json) }
    const parsed: unknown = JSON.parse(`{${json}}`)
    const [member] = Object.entries(Object(parsed))
    if (member) return { key: member[0], value: member[1] }
  } catch {
    // thrown below, without the content, which belongs to the marketplace
  }
  throw new FeedError('shape', 'an entry of the feed is not JSON')
}
