// Sets aside everything that is not language before an engine sees a text: placeholders, addresses, file names, code
// and markup. Each becomes a mark, which engines leave alone. The texts of an ICU plural or select become separate
// passages, and its syntax stays. The work is linear in the text: bounded expressions, and one pass over its braces.
import { present } from '#define/present'
import { joined, type Passage, type Piece } from '../piece.ts'
import { isCodeWord } from './code-words.ts'

export interface Protection {
  /** The passage with its protected parts as marks, followed by the texts within those parts. */
  readonly passages: readonly Piece[][]
  /** True if the mark is a protected part, rather than a tag around words. */
  isPart(mark: number): boolean
  /** Replaces the marks of parts by their original text. */
  original(pieces: Passage): Piece[]
  /** The translated passage with its parts restored, around the translated texts within them. */
  restored(translated: readonly Passage[]): Piece[]
}
/** A piece of the passage, or the index of another passage. */
type PartPiece = Piece | { readonly passage: number }

interface Span {
  readonly start: number
  readonly end: number
  readonly branches?: readonly Branch[]
}
interface Branch {
  readonly start: number
  readonly end: number
  readonly isPlural: boolean
}

/** Depth below which nested messages are not translated. */
const deepestBranch = 4
/** The placeholder for a mark while a passage is searched. */
export const markCharacter = '\ufffc'

