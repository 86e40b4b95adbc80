// Paragraphs of Office Open XML, from Word, PowerPoint, Excel and their diagrams and charts. A paragraph is cut into
// runs, often inside a word: runs of the same look form one text, and whatever is between others is a mark. Tabs and
// line breaks end a text. Text boxes are paragraphs inside a paragraph.
import { present } from '#define/present'
import { createPacer } from '#provider'
import { badRequest } from '../../errors.ts'
import { joined, type Piece } from '../../piece.ts'
import { type MarkupToken, markupTokens } from '../../text/markup-tokens.ts'
import { entitiesIn, type Part, type TranslatePassages, tagParts, translateParts } from '../../text/parts.ts'
import { cellText } from './table-columns.ts'

const paragraphs = new Set(['w:p', 'a:p', 'c:strCache', 'si', 'is', 'text', 'p:cm', 'tc:threadedComment'])
const texts = new Set(['w:t', 'a:t', 'c:v', 't', 'p:text', 'tc:text'])
const runs = new Set(['w:r', 'a:r', 'r'])
const looks = new Set(['w:rPr', 'a:rPr', 'rPr'])
const breaks = new Set(['w:tab', 'w:ptab', 'w:br', 'w:cr', 'a:br', 'c:pt'])
/** Phonetic guides, whose texts are separate. */
const guides = new Set(['rPh', 'w:rt'])
/** Points between runs of the same look, which Word also writes within a word: they may follow it instead. */
const pointNames = new Set(['w:bookmarkStart', 'w:bookmarkEnd', 'w:commentRangeStart', 'w:commentRangeEnd'])
/** Dropped elements: results of spell checking, former line ends, and optional hyphens of the source. */
const dropped = new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:softHyphen'])
const deepest = 20
/** Attributes for human readers: alternative texts, hints and messages of cells. */
const readable: Readonly<Record<string, readonly string[]>> = {
  docPr: ['descr', 'title'],
  cNvPr: ['descr', 'title'],
  hyperlink: ['w:tooltip', 'tooltip'],
  listItem: ['w:displaytext'],
  hlinkClick: ['tooltip'],
  dataValidation: ['prompt', 'prompttitle', 'error', 'errortitle'],
  // shapes and watermarks of older versions, fields of forms, and parts of a presentation
  shape: ['alt'],
  textpath: ['string'],
  helpText: ['w:val'],
  statusText: ['w:val'],
  listEntry: ['w:val'],
  section: ['name'],
}
const tagOf = (token: MarkupToken): Part[] =>
  'name' in token ? tagParts(token.raw, readable[token.name.replace(/^.*:/, '')] ?? []) : [token.raw]

/** The prefixes that Office uses; other programs use others for the same namespaces. */
const prefixes: readonly (readonly [RegExp, string])[] = [
  [/\/wordprocessingml\/(?:2006\/)?main$/, 'w:'],
  [/\/drawingml\/(?:2006\/)?main$/, 'a:'],
  [/\/drawingml\/(?:2006\/)?chart$/, 'c:'],
  [/\/presentationml\/(?:2006\/)?main$/, 'p:'],
  [/\/spreadsheetml\/2018\/threadedcomments$/, 'tc:'],
  [/\/spreadsheetml\/(?:2006\/)?main$/, ''],
]

interface Mark {
  readonly parts: readonly Part[]
  /** True for a tag of an element around runs, whose order must not change. */
  readonly isBound: boolean
}

/** Texts of cells that stay, and what is called for each of them. */
export interface Keeps {
  readonly texts: ReadonlySet<string>
  readonly onKept: () => void
}

export async function translateParagraphs(xml: string, translate: TranslatePassages, keeps: Keeps): Promise<string> {
  if (
    !/<(?:[\w.-]{1,50}:)?(?:p|si|is|cm|text|strCache|docPr|cNvPr|hyperlink|listItem|dataValidation|section)[\s>]/.test(
      xml,
    )
  )
    return xml
  const parts = await partsOf(xml, keeps)
  return parts.every((part) => typeof part === 'string') ? xml : translateParts(parts, translate)
}

