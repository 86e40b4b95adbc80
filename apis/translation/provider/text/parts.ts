// A document as a list of parts: raw text, and passages with the raw markup of their marks. A mark may contain further
// passages, such as a text box or the title of a link.
import { present } from '#define/present'
import { joinInSteps, mapInSteps } from '#provider'
import { joined, type Piece } from '../piece.ts'

export type TranslatePassages = (passages: readonly Piece[][]) => Promise<Piece[][]>
export type Part = string | TextPart
interface TextPart {
  readonly passage: Piece[]
  /** The content of each mark of the passage. */
  readonly marks: readonly (readonly Part[])[]
  /** Writes the translated pieces, with the markup of each mark. */
  readonly write: (pieces: readonly Piece[], raw: readonly string[]) => string
}

/** Limit of marks in a passage, after which another begins, because work on one passage does not yield. */
export const maxMarks = 1000

/** An entity, or a tag written with entities, as in the resources of programs. */
const entityOrTag =
  /&lt;[/!?]?[a-z][^<>&]{0,500}(?:&(?:quot|apos|amp|#\d{1,7});[^<>&]{0,500}){0,40}&gt;|&(?:[a-z]\w{0,30}|#\d{1,7}|#x[\da-f]{1,6});/gi

/** Splits a raw text at its entities: each text with the entity that follows it. */
export function* entitiesIn(raw: string): Generator<{ readonly text: string; readonly entity?: string }> {
  let from = 0
  for (const { 0: entity, index } of raw.matchAll(entityOrTag)) {
    yield { text: raw.slice(from, index), entity }
    from = index + entity.length
  }
  yield { text: raw.slice(from) }
}

/** Translates all passages together and writes the parts in their order. */
export async function translateParts(parts: readonly Part[], translate: TranslatePassages): Promise<string> {
  const passages: Piece[][] = []
  const collect = (part: Part): void => {
    if (typeof part === 'string') return
    passages.push(part.passage)
    for (const mark of part.marks) mark.forEach(collect)
  }
  await mapInSteps(parts, collect)
  const translated = (await translate(passages)).values()
  const written = (part: Part): string => {
    if (typeof part === 'string') return part
    const pieces = translated.next().value ?? part.passage
    return part.write(
      pieces,
      part.marks.map((mark) => mark.map(written).join('')),
    )
  }
  return joinInSteps(parts, written)
}

/** Returns the names of a tag's attributes whose values are for human readers. */
export type ReadableAttributes = (name: string, raw: string) => readonly string[]

const attribute = /(\s([\p{L}_][\w:.-]{0,60})\s{0,20}=\s{0,20})("[^"]*"|'[^']*'|[^\s"'<>=`]+)/gu

/** The parts of a tag, with the values of its readable attributes as passages. */
export function tagParts(raw: string, names: readonly string[]): Part[] {
  if (names.length === 0 || !raw.includes('=')) return [raw]
  const parts: Part[] = []
  let from = 0
  for (const { 0: whole, 1: lead = '', 2: name = '', 3: quoted = '', index } of raw.matchAll(attribute)) {
    if (!names.includes(name.toLowerCase()) || !/\p{L}/u.test(quoted)) continue
    const [quote, value] = /^["']/.test(quoted) ? [quoted.charAt(0), quoted.slice(1, -1)] : ['"', quoted]
    parts.push(raw.slice(from, index) + lead + quote, attributeValue(value, quote), quote)
    from = index + whole.length
  }
  return [...parts, raw.slice(from)]
}

function attributeValue(raw: string, quote: string): TextPart {
  const passage: Piece[] = []
  const marks: string[][] = []
  for (const { text, entity } of entitiesIn(raw)) {
    passage.push(text)
    if (entity !== undefined) passage.push(marks.push([entity]) - 1)
  }
  const escaped = (text: string) =>
    text
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
  const write: TextPart['write'] = (pieces, markup) =>
    pieces.map((piece) => (typeof piece === 'number' ? present(markup[piece]) : escaped(piece))).join('')
  return { passage: joined(passage), marks, write }
}