export function protect(passage: Passage): Protection {
  const passages: Piece[][] = []
  const parts = new Map<number, { readonly source: Passage; readonly pieces: readonly PartPiece[] }>()
  let next = passage.reduce<number>((most, piece) => (typeof piece === 'number' ? Math.max(most, piece) : most), -1) + 1

  function add(source: Passage, { depth, isPlural }: { depth: number; isPlural: boolean }): number {
    const index = passages.push([]) - 1
    const slice = slicer(source)
    const pieces: Piece[] = []
    let at = 0
    for (const { start, end, branches = [] } of spansIn(textOf(source), { depth, isPlural })) {
      pieces.push(...slice(at, start), next)
      const whole: Piece[] = []
      const inside: PartPiece[] = []
      const keep = (kept: readonly Piece[]) => {
        whole.push(...kept)
        inside.push(...kept)
      }
      let from = start
      const mark = next++
      for (const branch of branches) {
        keep(slice(from, branch.start))
        const text = slice(branch.start, branch.end)
        whole.push(...text)
        inside.push({ passage: add(text, { depth: depth + 1, isPlural: branch.isPlural }) })
        from = branch.end
      }
      keep(slice(from, end))
      parts.set(mark, { source: whole, pieces: inside })
      at = end
    }
    passages[index] = joined([...pieces, ...slice(at, Number.POSITIVE_INFINITY)])
    return index
  }
  add(passage, { depth: 0, isPlural: false })

  const original = (pieces: Passage): Piece[] =>
    joined(pieces.flatMap((piece) => (typeof piece === 'number' && parts.get(piece)?.source) || [piece]))
  const isQuoted = /'\{/.test(textOf(passage))
  const restored = (translated: readonly Passage[], index = 0): Piece[] =>
    joined(
      present(translated[index]).flatMap((piece, at, all): Piece[] => {
        if (typeof piece === 'string') return [isQuoted || !opensBrace(all[at + 1]) ? piece : piece.replace(/'$/, '’')]
        const part = parts.get(piece)
        if (!part) return [piece]
        return part.pieces.flatMap((one) => (typeof one === 'object' ? restored(translated, one.passage) : [one]))
      }),
    )
  /** True for a placeholder in braces: a straight apostrophe before it, as in `l'{name}`, quotes it in ICU messages. */
  const opensBrace = (piece: Piece | undefined): boolean => {
    const [beginning] = (typeof piece === 'number' && parts.get(piece)?.source) || []
    return typeof beginning === 'string' && beginning.startsWith('{')
  }
  return { passages, isPart: (mark) => parts.has(mark), original, restored: (translated) => restored(translated) }
}

const textOf = (passage: Passage) =>
  passage.map((piece) => (typeof piece === 'number' ? markCharacter : piece)).join('')

/** Returns slices of a passage in ascending order, by offsets in its text, in which a mark is one character. */
function slicer(passage: Passage): (start: number, end: number) => Piece[] {
  let index = 0
  let offset = 0
  return (start, end) => {
    const pieces: Piece[] = []
    for (; index < passage.length; index += 1) {
      const piece = present(passage[index])
      const length = typeof piece === 'number' ? 1 : piece.length
      if (offset >= end) break
      if (offset + length > start)
        pieces.push(typeof piece === 'number' ? piece : piece.slice(Math.max(0, start - offset), end - offset))
      // the rest of the piece belongs to the next slice
      if (offset + length > end) break
      offset += length
    }
    return pieces
  }
}

/** Matches most sentences: words and punctuation, which contain nothing to protect. */
const plain = /^(?:[\p{L}\p{M}\p{N}\s,;!?"'’“”„…–—]|[.:](?=\s|$)|-(?!-))*$/u

/** Protected parts in order; of two that overlap, the earlier wins, or else the longer. */
function spansIn(text: string, { depth, isPlural }: { depth: number; isPlural: boolean }): Span[] {
  if (plain.test(text) && !/0x[\da-f]/i.test(text)) return []
  const found: Span[] = depth < deepestBranch ? icuMessages(text) : []
  for (const pattern of isPlural ? [...patterns, /#/g] : patterns)
    for (const { 0: match, index } of text.matchAll(pattern)) found.push({ start: index, end: index + match.length })
  for (const { 0: match, index } of text.matchAll(addresses)) {
    const { length } = withoutEnd(match)
    found.push({ start: index, end: index + length })
  }
  for (const { 0: match, index } of text.matchAll(/[^\s<>"'`()[\]{}|,;!?“”„«»‘’*\ufffc。、，]+/gu)) {
    // an escape sequence before a word is no path
    const [escaped = ''] = /^(?:\\(?:u[\da-f]{4}|x[\da-f]{2}|[nrt"'](?!\w+[\\.])))+/i.exec(match) ?? []
    const word = match.slice(escaped.length).replace(/(?<![.:…])[.:…]+$/u, '')
    const start = index + escaped.length
    if (isCodeWord(word)) found.push({ start, end: start + word.length })
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  let end = 0
  return found.filter((span) => {
    if (span.start < end || span.end <= span.start) return false
    end = span.end
    return true
  })
}

const addresses = /(?<![\p{L}\d+.-])(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.)[^\s<>"`“”„«»。、，）」]+/giu

/** Trims a URL at a bracket that it does not open, and its trailing punctuation. */
function withoutEnd(address: string): string {
  let depth = 0
  let end = 0
  for (; end < address.length; end += 1) {
    if (/[([]/.test(address.charAt(end))) depth += 1
    else if (/[)\]]/.test(address.charAt(end))) depth -= 1
    if (depth < 0) break
  }
  return address.slice(0, end).replace(/(?<![.,;:!?'’*_~…\ufffc])[.,;:!?'’*_~…\ufffc]+$/u, '')
}

const patterns: readonly RegExp[] = [
  // code between backticks
  /(?<!`)`(?!`)[^`]{1,2000}`(?!`)|(?<!`)``(?!`)[^`]{1,2000}(?:`[^`]{1,500}){0,9}``(?!`)|```[^`]{1,5000}```/g,
  // tags, comments and instructions; without "=" or "/" there is no white space in them
  /<[/!?%]{0,2}[\p{L}\d_%][^<>\s]{0,2000}>|<\/?[\p{L}\d]>|<[/!?%]{0,2}[\p{L}%=][^<>="]{0,1000}[="][^<>]{0,2000}>/gu,
  /<\p{L}[^<>="]{0,200}\/>|<!--[^<>]{0,2000}-->|<[%?][^<>]{0,2000}[%?]>/gu,
  /&(?:[a-z]\w{0,30}|#\d{1,7}|#x[\da-f]{1,6});/gi,
  // {{name}}, {% if %}, ${name}, #{name}, %{name}, {name}, {0:0.00}, {name, number}, {\an8}
  /(?<!\{)\{\{+[^{}]{0,300}\}\}+|\{%[^{}]{0,300}%\}|\{#[^{}]{0,300}#\}|\{\/\*[^{}]{0,300}\*\/\}|[$#%@]\{[^{}]{0,300}\}/g,
  /\{\s?[\p{L}\p{N}_$.@[\]()\\#/^&*!?+\ufffc-]{0,100}(?:\s?[,:|][^{}]{0,200}|\s)?\}/gu,
  // {#id .class}, {.class key=value} and {: .class} of Markdown, *|NAME|* of mailings, ##name##
  /\{(?:[#.][\w-]|:)[^{}\n]{0,200}\}|\*\|[^|\n]{1,100}\|\*|(?<![\p{L}\d#])##\w{1,60}##/gu,
  // [[name]], %name%, __NAME__, $t(name), $name, :name, @name
  /\[\[[^[\]\n]{1,100}\]\]|(?<![\p{L}\d%])%{1,2}[\p{L}_][\w.:-]{0,60}%{1,2}(?![\p{L}\d])|(?<![\p{L}\d_])__[A-Z][A-Z\d_]{0,60}__/gu,
  // #NAME#, $[name], [b]words[/b] of forums, <:name:123> and §a of chats
  /(?<![\p{L}\d#])#[A-Z][A-Z\d_]{0,60}#|\$\[[\w.]{1,60}\]|<a?:\w{1,60}:\d{1,30}>|(?<![\p{L}\d§])§[\da-fk-or]/gu,
  /\[\/[a-z]{1,20}\]|\[(?:[bius]|su[bp]|img|url|code|quote|list|color|size|center|spoiler|\*)\]/g,
  /\$t?\([^()]{1,200}\)|\$[\p{L}_][\p{L}\d_]{0,100}(?:->\w{1,60}|\[\w{1,60}\])?|@(?:\.\w{1,30})?:[\w.]{1,60}/gu,
  /(?<![^\s(["'])::?[a-z_]\w{0,60}(?::|(?!\w))|(?<![\p{L}\d.])@[a-z_]\w{0,60}(?:[./-]\w{1,60}){0,5}/giu,
  // %s, %1$s, %(name)s, %<name>s, %[1]d, %-5.2f, %@, %%; a unit may follow: %ds
  /(?<![\d%])%(?:\d{1,3}\$|\([^()\s]{1,60}\)|\[\d{1,3}\]|<\w{1,60}>)?[-+0#']{0,5}(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*))?(?:hh|ll|[hlqLjzt])?[@diouxXeEfFgGaAcCsSpnbBvqTtU](?:\p{L}{1,2})?(?!\p{L})|%%|%L\d{1,2}|(?<![\d%]\s?)% [dif](?![\p{L}'’])/gu,
  // %Y-%m-%d, %-I:%M %p
  /(?<![\p{L}\p{N}%])%[-_0^#]?[YymHMIjZzPkLlDFRrVWNhw](?!\p{L})/gu,
  // e-mail addresses, also with an SSH path
  /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){0,8}(?::[\w/-][\w./-]{0,200})?/gu,
  // paths of Windows, scopes and calls, numbers of computers, moments
  /(?<![\p{L}\d])[a-z]:(?:\\|\/(?!\/))[^\s<>"|?*]{0,1000}|\\\\[\w.-]{1,60}\\[^\s<>"|?*]{1,1000}|(?<![\p{L}\d_$.])[\p{L}_$][\p{L}\d_$.]{0,200}\(\)/giu,
  /(?<![\p{L}\d_:])[A-Za-z_]\w{0,60}(?:::[A-Za-z_]\w{0,60}){1,9}(?:\(\))?|(?<![\p{L}\d])0x[\da-fA-F]{1,64}(?![\p{L}\d])/gu,
  /(?<!\d)\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]{0,20}(?:Z|[+-]\d\d:?\d\d)?|(?<![\p{L}\d])data:[\w/+.-]{1,60}[;,][^\s<>"]{1,2000}/gu,
  // escape sequences
  /\\(?:u[\da-f]{4}|x[\da-f]{2}|[nrtNh"'\\])/g,
  // Markdown: links around their words, references, footnotes, boxes, formulas, emphasis
  /!?\[(?=[^[\]\n]{0,500}\][([])|\]\([^()\s]{0,2000}(?:\([^()\s]{0,500}\)[^()\s]{0,500}){0,9}(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\)|\]\[[^[\]]{0,200}\]/g,
  /\[\^[^[\]\s]{1,60}\]|\[[xX]\]|\$\$[^$]{1,1000}\$\$|(?<![\\$\w])\$(?=[^\s$])(?=[^$\n]{0,300}[\\^_={])[^$\n]{1,300}(?<!\s)\$(?![\d$])/g,
  // interpolation of Swift
  /\\\([\w.]{1,60}\)/g,
  /\*{1,3}|~~|(?<![\p{L}\d_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\p{L}\d_])/gu,
]

const icuStart = /\{\s{0,9}[\w.-]{1,100}\s{0,9},\s{0,9}(plural|select|selectordinal|choice)\s{0,9},/gy
const selector = /\s{0,99}(?:offset:\d{1,9}\s{0,99})?=?[\w-]{1,100}\s{0,99}(?=\{)/y

/** The outermost ICU messages with branches. */
function icuMessages(text: string): Span[] {
  if (!/,\s{0,9}(?:plural|select|choice)/.test(text)) return []
  const closing = closingBraces(text)
  const spans: Span[] = []
  for (let at = text.indexOf('{'); at >= 0; ) {
    const span = icuMessageAt(text, at, closing)
    if (span) spans.push(span)
    at = text.indexOf('{', span ? span.end : at + 1)
  }
  return spans
}

function icuMessageAt(text: string, start: number, closing: ReadonlyMap<number, number>): Span | undefined {
  const end = closing.get(start)
  icuStart.lastIndex = start
  const kind = icuStart.exec(text)?.[1]
  if (end === undefined || kind === undefined) return undefined
  if (kind === 'choice') return { start, end: end + 1, branches: choicesIn(text, icuStart.lastIndex, end) }
  const branches: Branch[] = []
  for (let at = icuStart.lastIndex; ; ) {
    selector.lastIndex = at
    if (!selector.test(text))
      return branches.length > 0 && /^\s*$/.test(text.slice(at, end)) ? { start, end: end + 1, branches } : undefined
    const open = selector.lastIndex
    const close = closing.get(open)
    if (close === undefined || close > end) return undefined
    branches.push({ start: open + 1, end: close, isPlural: kind !== 'select' })
    at = close + 1
  }
}

/** The texts of a choice of Java, `0#none|1#one|1<{0} many`, each behind its limit. */
function choicesIn(text: string, start: number, end: number): Branch[] {
  const branches: Branch[] = []
  let from = start
  let depth = 0
  for (let at = start; at <= end; at += 1) {
    const character = text.charAt(at)
    if (character === '{') depth += 1
    else if (character === '}' && at < end) depth -= 1
    if (at < end && (character !== '|' || depth > 0)) continue
    const limit = /^\s{0,9}-?[\d.\u221e]{1,20}\s{0,9}[#<\u2264]/.exec(text.slice(from, Math.min(at, from + 50)))
    if (limit) branches.push({ start: from + limit[0].length, end: at, isPlural: false })
    from = at + 1
  }
  return branches
}

function closingBraces(text: string): Map<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined) closing.set(start, index)
    }
  }
  return closing
}
