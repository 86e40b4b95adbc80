// Translates inside markup: finds the passages that are translated together, keeps everything else as it is. Inline
// tags, entities and elements that are not translated are marks in a passage.
import { createPacer, joinInSteps, mapInSteps } from '#provider'
import { badRequest } from '../errors.ts'
import { joined, type Piece, plainText } from '../piece.ts'
import { isWellFormed, type MarkupToken, markupTokens } from './markup-tokens.ts'

export interface TagRules {
  readonly kind: 'xml' | 'html'
  /** `v2` refuses malformed XML. */
  readonly version: 'v1' | 'v2'
  /** Whether the structure of XML says where sentences end. */
  readonly outline: boolean
  readonly splitting: ReadonlySet<string>
  readonly nonSplitting: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
}
/** A part of a document: what stays as it is, or a passage with the raw markup of its marks. */
type Part = string | { readonly passage: Piece[]; readonly marks: readonly string[] }
export type TranslatePassages = (passages: readonly Piece[][]) => Promise<Piece[][]>

const htmlBlocks = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li link main menu meta nav ol option optgroup p pre ' +
    'section select summary table tbody td tfoot th thead title tr ul'
  ).split(' '),
)
const htmlOpaque = new Set(['script', 'style', 'code', 'kbd', 'samp', 'template'])
/** A passage with more marks goes on as another: work on one passage does not yield. */
const maxMarks = 1000
const entity = /&(?:[a-z]\w{0,30}|#\d{1,7}|#x[\da-f]{1,6});/gi

/** Throws 400 for malformed XML under version 2. */
export async function translateMarkup(text: string, rules: TagRules, translate: TranslatePassages): Promise<string> {
  const pause = createPacer()
  const tokens: MarkupToken[] = []
  for (const token of markupTokens(text)) {
    tokens.push(token)
    const pausing = pause()
    if (pausing) await pausing
  }
  if (rules.kind === 'xml' && rules.version === 'v2' && !(await isWellFormed(tokens)))
    throw badRequest('Tag handling parsing failed, please check input.')
  const parts = await partsOf(tokens, rules)
  const passages = await mapInSteps(parts, (part) => (typeof part === 'string' ? undefined : part.passage))
  const translated = await translate(passages.filter((passage) => passage !== undefined))
  let next = 0
  return joinInSteps(parts, (part) => (typeof part === 'string' ? part : rawOf(translated[next++] ?? [], part.marks)))
}

function rawOf(passage: readonly Piece[], marks: readonly string[]): string {
  return passage.map((piece) => (typeof piece === 'number' ? (marks[piece] ?? '') : escaped(piece))).join('')
}

/** Engines and glossaries may bring characters that markup has other uses for. */
function escaped(text: string): string {
  return text.replaceAll(/[<>]/g, (character) => (character === '<' ? '&lt;' : '&gt;')).replaceAll('&#', '&amp;#')
}

async function partsOf(tokens: readonly MarkupToken[], rules: TagRules): Promise<Part[]> {
  const pause = createPacer()
  const ends = await closingTags(tokens)
  const isBlock = await blockRule(tokens, rules)
  const parts: Part[] = []
  let passage: Piece[] = []
  let marks: string[] = []
  const mark = (raw: string) => {
    if (marks.length === maxMarks) end()
    passage.push(marks.push(raw) - 1)
  }
  const end = () => {
    if (/[\p{L}\p{N}]/u.test(plainText(passage))) parts.push({ passage: joined(passage), marks })
    else if (passage.length > 0) parts.push(rawText(passage, marks))
    passage = []
    marks = []
  }
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token) break
    const pausing = pause()
    if (pausing) await pausing
    if (token.kind === 'text') {
      let from = 0
      for (const { 0: found, index: at } of token.raw.matchAll(entity)) {
        passage.push(token.raw.slice(from, at))
        mark(found)
        from = at + found.length
        const pausing = pause()
        if (pausing) await pausing
      }
      passage.push(token.raw.slice(from))
      continue
    }
    if (token.kind === 'open' && isIgnored(token, rules)) {
      const last = ends.get(index) ?? index
      mark(await joinInSteps(tokens.slice(index, last + 1), ({ raw }) => raw))
      index = last
      continue
    }
    if (token.kind !== 'other' && isBlock(index)) {
      end()
      parts.push(token.raw)
    } else mark(token.raw)
  }
  end()
  return parts
}

function rawText(passage: readonly Piece[], marks: readonly string[]): string {
  return passage.map((piece) => (typeof piece === 'number' ? (marks[piece] ?? '') : piece)).join('')
}

function isIgnored({ name, raw }: { readonly name: string; readonly raw: string }, rules: TagRules): boolean {
  if (rules.ignored.has(name)) return true
  if (rules.kind === 'xml') return false
  return (
    htmlOpaque.has(name.toLowerCase()) ||
    /\stranslate\s*=\s*["']?no\b/i.test(raw) ||
    /\sclass\s*=\s*(?:"[^"]*\bnotranslate\b|'[^']*\bnotranslate\b|notranslate\b)/i.test(raw)
  )
}

/** By index of an opening tag, the index of the tag that closes it. */
async function closingTags(tokens: readonly MarkupToken[]): Promise<Map<number, number>> {
  const pause = createPacer()
  const ends = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const [index, token] of tokens.entries()) {
    const pausing = pause()
    if (pausing) await pausing
    if (token.kind === 'open') {
      const same = open.get(token.name) ?? []
      same.push(index)
      open.set(token.name, same)
    } else if (token.kind === 'close') {
      const start = open.get(token.name)?.pop()
      if (start !== undefined) ends.set(start, index)
    }
  }
  return ends
}

/** Whether the tag at an index ends a passage. */
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

/** Indexes of the tags whose parent has text of its own: they belong to its sentences. */
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
    const pausing = pause()
    if (pausing) await pausing
    if (token.kind === 'text') level.hasText ||= /\S/.test(token.raw)
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
