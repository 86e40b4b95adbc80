// Translates inside markup: finds the passages to translate as a whole and leaves everything else unchanged. Inline
// tags, entities and untranslated elements are marks in a passage.
import { present } from '#define/present'
import { createPacer, joinInSteps } from '#provider'
import { badRequest } from '../errors.ts'
import { joined, type Piece, plainText } from '../piece.ts'
import { isWellFormed, type MarkupToken, markupTokens } from './markup-tokens.ts'
import {
  entitiesIn,
  maxMarks,
  type Part,
  type ReadableAttributes,
  type TranslatePassages,
  tagParts,
  translateParts,
} from './parts.ts'

export interface TagRules {
  readonly kind: 'xml' | 'html'
  /** The version of tag handling; `v2` refuses malformed XML. */
  readonly version: 'v1' | 'v2'
  /** True if the structure of XML determines where sentences end. */
  readonly outline: boolean
  readonly splitting: ReadonlySet<string>
  readonly nonSplitting: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
  /** True if attributes of XML exclude elements from translation. */
  readonly attributes?: boolean
  readonly readable?: ReadableAttributes
}

const htmlBlocks = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li link main menu meta nav ol option optgroup p pre ' +
    'section select summary table tbody td tfoot th thead title tr ul'
  ).split(' '),
)
const htmlPrograms = new Set(['script', 'style', 'template'])
const dataStart = '<![CDATA['
const dataEnd = ']]>'
/** Attributes of ITS, DITA, XLIFF and Android's resources. */
const notTranslated = /\s(?:[\w-]{1,20}:)?translat(?:e|able)\s*=\s*["'](?:no|false)["']|\smtype\s*=\s*["']protected["']/
const htmlOpaque = new Set(['script', 'style', 'code', 'kbd', 'samp', 'var', 'math', 'template'])
/**
 * Translates the markup. Throws 400 for malformed XML under version 2. `onKept` is called for each element that stays
 * unchanged.
 */
export async function translateMarkup(
  text: string,
  rules: TagRules,
  translate: TranslatePassages,
  onKept?: () => void,
): Promise<string> {
  const pause = createPacer()
  const tokens: MarkupToken[] = []
  for (const token of markupTokens(text, rules.kind === 'html')) {
    tokens.push(token)
    await pause()
  }
  if (rules.kind === 'xml' && rules.version === 'v2' && !(await isWellFormed(tokens)))
    throw badRequest('Tag handling parsing failed, please check input.')
  const parts = await partsOf(tokens, rules, onKept)
  return translateParts(parts, translate)
}

function writePassage(passage: readonly Piece[], marks: readonly string[]): string {
  let inCharacterData = false
  return passage
    .map((piece) => {
      if (typeof piece === 'string')
        return inCharacterData ? piece.replaceAll(']]>', `]]${dataEnd}${dataStart}>`) : escaped(piece)
      const raw = present(marks[piece])
      if (raw === dataStart || raw === dataEnd) inCharacterData = raw === dataStart
      return raw
    })
    .join('')
}

/** Escapes characters with a meaning in markup, which engines and glossaries may introduce. */
function escaped(text: string): string {
  return text.replaceAll(/[<>]/g, (character) => (character === '<' ? '&lt;' : '&gt;')).replaceAll('&#', '&amp;#')
}

async function partsOf(tokens: readonly MarkupToken[], rules: TagRules, onKept?: () => void): Promise<Part[]> {
  const pause = createPacer()
  const ends = await closingTags(tokens, rules.kind === 'html')
  const isBlock = await blockRule(tokens, rules)
  const parts: Part[] = []
  let passage: Piece[] = []
  let marks: (readonly Part[])[] = []
  const mark = (...raw: Part[]) => {
    if (marks.length === maxMarks) end()
    passage.push(marks.push(raw) - 1)
  }
  const end = () => {
    if (/[\p{L}\p{N}]/u.test(plainText(passage))) parts.push({ passage: joined(passage), marks, write: writePassage })
    else for (const piece of passage) parts.push(...(typeof piece === 'number' ? present(marks[piece]) : [piece]))
    passage = []
    marks = []
  }
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token) break
    await pause()
    if (token.kind === 'text') {
      for (const { text, entity } of entitiesIn(token.raw)) {
        passage.push(text)
        if (entity !== undefined) mark(entity)
        await pause()
      }
      continue
    }
    if (token.kind === 'open' && isIgnored(token, rules)) {
      const last = ends.get(index) ?? (rules.kind === 'html' ? impliedEnd(tokens, index, ends) : index)
      const kept = tokens.slice(index, last + 1)
      if (!htmlPrograms.has(token.name) && kept.some(({ kind, raw }) => kind === 'text' && /\p{L}/u.test(raw)))
        onKept?.()
      mark(await joinInSteps(kept, ({ raw }) => raw))
      index = last
      continue
    }
    if (rules.kind === 'xml' && token.raw.startsWith(dataStart)) {
      mark(dataStart)
      passage.push(token.raw.slice(dataStart.length, -dataEnd.length))
      mark(dataEnd)
      continue
    }
    const tag = 'name' in token ? tagParts(token.raw, rules.readable?.(token.name, token.raw) ?? []) : [token.raw]
    if (token.kind !== 'other' && isBlock(index)) {
      end()
      parts.push(...tag)
    } else mark(...tag)
  }
  end()
  return parts
}

