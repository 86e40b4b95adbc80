// Reads the records of an XML file as small trees, one at a time: children of `tv`, of the `channel` of a podcast, and
// of `results`. Entities that a document defines are never expanded.
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { createPacer } from '#provider'
import { excerpt, invalidImport } from '#provider/import'
import type { XmlNode } from '../wire/xml-reader.ts'

interface XmlRecord {
  /** Line of its start, from 1. */
  readonly line: number
  /** Name of the root element. */
  readonly root: string
  readonly node: XmlNode
}

const containers = new Set(['tv', 'channel', 'results'])
/** Characters parsed in one step of about a millisecond. */
const stepLength = 16_384
const maxDepth = 32
/** Maximum size of one record: elements, attributes and character data. */
const maxRecordLength = 4 * 1024 * 1024

interface OpenNode extends XmlNode {
  readonly children: OpenNode[]
  text: string
}

/**
 * Yields the records, and yields to the event loop every 5 ms. Throws `import.invalid` with the line if the file is not
 * well-formed.
 */
export async function* xmlRecords(text: AsyncIterable<string>): AsyncGenerator<XmlRecord> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const path: string[] = []
  const open: OpenNode[] = []
  const ready: XmlRecord[] = []
  let root = ''
  let line = 1
  let length = 0
  parser.on('error', (error) => {
    throw invalidImport(`line ${parser.line}: it is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`)
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const local = localName(name)
    const parent = path.at(-1)
    path.push(local)
    if (path.length > maxDepth) throw invalidImport(`line ${parser.line}: more than ${maxDepth} levels of elements`)
    if (path.length === 1) root = local
    const isRecord = open.length === 0 && parent !== undefined && containers.has(parent) && path.length > 1
    // the channel of a podcast contains its records
    if (open.length === 0 && (!isRecord || (root === 'rss' && local === 'channel'))) return
    if (open.length === 0) {
      line = parser.line
      length = 0
    }
    const node: OpenNode = { name: local, attributes: localAttributes(attributes), children: [], text: '' }
    addLength(name.length + Object.values(attributes).join('').length)
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  const addText = (part: string) => {
    const node = open.at(-1)
    if (!node) return
    addLength(part.length)
    node.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    path.pop()
    const node = open.pop()
    if (node && open.length === 0) ready.push({ line, root, node })
  })
  function addLength(added: number): void {
    length += added + 16
    if (length > maxRecordLength)
      throw invalidImport(`line ${line}: an element has more than ${maxRecordLength} characters`)
  }

  const pause = createPacer()
  for await (const piece of text) {
    for (let at = 0; at < piece.length; at += stepLength) {
      parser.write(piece.slice(at, at + stepLength))
      yield* ready.splice(0)
      await pause()
    }
  }
  parser.close()
  if (path.length > 0)
    throw invalidImport(`line ${parser.line}: the file is truncated inside ${excerpt(path.at(-1) ?? '')}`)
  yield* ready.splice(0)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function localAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
}

/** Returns the trimmed text of the first child with this name. */
export function childText(node: XmlNode, name: string): string | undefined {
  const text = node.children.find((child) => child.name === name)?.text.trim()
  return text === '' ? undefined : text
}
