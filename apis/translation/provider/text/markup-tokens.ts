// Splits XML and HTML into tags, text and what is neither. Linear in the text and without recursion; it never fails,
// and says whether the markup is well-formed.

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
  ['<!', '>'],
] as const
const nameOf = /^<\/?([\p{L}_][\p{L}\p{N}_:.-]*)/u

export function* markupTokens(text: string): Generator<MarkupToken> {
  // an opener without its end is looked for once: many of them would otherwise be searched to the end each
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
    at = text.indexOf('<', plainFrom)
  }
  if (plainFrom < text.length) yield { kind: 'text', raw: text.slice(plainFrom) }
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
  if (!/[\p{L}_/]/u.test(text[at + 1] ?? '')) return 0
  let quote = ''
  for (let end = at + 1; end < text.length; end += 1) {
    const character = text[end] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return end + 1
    else if (character === '<') return 0
  }
  return 0
}

/** Every tag is closed in the order in which it was opened, and no `<` or `&` is left over in text. */
export function isWellFormed(tokens: readonly MarkupToken[]): boolean {
  const open: string[] = []
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token.name)
    else if (token.kind === 'close') {
      if (open.pop() !== token.name) return false
    } else if (token.kind === 'text' && /<|&(?!(?:[a-z]\w{0,30}|#\d{1,7}|#x[\da-f]{1,6});)/i.test(token.raw))
      return false
  }
  return open.length === 0
}
