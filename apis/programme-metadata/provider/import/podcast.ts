// Imports a podcast feed (SOURCES 6.2): the channel becomes a brand, its items episodes that are playable from
// publication on.

import { utcDay } from '#provider'
import { excerpt } from '#provider/import'
import { defaultPartner, type MediaSet } from '../records.ts'
import type { XmlNode } from '../wire/xml-reader.ts'
import type { Collector } from './batch.ts'
import { feedTime } from './dates.ts'
import { mintPid } from './minted-pids.ts'
import { childText } from './xml-elements.ts'

const entity = { partner: defaultPartner, updated: 0 } as const
const mediaSets: readonly MediaSet[] = [{ name: 'podcast', territories: ['world'] }]

/** Reads the children of a channel in order; returns the problem of a child, if any. */
export function createPodcastReader(): (node: XmlNode, collector: Collector) => string | undefined {
  let channel: { title?: string; description?: string; image?: string; isPut?: boolean } = {}
  return (node, collector) => {
    const text = node.text.trim()
    if (node.name === 'title' && text !== '') channel = { title: text }
    else if (node.name === 'description' && text !== '') channel = { ...channel, description: plainText(text) }
    else if (node.name === 'image' && node.attributes.href !== undefined) {
      const image = putImage(node.attributes.href, channel.title ?? '', collector)
      channel = { ...channel, ...(image === undefined ? {} : { image }) }
    }
    if (node.name !== 'item') return undefined
    const { title } = channel
    if (title === undefined) return 'the channel has no title before its first item'
    const brand = mintPid('b', 'podcast', title)
    if (!channel.isPut) {
      channel = { ...channel, isPut: true }
      collector.put('programme', brand, {
        kind: 'brand',
        pid: brand,
        ...entity,
        title,
        synopses:
          channel.description === undefined
            ? undefined
            : { short: channel.description.slice(0, 90), long: channel.description },
        image: channel.image,
      })
    }
    return putItem(node, { brand, collector })
  }
}

interface ItemDeps {
  readonly brand: string
  readonly collector: Collector
}

function putItem(node: XmlNode, { brand, collector }: ItemDeps): string | undefined {
  const title = childText(node, 'title')
  const enclosure = node.children.find(({ name }) => name === 'enclosure')?.attributes ?? {}
  const dated = childText(node, 'pubDate') ?? childText(node, 'date') ?? childText(node, 'published')
  const published = feedTime(dated ?? '')
  const identity = childText(node, 'guid') ?? enclosure.url ?? title
  if (identity === undefined || title === undefined) return 'the item has no title or no guid'
  if (published === undefined && dated !== undefined) return `the pubDate of the item is not a date: ${excerpt(dated)}`
  const pid = mintPid('m', 'podcast', brand, identity)
  const description = childText(node, 'description') ?? childText(node, 'summary')
  const plain = description === undefined ? undefined : plainText(description)
  const image = node.children.find(({ name }) => name === 'image')?.attributes.href
  const episode = Number(childText(node, 'episode'))
  collector.put('programme', pid, {
    kind: 'episode',
    pid,
    ...entity,
    title,
    parent: brand,
    position: Number.isInteger(episode) && episode > 0 ? episode : undefined,
    synopses: plain === undefined ? undefined : { short: plain.slice(0, 90), long: plain },
    mediaType: enclosure.type?.startsWith('video/') ? 'Video' : 'Audio',
    release: published === undefined ? undefined : utcDay(published * 1000),
    uri: childText(node, 'link'),
    image: image === undefined ? undefined : putImage(image, title, collector),
    hasGuidance: /^(?:yes|true|explicit)$/i.test(childText(node, 'explicit') ?? '') || undefined,
  })
  collector.putVersion({
    pid: mintPid('m', 'version', pid),
    of: pid,
    ...entity,
    types: ['Original'],
    duration: podcastDuration(childText(node, 'duration')),
    // without a date, the start of availability is unknown
    availabilities: published === undefined ? undefined : [{ type: 'ondemand', start: published, mediaSets }],
  })
  return undefined
}

/** Parses seconds, `MM:SS`, `HH:MM:SS`, `PT1H2M` or `1h 2m`. */
export function podcastDuration(text: string | undefined): number | undefined {
  if (text === undefined || text.length > 40) return undefined
  const [, seconds] = /^(\d{1,6})\.\d{1,9}$/.exec(text) ?? []
  if (seconds !== undefined) return Number(seconds)
  const units =
    /^(?=.*\d)(?:PT)?\s?(?:(\d{1,3})\s?h(?:(?:ou)?rs?)?\s?)?(?:(\d{1,4})\s?m(?:in(?:ute)?s?)?\s?)?(?:(\d{1,6})\s?s(?:ec(?:ond)?s?)?)?$/i.exec(
      text,
    )
  if (units) {
    const [, hours = 0, minutes = 0, rest = 0] = units
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  }
  if (!/^\d{1,6}(?::\d{1,2}){0,2}$/.test(text)) return undefined
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** Converts a description, often HTML, to plain text. */
function plainText(html: string): string {
  const text = html.replaceAll(/<[^<>]{0,2000}>/g, ' ')
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 20_000)
}

function putImage(address: string, title: string, collector: Collector): string | undefined {
  if (!/^https?:\/\/\S+$/.test(address)) return undefined
  const pid = mintPid('p', 'image', address)
  collector.put('image', pid, { pid, ...entity, title, type: 'podcast', template: address.replace(/^https?:\/\//, '') })
  return pid
}
