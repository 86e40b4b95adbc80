// Splits XML and HTML into tags, text and everything else. It is linear in the text and without recursion; it never
// fails, but reports whether the markup is well-formed.
import { createPacer } from '#provider'

export type MarkupToken =
  | { readonly kind: 'text' | 'other'; readonly raw: string }
  | {
      readonly kind: 'open' | 'close' | 'empty'
      readonly raw: string
      readonly name: string
    }

const opaque = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<%', '%>'],
  ['<!', '>'],
] as const
const nameOf = /^<\/?([\p{L}_][\p{L}\p{N}_:.-]*)/u

/** Elements of HTML whose content is no markup, whatever it looks like. */
const rawElement = /^(?:script|style)$/i
const [scriptEnd, styleEnd] = [/<\/script(?=[\s/>])/gi, /<\/style(?=[\s/>])/gi]

/**
 * Yields the tokens. In HTML (`isHtml`) the content of scripts and styles is one text: `i<n` and `don't` begin nothing
 * there.
 */
export function* markupTokens(text: string, isHtml = false): Generator<MarkupToken> {
  // the end of an opener that is missing is searched only once, because many openers would each search the whole text
  const unclosed = new Set<string>()
  let plainFrom = 0
  for (let at = text.indexOf('<'); at !== -1; ) {
    const token = tokenAt(text, at, unclosed)
    if (!token) {
      at = text.indexOf('<', at + 1)
      continue
    }
    if (at > plainFrom) yield { kind: 'text', raw: text.slice(plainFrom, at) }
    yield token
    plainFrom = at + token.raw.length
    const isRaw = isHtml && token.kind === 'open' && rawElement.test(token.name)
    at = isRaw ? endOfRaw(text, token.name, plainFrom) : text.indexOf('<', plainFrom)
  }
  if (plainFrom < text.length) yield { kind: 'text', raw: text.slice(plainFrom) }
}

/** The offset of the closing tag of a script or style; -1 without one, where the rest of the text belongs to it. */
function endOfRaw(text: string, name: string, from: number): number {
  const closing = /script/i.test(name) ? scriptEnd : styleEnd
  closing.lastIndex = from
  return closing.exec(text)?.index ?? -1
}

function tokenAt(text: string, at: number, unclosed: Set<string>): MarkupToken | undefined {
  for (const [begin, end] of opaque) {
    if (!text.startsWith(begin, at)) continue
    const last = unclosed.has(begin) ? -1 : text.indexOf(end, at + begin.length)
    if (last !== -1) return { kind: 'other', raw: text.slice(at, last + end.length) }
    unclosed.add(begin)
    return undefined
  }
  const end = endOfTag(text, at)
  if (end === 0) return undefined
  const raw = text.slice(at, end)
  const name = nameOf.exec(raw)?.[1]
  if (name === undefined) return undefined
  return { kind: raw[1] === '/' ? 'close' : raw.endsWith('/>') ? 'empty' : 'open', raw, name }
}

/** The offset after the tag that begins at `at`, or 0. A `>` inside quotes does not end it. */
function endOfTag(text: string, at: number): number {
  if (!/[\p{L}_/]/u.test(text.charAt(at + 1))) return 0
  // searched rather than read character by character: an image in an attribute may have millions of them
  const special = /["'<>]/g
  special.lastIndex = at + 1
  for (let found = special.exec(text); found; found = special.exec(text)) {
    if (found[0] === '>') return found.index + 1
    if (found[0] === '<') return 0
    const closed = text.indexOf(found[0], found.index + 1)
    if (closed === -1) return 0
    special.lastIndex = closed + 1
  }
  return 0
}

/** True if tags are closed in the reverse order of opening, and text has no stray `<` or `&`. */
export async function isWellFormed(tokens: readonly MarkupToken[]): Promise<boolean> {
  const pause = createPacer()
  const open: string[] = []
  for (const token of tokens) {
    await pause()
    if (token.kind === 'open') open.push(token.name)
    else if (token.kind === 'close') {
      if (open.pop() !== token.name) return false
    } else if (token.kind === 'text' && /<|&(?!(?:[a-z]\w{0,30}|#\d{1,7}|#x[\da-f]{1,6});)/i.test(token.raw))
      return false
  }
  return open.length === 0
}
