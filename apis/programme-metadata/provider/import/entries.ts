// The entries of a file, whatever its format: the content decides, not the name.
import { createHash } from 'node:crypto'
import {
  createPacer,
  decodeUtf8,
  excerpt,
  gunzipped,
  isGzip,
  jsonObjects,
  limitBytes,
  parseJson,
  peekBytes,
  sniffJson,
} from '#provider'
import { isValue, type Value } from '../wire/element-types.ts'
import { itemElements } from '../wire/elements.ts'
import { fromXml } from '../wire/xml-reader.ts'
import type { Collector } from './batch.ts'
import { putItem } from './items.ts'
import { createPodcastReader } from './podcast.ts'
import { xmlRecords } from './xml-elements.ts'
import { putXmltv } from './xmltv.ts'

/** Unpacked. A year of schedules of a hundred channels has some 2 GB. */
const maxFileBytes = 8 * 1024 ** 3
/** A page of 300 items with all mixins has some 6 MB. */
const maxObjectLength = 16 * 1024 * 1024
/** Enough to tell two files of the same name apart. */
const fingerprintBytes = 4096

export interface Entry {
  readonly line: number
  /** Puts what the entry says; returns what is wrong with it. */
  put(collector: Collector): string | undefined
}
export interface EntryFile {
  /** Name and fingerprint, under which the position of an import is stored. */
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

/** Pages of the API, and items by themselves. */
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
        const pausing = pause()
        if (pausing) await pausing
      }
  }
}

async function* xmlEntries(text: AsyncIterable<string>): AsyncGenerator<Entry> {
  const putPodcast = createPodcastReader()
  const types = new Map(Object.entries(itemElements))
  for await (const { line, root, node } of xmlRecords(text)) {
    const type = types.get(node.name)
    if (root === 'tv') yield { line, put: (collector) => putXmltv(node, collector) }
    else if (root === 'rss') yield { line, put: (collector) => putPodcast(node, collector) }
    else if (!type) yield { line, put: () => `${excerpt(node.name)} is no item of the API` }
    else {
      const value = fromXml(type, node)
      const item: Value = { ...(isValue(value) ? value : {}), item_type: node.name }
      yield { line, put: (collector) => putItem(item, collector) }
    }
  }
}
