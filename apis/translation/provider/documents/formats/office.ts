// Office documents: archives of XML in which a paragraph is cut into runs, often inside a word. Runs that look the
// same are merged, so that a sentence reaches the engine whole; the formatting of the others is kept by marks.
import { createPacer } from '#provider'
import { badRequest } from '../../errors.ts'
import { joined, type Piece } from '../../piece.ts'
import { type TranslatePassages, translateMarkup } from '../../text/markup.ts'
import { type MarkupToken, markupTokens } from '../../text/markup-tokens.ts'
import { readZip, unpacked, writeZip, type ZipEntry } from '../zip.ts'
import { inlineXml } from './format.ts'
import { textOf } from './plain.ts'

/** Names of the elements of a paragraph. */
interface Names {
  readonly paragraph: string
  readonly run: string
  readonly properties: string
  readonly text: string
  /** Left out: they mark what a spelling check found, or where a line once ended. */
  readonly dropped: RegExp
}

const word: Names = names('w:', 'w:p', /^<(?:w:proofErr|w:lastRenderedPageBreak|w:noBreakHyphen)\b/)
const slides: Names = names('a:', 'a:p', /^$/)
const sheets: Names = names('', 'si', /^<\/?(?:phoneticPr|rPh)\b/)

function names(prefix: string, paragraph: string, dropped: RegExp): Names {
  return { paragraph, run: `${prefix}r`, properties: `${prefix}rPr`, text: `${prefix}t`, dropped }
}

export const translateDocx = archive(/^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/, word)
export const translatePptx = archive(/^ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml$/, slides)
export const translateXlsx = archive(/^xl\/sharedStrings\.xml$/, sheets)
export const translateOdt = archive(/^content\.xml$/, undefined)

function archive(isText: RegExp, elements: Names | undefined) {
  return async (bytes: Buffer, translate: TranslatePassages): Promise<Buffer> => {
    const entries = readZip(bytes)
    const texts = entries.filter(({ name }) => isText.test(name))
    if (texts.length === 0) throw badRequest('Invalid file data.')
    const replaced = new Map<string, Buffer>()
    for (const entry of texts) {
      const xml = await xmlOf(entry)
      const translated = elements
        ? await translateParagraphs(xml, elements, translate)
        : await translateMarkup(xml, openDocument, translate)
      replaced.set(entry.name, Buffer.from(translated))
    }
    return writeZip(entries, replaced)
  }
}

const openDocument = { ...inlineXml, splitting: new Set(['text:p', 'text:h']) }

async function xmlOf(entry: ZipEntry): Promise<string> {
  const xml = textOf(await unpacked(entry))
  if (/<!DOCTYPE|<!ENTITY/i.test(xml.slice(0, 10_000))) throw badRequest('Invalid file data.')
  return xml
}

/** A paragraph as it is written again: marks in order, with texts where a mark opens a text element. */
interface Paragraph {
  readonly passage: Piece[]
  readonly marks: string[]
  /** Marks after which text may be. */
  readonly opening: Set<number>
}

async function translateParagraphs(xml: string, elements: Names, translate: TranslatePassages): Promise<string> {
  const pause = createPacer()
  const parts: (string | Paragraph)[] = []
  let tokens: MarkupToken[] | undefined
  let depth = 0
  for (const token of markupTokens(xml)) {
    const pausing = pause()
    if (pausing) await pausing
    const isParagraph = 'name' in token && token.name === elements.paragraph
    if (isParagraph && token.kind === 'open') depth += 1
    if (depth === 0) parts.push(token.raw)
    else if (tokens === undefined) {
      parts.push(token.raw)
      tokens = []
    } else if (isParagraph && token.kind === 'close' && depth === 1) {
      parts.push(paragraphOf(tokens, elements), token.raw)
      tokens = undefined
    } else tokens.push(token)
    if (isParagraph && token.kind === 'close') depth = Math.max(0, depth - 1)
  }
  if (tokens) throw badRequest('Invalid file data.')
  const paragraphs = parts.filter((part) => typeof part !== 'string')
  const translated = await translate(paragraphs.map(({ passage }) => passage))
  let next = 0
  return parts.map((part) => (typeof part === 'string' ? part : rawOf(part, translated[next++] ?? []))).join('')
}

