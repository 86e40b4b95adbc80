// Reads the entries of one array or object inside a JSON text of any size as it comes, each parsed alone, so that a feed of
// 170 MB needs the memory of its longest entry. It looks for structure only; JSON.parse judges each entry.
import { FeedFailure } from './feed-error.ts'

export interface Entry {
  /** Name of a member of an object; undefined in an array. */
  readonly key: string | undefined
  readonly value: unknown
}
interface Place {
  /** Names of the members that lead to the array or object; none for the whole text. */
  readonly path?: readonly string[]
  /** Longest text of one entry, in characters. */
  readonly maxEntry?: number
}

const backslash = 92
const quote = 34

/** The entries in order. Throws a FeedFailure when the text is cut off, not JSON, or has nothing at that path. */
export async function* jsonEntries(
  chunks: AsyncIterable<Buffer>,
  { path = [], maxEntry = 64 * 1024 }: Place = {},
): AsyncGenerator<Entry> {
  const scanner = createScanner(path, maxEntry)
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of chunks) yield* scanner.feed(decoder.decode(chunk, { stream: true }))
  yield* scanner.feed(decoder.decode())
  scanner.end()
}

function createScanner(path: readonly string[], maxEntry: number) {
  const target = path.length + 1
  let depth = 0
  let inside = false
  let found = false
  let inText = false
  let escaped = false
  /** Whether the container at the target depth is an object. */
  let named = false
  /** Text from the beginning of the entry, or of a string that may be a key, up to the present piece. */
  let kept = ''
  let keeping = false
  /** Whether what is kept is a string outside the wanted container. */
  let outer = false
  /** Last string read at each depth above the target: the name of the member that follows. */
  const lastText: string[] = []

  function* feed(piece: string): Generator<Entry> {
    let start = 0
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (inText) {
        if (escaped) escaped = false
        else if (code === backslash) escaped = true
        else if (code === quote) {
          inText = false
          if (outer) {
            lastText[depth] = kept + piece.slice(start, at)
            keeping = false
            outer = false
          }
        }
        continue
      }
      if (code <= 32) continue
      if (code === quote) {
        inText = true
        if (keeping) continue
        keeping = true
        outer = !inside
        start = outer ? at + 1 : at
        kept = ''
        continue
      }
      const opens = code === 123 || code === 91
      const closes = code === 125 || code === 93
      if (inside && depth === target && (closes || code === 44)) {
        if (keeping) yield parseEntry(kept + piece.slice(start, at))
        keeping = false
      } else if (inside && !keeping) {
        keeping = true
        start = at
        kept = ''
      }
      if (opens) {
        depth++
        if (!inside && depth === target && leadsHere()) {
          inside = true
          found = true
          named = code === 123
          keeping = false
        } else if (depth > 64) throw new FeedFailure('shape', 'the feed is nested too deeply')
      } else if (closes) {
        if (inside && depth === target) inside = false
        lastText.length = Math.min(lastText.length, depth)
        depth--
        if (depth < 0) throw new FeedFailure('shape', 'the feed is not JSON')
      }
    }
    if (!keeping) return
    kept += piece.slice(start)
    if (kept.length > maxEntry) throw new FeedFailure('shape', `an entry is longer than ${maxEntry} characters`)
  }

  function leadsHere(): boolean {
    return !found && path.every((name, index) => lastText[index + 1] === name)
  }

  function parseEntry(text: string): Entry {
    try {
      if (!named) return { key: undefined, value: JSON.parse(text) }
      const parsed: unknown = JSON.parse(`{${text}}`)
      const [member] = Object.entries(Object(parsed))
      if (member) return { key: member[0], value: member[1] }
    } catch {
      // told below, without the text: it is the marketplace's
    }
    throw new FeedFailure('shape', 'an entry of the feed is not JSON')
  }

  function end(): void {
    if (depth !== 0 || inText) throw new FeedFailure('cut', 'the feed breaks off before its end')
    if (!found) throw new FeedFailure('shape', `the feed has no ${path.length === 0 ? 'list' : path.join('.')}`)
  }
  return { feed, end }
}