function textPart(passage: Piece[], marks: readonly Mark[]): Part {
  return {
    passage: joined(passage),
    marks: marks.map(({ parts }) => parts),
    write(pieces, raw) {
      const order = pieces.filter((piece) => typeof piece === 'number').filter((mark) => present(marks[mark]).isBound)
      const isInOrder = order.every((mark, at) => at === 0 || mark > present(order[at - 1]))
      if (isInOrder)
        return pieces.map((piece) => (typeof piece === 'number' ? present(raw[piece]) : escaped(piece))).join('')
      // if paired marks changed places, all text goes before the first, and the marks follow in order
      return pieces.map((piece) => (typeof piece === 'string' ? escaped(piece) : '')).join('') + raw.join('')
    },
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

async function partsOf(xml: string, keeps: Keeps): Promise<Part[]> {
  const pause = createPacer()
  const nameOf = namesIn(xml)
  const parts: Part[] = []
  const open: ReturnType<typeof createParagraph>[] = []
  for (const token of markupTokens(xml)) {
    await pause()
    const name = nameOf(token)
    const inner = open.at(-1)
    if (token.kind === 'close' && paragraphs.has(name) && inner?.name === name) {
      open.pop()
      const around = open.at(-1)
      const done = [...inner.end(keeps), token.raw]
      if (around) around.add(done)
      else append(parts, done)
    } else {
      if (inner) inner.read(token, name)
      else append(parts, tagOf(token))
      if (token.kind === 'open' && paragraphs.has(name)) {
        if (open.push(createParagraph(name)) > deepest) throw badRequest('Invalid file data.')
      }
    }
  }
  if (open.length > 0) throw badRequest('Invalid file data.')
  return parts
}

/** Appends parts, joining raw text, because a sheet has millions of tags. */
function append(parts: Part[], more: readonly Part[]): void {
  for (const part of more) {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
}

/** Names with Office's prefixes, whatever prefixes the file declares for their namespaces. */
function namesIn(xml: string): (token: MarkupToken) => string {
  const known = new Map<string, string>()
  for (const [, prefix = '', namespace = ''] of xml
    .slice(0, 20_000)
    .matchAll(/\sxmlns(?::([\w.-]{1,50}))?\s?=\s?["']([^"']{1,200})["']/g)) {
    const usual = prefixes.find(([pattern]) => pattern.test(namespace))?.[1]
    if (usual !== undefined) known.set(prefix === '' ? '' : `${prefix}:`, usual)
  }
  return (token) => {
    if (!('name' in token)) return ''
    const prefix = token.name.slice(0, token.name.indexOf(':') + 1)
    const usual = known.get(prefix)
    return usual === undefined ? token.name : usual + token.name.slice(prefix.length)
  }
}

/** Collects the content of a paragraph. */
function createParagraph(name: string) {
  const isCell = name === 'si' || name === 'is'
  const parts: Part[] = []
  let passage: Piece[] = []
  let marks: Mark[] = []
  /** The parts since the last text. */
  let gap: Part[] = []
  let isBreak = false
  let isMere = true
  const points = createPoints()
  let depth = 0
  let isBound = false
  let look = ''
  let lookBefore = ''
  let inLook = false
  let inText = false
  let guide = 0
  /** The text of a cell, and everything as it came, of which it may have to be kept. */
  let plain = ''
  let whole = ''

  const mark = (one: Mark) => passage.push(marks.push(one) - 1)
  const endText = (after: readonly Part[] = []) => {
    if (passage.length > 0) parts.push(textPart(passage, marks))
    append(parts, after)
    passage = []
    marks = []
  }
  const beginText = (raw: string) => {
    if (passage.length === 0 || isBreak) endText(gap)
    else if (isMere && look === lookBefore && isWithinWord(passage.at(-1), raw)) points.wait()
    else if (!isMere || points.areInGap() || look !== lookBefore) mark({ parts: gap, isBound: isBound || depth !== 0 })
    points.endGap()
    lookBefore = look
    gap = []
    isBreak = false
    isMere = true
    isBound = false
    depth = 0
  }
  const addText = (raw: string) => {
    beginText(raw)
    for (const { text, entity, lineEnd } of textsIn(raw, isCell)) {
      passage.push(text)
      if (entity !== undefined) mark({ parts: [entity], isBound: false })
      if (lineEnd !== undefined) endText([lineEnd])
    }
  }

  return {
    name,
    /** Adds a paragraph inside this one. */
    add(inner: readonly Part[]) {
      append(gap, inner)
      depth -= 1
    },
    read(token: MarkupToken, tokenName: string) {
      if (isCell) whole += token.raw
      if (dropped.has(tokenName)) return
      const isOpening = token.kind === 'open'
      if (guides.has(tokenName)) guide += isOpening ? 1 : token.kind === 'close' ? -1 : 0
      if (guide === 0 && inText && token.kind === 'text') {
        if (isCell) plain += cellText(token.raw)
        return addText(token.raw)
      }
      const isText = texts.has(tokenName) && guide === 0
      append(gap, isText && isOpening ? [openingOf(token.raw, tokenName)] : tagOf(token))
      if (isText) inText = isOpening
      else if (looks.has(tokenName) && guide === 0) {
        look = token.kind === 'close' ? look + token.raw : token.raw
        inLook = isOpening
      } else if (inLook) look += token.raw
      else if (runs.has(tokenName) && guide === 0) {
        // a run without properties does not inherit those of the previous run
        if (isOpening) look = ''
        else append(gap, points.endRun())
      } else if (token.kind === 'empty' && pointNames.has(tokenName)) points.add(token.raw)
      else if (token.kind !== 'text') {
        isMere = false
        isBreak ||= breaks.has(tokenName)
        depth += isOpening ? 1 : token.kind === 'close' ? -1 : 0
        isBound ||= depth < 0
      }
    },
    end({ texts: kept, onKept }: Keeps): Part[] {
      if (isCell && kept.has(plain)) {
        if (/\p{L}/u.test(plain)) onKept()
        return [whole]
      }
      endText()
      return [...parts, ...gap]
    },
  }
}

/** The points of a gap, and those of former gaps that wait for the end of a run, because they were within a word. */
function createPoints() {
  let inGap: string[] = []
  let waiting: string[] = []
  return {
    add: (raw: string) => inGap.push(raw),
    areInGap: () => inGap.length > 0,
    wait: () => waiting.push(...inGap),
    endRun(): readonly string[] {
      const ended = waiting
      inGap.push(...ended)
      waiting = []
      return ended
    },
    endGap() {
      inGap = []
    },
  }
}

/** Splits a text at its entities, and that of a cell at line ends, because its lines are separate texts. */
function* textsIn(raw: string, isCell: boolean): Generator<TextBefore> {
  const lines = isCell ? raw.split(/(\r?\n|_x000[AaDd]_)/) : [raw]
  for (const [at, line] of lines.entries())
    if (at % 2 === 0) yield* entitiesIn(line)
    else yield { text: '', lineEnd: line }
}

/** A text, and what follows it. */
interface TextBefore {
  readonly text: string
  readonly entity?: string
  readonly lineEnd?: string
}

const isWithinWord = (before: Piece | undefined, after: string): boolean =>
  typeof before === 'string' && /[\p{L}\p{M}]$/u.test(before) && /^\p{L}/u.test(after)

/** Declares spaces at the edges as significant; texts of slides and charts have no such attribute. */
function openingOf(raw: string, name: string): string {
  if ((name !== 'w:t' && name !== 't') || /\sxml:space\s*=/.test(raw)) return raw
  return raw.replace(/>$/, ' xml:space="preserve">')
}
