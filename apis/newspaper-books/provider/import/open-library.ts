// Reads editions of an Open Library dump (SOURCES 6.3): five tab-separated columns, the last of which is JSON. Lines of
// other types are skipped, so the dump of everything works as well.
import { createPacer } from '#provider'
import { cleanString, invalidImport, parseJson } from '#provider/import'
import { isbnsFrom } from './book-fields.ts'
import type { Collection, PartialDetails } from './collection.ts'
import { limits } from './limits.ts'

const longestLine = 8 * 1024 * 1024

export function isDump(head: string): boolean {
  return /^\/type\/\w+\t/.test(head)
}

export async function readDump(text: AsyncIterable<string>, collection: Collection): Promise<void> {
  const pause = createPacer()
  let rest = ''
  let line = 0
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw invalidImport(`line ${line + 1} has more than ${longestLine} characters`)
    for (const one of lines) {
      line += 1
      readLine(one, line, collection)
      await pause()
    }
  }
  if (rest !== '') readLine(rest, line + 1, collection)
}

function readLine(text: string, line: number, collection: Collection): void {
  if (!text.startsWith('/type/edition\t')) return
  const json = text.slice(text.lastIndexOf('\t') + 1)
  const record = Object(parseJson(json))
  const isbns = isbnsFrom([...listOf(record.isbn_13), ...listOf(record.isbn_10)])
  if (isbns.length === 0) {
    collection.counts.unmatched += 1
    return
  }
  collection.metadata(`line ${line}`, {
    isbns,
    title: cleanString(record.title, limits.text),
    author: undefined,
    details: detailsOf(record),
  })
}

function detailsOf(record: Readonly<Record<string, unknown>>): PartialDetails {
  const publisher = cleanString(listOf(record.publishers)[0], limits.text)
  const description = cleanString(
    typeof record.description === 'string' ? record.description : Object(record.description).value,
    limits.longText,
  )
  const credit = cleanString(record.by_statement, limits.text)
  const [cover] = listOf(record.covers)
  return {
    ...(publisher ? { publisher } : {}),
    ...(description ? { description } : {}),
    ...(credit ? { contributor: /^by /i.test(credit) ? credit : `by ${credit}` } : {}),
    ...(typeof cover === 'number' && cover > 0 ? { image: `https://covers.openlibrary.org/b/id/${cover}-L.jpg` } : {}),
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
