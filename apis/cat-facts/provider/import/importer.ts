// Imports facts and breeds from JSON (one object to a line, a list, or the provider's own pages) and from comma-separated
// values. The content tells which, not the name. A file is taken whole or not at all.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import { type CatStore, recordLimit } from '../cats/store.ts'
import { type Collector, createCollector, quoted, refused } from './cat-collector.ts'
import { csvRows } from './csv-rows.ts'
import { jsonObjects } from './json-objects.ts'

const fileLimit = 64 * 1024 * 1024

export const formats =
  'Facts as {"fact"} and breeds as {"breed","country","origin","coat","pattern"}: JSON with one object to a line, a JSON ' +
  'list, pages of the provider as they are, or comma-separated values with these names in the first line.'

export interface Import {
  readonly chunks: AsyncIterable<Buffer>
  readonly store: CatStore
  readonly progress: (counts: Record<string, number>) => void
}

/**
 * Reads a file and stores its records behind those of earlier imports. Importing the same file again changes nothing.
 * Returns the facts and breeds read, and how many were new or changed. Throws `import.invalid` with line numbers.
 */
export async function importCats(kit: ProviderKit<Tables>, given: Import): Promise<Record<string, number>> {
  const collector = createCollector(recordLimit, given.progress)
  const { isJson, text } = await sniff(decode(limited(given.chunks)))
  if (isJson) for await (const { line, json } of jsonObjects(text)) addJson(collector, line, json)
  else for await (const row of csvRows(text)) addRow(collector, row)
  const records = collector.finish()
  const { added, changed } = await given.store.save(kit, records)
  return { ...collector.counts(), added, changed }
}

function addJson(collector: Collector, line: number, json: string): void {
  const value = parse(json)
  const page: unknown = value === undefined ? undefined : Reflect.get(value, 'data')
  if (value === undefined) collector.refuseRecord(`line ${line}`, `${quoted(json)} is not JSON`)
  else if (!Array.isArray(page)) collector.add(`line ${line}`, value)
  else for (const [at, record] of page.entries()) collector.add(`line ${line}, record ${at + 1}`, record)
}

function parse(json: string): object | undefined {
  try {
    return Object(JSON.parse(json))
  } catch {
    return undefined
  }
}

function addRow(collector: Collector, row: { line: number; cells: object; problem?: string }): void {
  if (row.problem === undefined) collector.add(`line ${row.line}`, row.cells)
  else collector.refuseRecord(`line ${row.line}`, row.problem)
}

/** Whether the text is JSON, by its first character, and the whole text again. */
async function sniff(text: AsyncGenerator<string>): Promise<{ isJson: boolean; text: AsyncGenerator<string> }> {
  let head = ''
  while (head.trim() === '') {
    const next = await text.next()
    if (next.done) break
    head += next.value
  }
  return { isJson: /^\s*[[{]/.test(head), text: again(head, text) }
}

async function* again(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > fileLimit) throw refused([`the file has more than ${fileLimit} bytes`])
    yield chunk
  }
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError && 'code' in error ? refused(['it is not UTF-8 text']) : error
  }
}
