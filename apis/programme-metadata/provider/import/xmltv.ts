// Imports XMLTV (SOURCES 6.1): channels become services and master brands; programmes become brands, series, episodes,
// versions and broadcasts.
import { excerpt } from '#provider/import'
import { flags } from '../catalogue/broadcasts.ts'
import { type Contribution, defaultPartner } from '../records.ts'
import { broadcastDay } from '../times.ts'
import type { XmlNode } from '../wire/xml-reader.ts'
import type { Collector } from './batch.ts'
import { xmltvTime } from './dates.ts'
import { idFrom, mintPid } from './minted-pids.ts'
import { childText } from './xml-elements.ts'

/** A completed child of `tv`. */
interface XmltvEntry {
  readonly line: number
  /** Adds the entry; returns the problem, if any. */
  put(collector: Collector): string | undefined
}
interface XmltvReader {
  /** Takes a child of `tv`, and returns the entries it completes. */
  take(line: number, node: XmlNode): XmltvEntry[]
  /** Returns the pending entries at the end of the file. */
  end(): XmltvEntry[]
}

/** The limit of channels with a pending programme. */
const maxWaiting = 10_000

/** Creates the reader. A programme without a stop ends at the start of its channel's next one, so it waits for that. */
export function createXmltvReader(): XmltvReader {
  const waiting = new Map<string, { line: number; node: XmlNode }>()
  const entry = (line: number, node: XmlNode, next?: string): XmltvEntry => ({
    line,
    put: (collector) => putShowing(node, collector, next),
  })
  return {
    take(line, node) {
      if (node.name === 'channel') return [{ line, put: (collector) => putChannel(node, collector) }]
      if (node.name !== 'programme') return [{ line, put: () => undefined }]
      const { channel = '', start, stop } = node.attributes
      const before = waiting.get(channel)
      waiting.delete(channel)
      const complete = before ? [entry(before.line, before.node, start)] : []
      if (stop !== undefined || childText(node, 'length') !== undefined || waiting.size >= maxWaiting)
        return [...complete, entry(line, node)]
      waiting.set(channel, { line, node })
      return complete
    },
    end: () => [...waiting.values()].map(({ line, node }) => entry(line, node)),
  }
}

const entity = { partner: defaultPartner, updated: 0 } as const

function putChannel(node: XmlNode, collector: Collector): string | undefined {
  const { id: channel } = node.attributes
  if (channel === undefined || channel.trim() === '') return 'the channel has no id'
  const id = idFrom(channel)
  const name = childText(node, 'display-name') ?? channel
  const icon = putIcon(node, name, collector)
  collector.put('service', id, {
    sid: id,
    ...entity,
    name,
    type: 'TV',
    mediaType: 'Video',
    isConcrete: true,
    masterBrand: id,
  })
  collector.put('master_brand', id, { mid: id, ...entity, name, title: name, image: icon })
  return undefined
}

function putShowing(node: XmlNode, collector: Collector, next: string | undefined): string | undefined {
  const { channel = '', start: startText = '', stop: stopText = next } = node.attributes
  const start = xmltvTime(startText)
  const title = childText(node, 'title')
  if (channel.trim() === '' || title === undefined) return 'the programme has no channel or no title'
  if (start === undefined) return `the start of the programme is not a time: ${excerpt(startText)}`
  const end = stopText === undefined ? endByLength(node, start) : xmltvTime(stopText)
  if (stopText === undefined && end === undefined)
    return 'the programme has no stop and no length, and no programme of its channel follows'
  if (end === undefined || end <= start) return `the programme has no valid stop: ${excerpt(stopText ?? '')}`
  const sid = idFrom(channel)
  const brand = mintPid('b', 'brand', sid, title)
  const subTitle = childText(node, 'sub-title')
  const { season, episode } = numbersOf(node)
  const series = season === undefined ? undefined : mintPid('b', 'series', sid, title, String(season))
  // without a name or a number, every showing is a separate episode
  const identity = episode !== undefined ? [`${season ?? ''}.${episode}`] : [subTitle ?? startText]
  const pid = mintPid('m', 'episode', sid, title, ...identity)
  const version = mintPid('m', 'version', pid)
  const isAudio = node.children.some((child) => child.name === 'video' && childText(child, 'present') === 'no')
  const common = { ...entity, masterBrand: sid, ...classified(node) }
  const description = childText(node, 'desc')
  collector.mention('programme', brand, { kind: 'brand', pid: brand, ...common, title })
  if (series !== undefined)
    collector.mention('programme', series, {
      kind: 'series',
      pid: series,
      ...common,
      title: `Series ${season}`,
      parent: brand,
      position: season,
    })
  collector.put('programme', pid, {
    kind: 'episode',
    pid,
    ...common,
    title: subTitle ?? title,
    parent: series ?? brand,
    position: episode,
    synopses: description === undefined ? undefined : { short: description.slice(0, 90), long: description },
    mediaType: isAudio ? 'Audio' : 'Video',
    release: releaseOf(childText(node, 'date')) ?? broadcastDay(start),
    image: putIcon(node, title, collector),
    contributions: putCredits(node, collector),
  })
  const isSigned = node.children.some((child) => child.name === 'subtitles' && child.attributes.type === 'deaf-signed')
  collector.putVersion({
    pid: version,
    of: pid,
    ...entity,
    types: isSigned ? ['Signed'] : ['Original'],
    duration: end - start,
  })
  collector.putBroadcast({
    pid: mintPid('p', 'broadcast', sid, String(start)),
    ...entity,
    service: sid,
    start,
    end,
    programme: pid,
    version,
    flags: node.children.some(({ name }) => name === 'previously-shown') ? flags.isRepeat : 0,
    details: undefined,
  })
  collector.mention('service', sid, { sid, ...entity, name: channel, type: 'TV', masterBrand: sid })
  return undefined
}

