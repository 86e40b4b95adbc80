// Reads glossary entries from tab-separated lines or CSV, with the provider's errors (SOURCES 2.3).
import { createPacer, joinInSteps } from '#provider'
import { badRequest } from '../errors.ts'

interface EntryPair {
  readonly source: string
  readonly target: string
}
/** Target by source term. */
export type Entries = Map<string, string>

export const maxEntriesBytes = 10 * 1024 * 1024
const maxPhraseBytes = 1024
const control = /[\p{Cc}\u2028\u2029]/u

/**
 * Reads entries. Throws 400 where the provider does: for duplicates, empty or long phrases, control characters, and no
 * entries at all.
 */
export async function readEntries(text: string, format: 'tsv' | 'csv', pair: EntryPair): Promise<Entries> {
  const start = text.startsWith('\ufeff') ? 1 : 0
  if (Buffer.byteLength(text) > maxEntriesBytes) throw invalid('The entries exceed 10 MiB')
  const entries: Entries = new Map()
  const pause = createPacer()
  let index = 0
  for (const { fields, position } of format === 'csv' ? csvRecords(text, start) : tsvLines(text, start)) {
    await pause()
    const phrases = phrasesOf(fields, { format, index, position, pair })
    if (!phrases) continue
    const [source, target] = phrases
    if (entries.has(source))
      throw invalid(`Key with the index ${index} (starting at position ${position}) is a duplicate`)
    entries.set(source, target)
    index += 1
  }
  if (entries.size === 0) throw invalid('There are no entries')
  return entries
}

/** The entries as stored and sent: tab-separated lines. */
export function writeEntries(entries: ReadonlyMap<string, string>): Promise<string> {
  return joinInSteps(entries, ([source, target]) => `${source}\t${target}`, '\n')
}

/** Reads the output of `writeEntries`. */
export async function storedEntries(text: string): Promise<Entries> {
  const entries: Entries = new Map()
  const pause = createPacer()
  for (const { fields } of tsvLines(text)) {
    const [source = '', target = ''] = fields
    entries.set(source, target)
    await pause()
  }
  return entries
}

/** Applies changes to the output of `writeEntries`. */
export async function mergedEntries(text: string, changes: ReadonlyMap<string, string>): Promise<Entries> {
  const entries = await storedEntries(text)
  const pause = createPacer()
  for (const [source, target] of changes) {
    entries.set(source, target)
    await pause()
  }
  return entries
}

interface Fields {
  readonly fields: readonly string[]
  /** Offset of the first field. */
  readonly position: number
}

function phrasesOf(
  fields: readonly string[],
  { format, index, position, pair }: Omit<Fields, 'fields'> & { format: string; index: number; pair: EntryPair },
): readonly [string, string] | undefined {
  const where = `with the index ${index} (starting at position ${position})`
  const [source = '', target = '', ...languages] = fields.map((field) => field.trim())
  if (format === 'tsv' && fields.length !== 2) throw invalid(`Entry ${where} does not have exactly one tab`)
  if (format === 'csv') {
    if (fields.length !== 2 && fields.length !== 4) throw invalid(`Entry ${where} does not have two or four columns`)
    const [from = pair.source, to = pair.target] = languages
    if (from.toLowerCase() !== pair.source || to.toLowerCase() !== pair.target) return undefined
  }
  for (const [name, phrase] of [
    ['Key', source],
    ['Value', target],
  ] as const) {
    if (phrase === '') throw invalid(`${name} ${where} is empty`)
    if (control.test(phrase)) throw invalid(`${name} ${where} has a control character`)
    if (Buffer.byteLength(phrase) > maxPhraseBytes) throw invalid(`${name} ${where} exceeds ${maxPhraseBytes} bytes`)
  }
  return [source, target]
}

/** The fields of tab-separated lines; a lone carriage return also ends a line. */
function* tsvLines(text: string, start = 0): Generator<Fields> {
  const line = /[^\r\n]+/g
  line.lastIndex = start
  for (let found = line.exec(text); found; found = line.exec(text))
    yield { fields: found[0].split('\t', 3), position: found.index }
}

/** Records of RFC 4180; quoted fields may contain line breaks, and quotes may be surrounded by blanks. */
function* csvRecords(text: string, start: number): Generator<Fields> {
  for (let at = start; at < text.length; ) {
    const position = at
    const fields: string[] = []
    for (;;) {
      const { value, end } = csvField(text, at)
      fields.push(value)
      at = end
      // reported at once: the rest of the line may be ten million columns
      if (fields.length > 4) return yield { fields, position }
      if (text[at] !== ',') break
      at += 1
    }
    const end = at
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    if (at === end && at < text.length) throw invalid(`There is text after the quotes at position ${at}`)
    if (fields.length > 1 || fields[0] !== '') yield { fields, position }
  }
}

function csvField(text: string, start: number): { readonly value: string; readonly end: number } {
  const from = afterBlanks(text, start)
  if (text[from] !== '"') {
    let end = from
    while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1
    return { value: text.slice(from, end), end }
  }
  let value = ''
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw invalid(`The quotes at position ${from} are not closed`)
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: afterBlanks(text, quote + 1) }
    value += '"'
    at = quote + 2
  }
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

const invalid = (detail: string) => badRequest('Invalid glossary entries provided', detail)