function paragraphOf(tokens: readonly MarkupToken[], elements: Names): Paragraph {
  const passage: Piece[] = []
  const marks: string[] = []
  const opening = new Set<number>()
  let pending = ''
  /** The look of the run whose text is still open. */
  let open: string | undefined
  const mark = (raw: string) => passage.push(marks.push(raw) - 1)
  const close = () => {
    if (open !== undefined) pending = `</${elements.text}></${elements.run}>${pending}`
    open = undefined
  }
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token) break
    if (elements.dropped.test(token.raw)) continue
    const isRun = 'name' in token && token.name === elements.run && token.kind === 'open'
    const last = isRun ? endOf(tokens, index) : index
    const run = isRun ? simpleRun(tokens.slice(index + 1, last), elements) : undefined
    if (run) {
      if (open !== run.look) {
        close()
        mark(`${pending}<${elements.run}>${run.look}<${elements.text} xml:space="preserve">`)
        opening.add(marks.length - 1)
        pending = ''
        open = run.look
      }
      addText(run.text, passage, mark)
      if (marks.length > 0 && typeof passage.at(-1) === 'number') opening.add(marks.length - 1)
    } else {
      close()
      for (const { raw } of tokens.slice(index, last + 1)) pending += raw
      // text without a run, as in cells
      const text = tokens[index + 1]
      if ('name' in token && token.name === elements.text && token.kind === 'open' && text?.kind === 'text') {
        mark(pending)
        opening.add(marks.length - 1)
        pending = ''
        addText(text.raw, passage, mark)
        if (typeof passage.at(-1) === 'number') opening.add(marks.length - 1)
        index += 1
        continue
      }
    }
    index = last
  }
  close()
  if (pending !== '') mark(pending)
  return { passage: joined(passage), marks, opening: withEntities(marks, opening) }
}

const entity = /&(?:[a-z]\w{0,30}|#\d{1,7}|#x[\da-f]{1,6});/gi

function addText(raw: string, passage: Piece[], mark: (raw: string) => void): void {
  let from = 0
  for (const { 0: found, index } of raw.matchAll(entity)) {
    passage.push(raw.slice(from, index))
    mark(found)
    from = index + found.length
  }
  passage.push(raw.slice(from))
}

/** Text goes on after an entity. */
function withEntities(marks: readonly string[], opening: Set<number>): Set<number> {
  for (const [index, raw] of marks.entries()) if (raw.startsWith('&')) opening.add(index)
  return opening
}

/** The look and the text of a run that has only text; undefined for one with anything else. */
function simpleRun(tokens: readonly MarkupToken[], elements: Names) {
  let look = ''
  let text = ''
  let inLook = false
  let inText = false
  for (const token of tokens) {
    if (elements.dropped.test(token.raw)) continue
    const name = 'name' in token ? token.name : ''
    if (name === elements.properties) {
      look += token.raw
      inLook = token.kind === 'open'
    } else if (inLook) look += token.raw
    else if (name === elements.text) inText = token.kind === 'open'
    else if (inText && token.kind === 'text') text += token.raw
    else return undefined
  }
  return { look, text }
}

/** Index of the tag that closes the element opened at `from`. */
function endOf(tokens: readonly MarkupToken[], from: number): number {
  const opened = tokens[from]
  if (!opened || !('name' in opened)) return from
  let depth = 0
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token || !('name' in token) || token.name !== opened.name) continue
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    if (depth === 0) return index
  }
  throw badRequest('Invalid file data.')
}

/** Where an engine put text outside text elements or moved marks, all text goes to the first text element. */
function rawOf({ marks, opening }: Paragraph, translated: readonly Piece[]): string {
  const placed: string[] = []
  let next = 0
  let mayHaveText = false
  let isInPlace = true
  for (const piece of translated) {
    if (typeof piece === 'number') {
      isInPlace &&= piece === next
      next = piece + 1
      mayHaveText = opening.has(piece)
      placed.push(marks[piece] ?? '')
    } else {
      isInPlace &&= mayHaveText || piece.trim() === ''
      if (mayHaveText) placed.push(escaped(piece))
    }
  }
  if (isInPlace && next === marks.length) return placed.join('')
  const text = translated.map((piece) => (typeof piece === 'string' ? escaped(piece) : '')).join('')
  const first = marks.findIndex((_raw, index) => opening.has(index))
  return marks.map((raw, index) => (index === first ? raw + text : raw)).join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
