// Finds the elements of an XML file that are records, and reads each into a small tree. Streams, with one record in
// memory at a time. Parsed by `saxes`; this file adds bounds, line numbers and messages.
import type { SaxesParser } from 'saxes'
import { createPacer } from '../event-loop.ts'
import { excerpt, invalidImport } from './problems.ts'

/** An element without its namespace prefix. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** The text directly inside, without that of children. */
  readonly text: string
  /** Offset in the text of the parent. */
  readonly at: number
}
interface XmlRecord {
  /** First line of the record, counted from 1. */
  readonly line: number
  readonly element: XmlElement
}
interface XmlOptions {
  /** True if elements of that name are records; a nested record is part of the outer one. */
  readonly isRecord: (name: string) => boolean
  /** Largest number of characters in a record. */
  readonly maxLength: number
}

const maxDepth = 64
/** Each piece is parsed completely before anything is yielded. */
const pieceLength = 16_384

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

/**
 * Reads the records in order. Yields to the event loop every 5 ms. Throws `import.invalid` on text that is not
 * well-formed, on a document type (no import needs one), and on a record that is too long or more than 64 levels deep.
 */
export async function* xmlRecords(text: AsyncIterable<string>, options: XmlOptions): AsyncGenerator<XmlRecord> {
  // loaded on use: most processes never import a file
  const { SaxesParser: Parser } = await import('saxes')
  const parser = new Parser()
  const found: XmlRecord[] = []
  const reader = createReader(parser, options, found)
  const pause = createPacer()
  for await (const chunk of text)
    for (let at = 0; at < chunk.length; at += pieceLength) {
      reader.write(chunk.slice(at, at + pieceLength))
      yield* found.splice(0)
      await pause()
    }
  reader.close()
  yield* found.splice(0)
}

function createReader(parser: SaxesParser, { isRecord, maxLength }: XmlOptions, found: XmlRecord[]) {
  /** The open elements of the current record. */
  const open: OpenElement[] = []
  let depth = 0
  let firstLine = 1
  /** Characters since the record began, or since the last tag outside a record. */
  let length = 0

  const refuse = (problem: string) => invalidImport(`line ${parser.line}: ${problem}`)
  parser.on('error', (error) => {
    throw refuse(`it is not well-formed XML (${error.message.replace(/^\d+:\d+: /, '').slice(0, 200)})`)
  })
  parser.on('doctype', () => {
    throw refuse('a document type is not accepted')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > maxDepth) throw refuse(`elements are nested beyond ${maxDepth} levels`)
    const at = open.at(-1)?.text.length ?? 0
    const element = { name: localName(name), attributes: { ...attributes }, children: [], text: '', at }
    if (open.length === 0) {
      length = 0
      if (!isRecord(element.name)) return
      firstLine = parser.line
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth -= 1
    const element = open.pop()
    if (open.length > 0) return
    length = 0
    if (element) found.push({ line: firstLine, element })
  })
  return {
    write(piece: string): void {
      length += piece.length
      parser.write(piece)
      if (length > maxLength + piece.length) throw refuse(`a record has more than ${maxLength} characters`)
    },
    close(): void {
      if (depth > 0) throw refuse(`the file is truncated inside ${excerpt(open[0]?.name ?? 'the document')}`)
      parser.close()
    },
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
