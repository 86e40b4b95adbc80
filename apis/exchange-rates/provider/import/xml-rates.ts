// Reads the XML files of reference rates by their tags. It is not an XML parser: entities are never expanded, document
// types are refused, and elements other than `Cube` are skipped (SOURCES 5.3).
import { excerpt, invalidImport } from '#provider/import'
import type { DayCollector } from './day-collector.ts'

/** The longest tag of the files has fewer than 200 characters. */
const maxTagLength = 8192

interface Tag {
  readonly line: number
  /** The text between the angle brackets. */
  readonly content: string
}

/** Reads the daily file, the 90-day file or the history. Throws `import.invalid`, also for a truncated file. */
export async function readXml(text: AsyncIterable<string>, collector: DayCollector): Promise<void> {
  let day: string | undefined
  let closed = false
  for await (const { line, content } of tagsOf(text)) {
    const name = /^\/?(?:[\w.-]+:)?([\w.-]+)/.exec(content)?.[1]
    const closing = content.startsWith('/')
    if (name === 'Envelope') closed = closing
    if (name !== 'Cube') continue
    if (closing) {
      day = undefined
      continue
    }
    const { time, currency, rate } = attributesOf(content)
    if (time !== undefined) day = time
    if (currency === undefined && rate === undefined) continue
    if (day === undefined) collector.refuseRow(line, 'a rate is outside any day')
    else collector.add(line, { day, code: currency ?? '', rate: rate ?? '' })
  }
  if (!closed) throw invalidImport('the file is truncated')
}

/** Returns attribute values unparsed: one with an entity fails the validation of rates. */
function attributesOf(content: string): Partial<Record<string, string>> {
  const attributes: Partial<Record<string, string>> = {}
  for (const [, name = '', quoted, apostrophed = ''] of content.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[name] = quoted ?? apostrophed
  return attributes
}

/** Yields tags in order. Comments and processing instructions are skipped; any other `<!…>` is refused. */
async function* tagsOf(text: AsyncIterable<string>): AsyncGenerator<Tag> {
  let rest = ''
  let line = 1
  for await (const piece of text) {
    rest += piece
    let at = 0
    for (;;) {
      const start = rest.indexOf('<', at)
      const end = start < 0 ? undefined : endOf(rest, start)
      // text between tags is dropped; an unfinished tag waits for the next chunk
      const until = start < 0 ? rest.length : start
      line += linesIn(rest, at, until)
      at = until
      if (end === undefined) break
      const content = rest.slice(start + 1, end - 1)
      if (content.length > maxTagLength && !content.startsWith('!--'))
        throw invalidImport(`line ${line}: a tag is longer than ${maxTagLength} characters`)
      if (content.startsWith('!') && !content.startsWith('!--'))
        throw invalidImport(`line ${line}: ${excerpt(`<${content}>`)} is not accepted`)
      if (!content.startsWith('!') && !content.startsWith('?')) yield { line, content: withoutSlash(content) }
      line += linesIn(rest, at, end)
      at = end
    }
    rest = rest.slice(at)
    if (rest.length > maxTagLength) throw invalidImport(`line ${line}: a tag is longer than ${maxTagLength} characters`)
  }
  if (rest !== '') throw invalidImport(`line ${line}: the file is truncated inside a tag`)
}

/** Returns the position after the tag or comment that begins at `start`; undefined if its end has not arrived. */
function endOf(text: string, start: number): number | undefined {
  // the first four characters identify a comment, whose content can have `>`
  if (text.length - start < 4) return undefined
  const end = text.startsWith('<!--', start) ? text.indexOf('-->', start + 4) + 2 : text.indexOf('>', start)
  return end < start + 2 ? undefined : end + 1
}

function withoutSlash(content: string): string {
  return content.endsWith('/') ? content.slice(0, -1) : content
}

function linesIn(text: string, from: number, to: number): number {
  // sliced first, because this runs for every tag and the next line end can be megabytes away
  return text.slice(from, to).split('\n').length - 1
}
