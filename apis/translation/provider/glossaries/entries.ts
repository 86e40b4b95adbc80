// Reads glossary entries as tab-separated lines or CSV, with the provider's errors (SOURCES 2.3).
import { createPacer, joinInSteps } from '#provider'
import { badRequest } from '../errors.ts'

export interface EntryPair {
  readonly source: string
  readonly target: string
}
/** Target by source term. */
export type Entries = Map<string, string>

export const maxEntriesBytes = 10 * 1024 * 1024
const maxPhraseBytes = 1024
const control = /[\p{Cc}\u2028\u2029]/u

/**
 * Throws 400 for what the provider refuses: duplicates, empty or long phrases, control characters, no entries at all.
 */
export async function readEntries(text: string, format: 'tsv' | 'csv', pair: EntryPair): Promise<Entries> {
  if (Buffer.byteLength(text) > maxEntriesBytes) throw invalid('The entries exceed 10 MiB')
  const entries: Entries = new Map()
  const pause = createPacer()
  let index = 0
  for (const { fields, position } of format === 'csv' ? csvRecords(text) : tsvLines(text)) {
    const pausing = pause()
    if (pausing) await pausing
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

/** Reads what `writeEntries` wrote. */
export async function storedEntries(text: string): Promise<Entries> {
  const entries: Entries = new Map()
  const pause = createPacer()
  for (const { fields } of tsvLines(text)) {
    const [source = '', target = ''] = fields
    entries.set(source, target)
    const pausing = pause()
    if (pausing) await pausing
  }
  return entries
}

/** What `writeEntries` wrote, with changes. */
export async function mergedEntries(text: string, changes: ReadonlyMap<string, string>): Promise<Entries> {
  const entries = await storedEntries(text)
  const pause = createPacer()
  for (const [source, target] of changes) {
    entries.set(source, target)
    const pausing = pause()
    if (pausing) await pausing
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

function* tsvLines(text: string): Generator<Fields> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end)
    if (line !== '') yield { fields: line.split('\t', 3), position: at }
    at = end + 1
  }
}

/** Records of RFC 4180; a line break may be inside quotes. */
function* csvRecords(text: string): Generator<Fields> {
  for (let at = 0; at < text.length; ) {
    const position = at
    const fields: string[] = []
    for (;;) {
      const { value, end } = csvField(text, at)
      fields.push(value)
      at = end
      // refused as soon as it is read: the rest of such a line may be ten million columns
      if (fields.length > 4) return yield { fields, position }
      if (text[at] !== ',') break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    else if (at < text.length) throw invalid(`There is text after the quotes at position ${at}`)
    if (fields.length > 1 || fields[0] !== '') yield { fields, position }
  }
}

function csvField(text: string, from: number): { readonly value: string; readonly end: number } {
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
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
}

const invalid = (detail: string) => badRequest('Invalid glossary entries provided', detail)
