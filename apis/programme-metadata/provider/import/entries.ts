// Reads the entries of a file; its content, not its name, determines the format.
import { createHash } from 'node:crypto'
import { createPacer } from '#provider'
import {
  decodeUtf8,
  excerpt,
  gunzipped,
  isGzip,
  jsonObjects,
  limitBytes,
  parseJson,
  peekBytes,
  sniffJson,
} from '#provider/import'
import { isValue, type Value } from '../wire/element-types.ts'
import { itemElements } from '../wire/elements.ts'
import { fromXml } from '../wire/xml-reader.ts'
import type { Collector } from './batch.ts'
import { putItem } from './items.ts'
import { createPodcastReader } from './podcast.ts'
import { xmlRecords } from './xml-elements.ts'
import { createXmltvReader } from './xmltv.ts'

/** Maximum unpacked size. A year of schedules of a hundred channels has some 2 GB. */
const maxFileBytes = 8 * 1024 ** 3
/** Maximum length of a JSON object. A page of 300 items with all mixins has some 6 MB. */
const maxObjectLength = 16 * 1024 * 1024
/** Bytes that distinguish two files of the same name. */
const fingerprintBytes = 4096

interface Entry {
  readonly line: number
  /** Collects the entry; returns the problem, if any. */
  put(collector: Collector): string | undefined
}
interface EntryFile {
  /** Name and fingerprint: the key of an import's stored position. */
  readonly id: string
  readonly entries: AsyncGenerator<Entry>
}

export async function openEntries(name: string, chunks: AsyncIterable<Buffer>): Promise<EntryFile> {
  const { head, chunks: all } = await peekBytes(chunks, fingerprintBytes)
  const plain = isGzip(head) ? gunzipped(all) : all
  const id = `${name.slice(0, 200)} ${createHash('sha256').update(head).digest('hex').slice(0, 32)}`
  return { id, entries: entriesOf(decodeUtf8(limitBytes(plain, maxFileBytes))) }
}

async function* entriesOf(file: AsyncIterable<string>): AsyncGenerator<Entry> {
  const { isJson, text } = await sniffJson(file)
  yield* isJson ? jsonEntries(text) : xmlEntries(text)
}

/** Yields pages of the API, and single items. */
async function* jsonEntries(text: AsyncIterable<string>): AsyncGenerator<Entry> {
  const pause = createPacer()
  for await (const { line, json } of jsonObjects(text, maxObjectLength)) {
    const value = parseJson(json)
    const { nitro } = isValue(value) ? value : {}
    const items = isValue(nitro) && isValue(nitro.results) ? nitro.results.items : undefined
    if (!isValue(value)) yield { line, put: () => `${excerpt(json)} is not JSON` }
    else if (nitro === undefined) yield { line, put: (collector) => putItem(value, collector) }
    else
      for (const item of Array.isArray(items) ? items : []) {
        yield { line, put: (collector) => (isValue(item) ? putItem(item, collector) : 'an item is no object') }
        await pause()
      }
  }
}

async function* xmlEntries(text: AsyncIterable<string>): AsyncGenerator<Entry> {
  const putPodcast = createPodcastReader()
  const xmltv = createXmltvReader()
  const types = new Map(Object.entries(itemElements))
  for await (const { line, root, node } of xmlRecords(text)) {
    const type = types.get(node.name)
    if (root === 'tv') yield* xmltv.take(line, node)
    else if (root === 'rss') yield { line, put: (collector) => putPodcast(node, collector) }
    else if (!type) yield { line, put: () => `${excerpt(node.name)} is no item of the API` }
    else {
      const value = fromXml(type, node)
      const item: Value = { ...(isValue(value) ? value : {}), item_type: node.name }
      yield { line, put: (collector) => putItem(item, collector) }
    }
  }
  yield* xmltv.end()
}