const lengthUnits: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600 }

function endByLength(node: XmlNode, start: number): number | undefined {
  const length = Number(childText(node, 'length') ?? Number.NaN)
  const unit = lengthUnits[node.children.find(({ name }) => name === 'length')?.attributes.units ?? '']
  return unit === undefined || !(length > 0 && length < 1_000_000) ? undefined : start + Math.round(length * unit)
}

/** Reads numbers from `xmltv_ns`, which counts from 0, else from `S01E02`. */
function numbersOf(node: XmlNode): { season: number | undefined; episode: number | undefined } {
  for (const { name, attributes, text } of node.children) {
    if (name !== 'episode-num') continue
    const plain = text.replaceAll(/\s/g, '')
    const counted = /^(\d{0,4})(?:\/\d+)?\.(\d{0,5})(?:\/\d+)?(?:\.|$)/.exec(plain)
    if (attributes.system === 'xmltv_ns' && counted) {
      const number = (digits = '') => (digits === '' ? undefined : Number(digits) + 1)
      return { season: number(counted[1]), episode: number(counted[2]) }
    }
    const written = /^S(\d{1,4})E(\d{1,5})$/i.exec(plain)
    if (written) return { season: Number(written[1]), episode: Number(written[2]) }
  }
  return { season: undefined, episode: undefined }
}

function releaseOf(date: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)?(\d\d)?/.exec(date ?? '') ?? []
  return year === undefined ? undefined : [year, month, day].filter((part) => part !== undefined).join('-')
}

/** Category words for a genre group or a format of the provider (SOURCES 5.2, 5.3). */
const categories: readonly (readonly [pattern: RegExp, genre: string])[] = [
  [/child|kids/i, 'C00001'],
  [/drama|soap/i, 'C00017'],
  [/learn|educat/i, 'C00040'],
  [/factual|document|histor|nature|science/i, 'C00045'],
  [/music/i, 'C00066'],
  [/news|current affairs/i, 'C00079'],
  [/relig/i, 'C00080'],
  [/sport/i, 'C00081'],
  [/weather/i, 'C00113'],
  [/comedy|sitcom/i, 'C00193'],
  [/entertain|quiz|game show/i, 'C00200'],
]

function classified(node: XmlNode): { genres?: string[]; formats?: string[] } {
  const texts = node.children.filter(({ name }) => name === 'category').map(({ text }) => text)
  const genres = categories.filter(([pattern]) => texts.some((text) => pattern.test(text))).map(([, genre]) => genre)
  const formats = [
    ...(texts.some((text) => /film|movie/i.test(text)) ? ['PT007'] : []),
    ...(texts.some((text) => /animat|cartoon/i.test(text)) ? ['PT001'] : []),
  ]
  return { ...(genres.length > 0 ? { genres } : {}), ...(formats.length > 0 ? { formats } : {}) }
}

function putCredits(node: XmlNode, collector: Collector): Contribution[] | undefined {
  const credits = node.children.filter(({ name }) => name === 'credits').flatMap(({ children }) => children)
  const contributions = credits.slice(0, 200).flatMap((credit): Contribution[] => {
    const name = credit.text.trim()
    if (name === '') return []
    const person = mintPid('p', 'person', name)
    collector.mention('person', person, { pid: person, ...entity, type: 'person', presentation: name })
    const role = { id: credit.name.toUpperCase(), name: credit.name.charAt(0).toUpperCase() + credit.name.slice(1) }
    return [{ person, role, character: credit.attributes.role }]
  })
  return contributions.length === 0 ? undefined : contributions
}

/** Adds an icon. The API's image addresses have no scheme; this one has no size placeholder either. */
function putIcon(node: XmlNode, title: string, collector: Collector): string | undefined {
  const src = node.children.find(({ name }) => name === 'icon')?.attributes.src?.trim()
  if (src === undefined || !/^https?:\/\/\S+$/.test(src)) return undefined
  const pid = mintPid('p', 'image', src)
  collector.put('image', pid, { pid, ...entity, title, type: 'standard', template: src.replace(/^https?:\/\//, '') })
  return pid
}