function isIgnored({ name, raw }: { readonly name: string; readonly raw: string }, rules: TagRules): boolean {
  if (rules.ignored.has(name)) return true
  if (rules.kind === 'xml') return rules.attributes === true && notTranslated.test(raw)
  return (
    htmlOpaque.has(name.toLowerCase()) ||
    /\stranslate\s*=\s*["']?no\b/i.test(raw) ||
    /\sclass\s*=\s*(?:"[^"]*\bnotranslate\b|'[^']*\bnotranslate\b|notranslate\b)/i.test(raw)
  )
}

/** Index of the closing tag by index of the opening tag. */
async function closingTags(tokens: readonly MarkupToken[], isHtml: boolean): Promise<Map<number, number>> {
  const pause = createPacer()
  const key = (name: string) => (isHtml ? name.toLowerCase() : name)
  const ends = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const [index, token] of tokens.entries()) {
    await pause()
    if (token.kind === 'open') {
      const same = open.get(key(token.name)) ?? []
      same.push(index)
      open.set(key(token.name), same)
    } else if (token.kind === 'close') {
      const start = open.get(key(token.name))?.pop()
      if (start !== undefined) ends.set(start, index)
    }
  }
  return ends
}

const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
/** The tags that end an element of HTML whose closing tag may be left out; its parent ends any other. */
const nextElements: Readonly<Record<string, RegExp>> = {
  p: /^(?:address|article|aside|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|menu|nav|ol|p|pre|section|table|ul)$/,
  li: /^li$/,
  dt: /^d[td]$/,
  dd: /^d[td]$/,
  td: /^(?:t[dhr]|tbody|tfoot)$/,
  th: /^(?:t[dhr]|tbody|tfoot)$/,
  tr: /^t(?:r|body|foot)$/,
  option: /^opt(?:ion|group)$/,
}

/** The last token of an element of HTML without a closing tag: whatever follows it, or its parent, ends it. */
function impliedEnd(tokens: readonly MarkupToken[], index: number, ends: ReadonlyMap<number, number>): number {
  const nameAt = (at: number) => {
    const token = tokens[at]
    return token && 'name' in token ? token.name.toLowerCase() : ''
  }
  if (voidElements.test(nameAt(index))) return index
  const next = Object.hasOwn(nextElements, nameAt(index)) ? nextElements[nameAt(index)] : undefined
  for (let at = index + 1; at < tokens.length; at = (ends.get(at) ?? at) + 1) {
    const kind = tokens[at]?.kind
    if (kind === 'close' || (kind === 'open' && next?.test(nameAt(at)))) return at - 1
  }
  return tokens.length - 1
}

/** Creates a test whether the tag at an index ends a passage. */
async function blockRule(tokens: readonly MarkupToken[], rules: TagRules): Promise<(index: number) => boolean> {
  const nameAt = (index: number) => {
    const token = tokens[index]
    return token && 'name' in token ? token.name : ''
  }
  if (rules.kind === 'html')
    return (index) => {
      const name = nameAt(index)
      return !rules.nonSplitting.has(name) && (htmlBlocks.has(name.toLowerCase()) || rules.splitting.has(name))
    }
  const inline = rules.outline ? await inlineTags(tokens) : undefined
  return (index) => {
    const name = nameAt(index)
    if (rules.nonSplitting.has(name)) return false
    return rules.splitting.has(name) || (inline !== undefined && !inline.has(index))
  }
}

/** Indexes of the tags whose parent has text beside them: they belong to its sentences. */
async function inlineTags(tokens: readonly MarkupToken[]): Promise<Set<number>> {
  interface Level {
    hasText: boolean
    readonly tags: number[]
  }
  const pause = createPacer()
  const inline = new Set<number>()
  const levels: Level[] = [{ hasText: false, tags: [] }]
  const finish = (level: Level) => {
    if (level.hasText) for (const index of level.tags) inline.add(index)
  }
  for (const [index, token] of tokens.entries()) {
    const level = levels.at(-1)
    if (!level) break
    await pause()
    if (token.kind === 'text' || token.raw.startsWith(dataStart)) level.hasText ||= /\S/.test(token.raw)
    else if (token.kind === 'open') {
      level.tags.push(index)
      levels.push({ hasText: false, tags: [] })
    } else if (token.kind === 'empty') level.tags.push(index)
    else if (token.kind === 'close') {
      if (levels.length > 1) {
        finish(level)
        levels.pop()
      }
      levels.at(-1)?.tags.push(index)
    }
  }
  for (const level of levels) finish(level)
  return inline
}
