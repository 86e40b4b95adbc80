// Converts items of the API to records, whatever their kind; the counterpart of the views.
import { flags } from '../catalogue/broadcasts.ts'
import { groupKinds, itemKinds, itemStrings, programmeKinds } from '../records.ts'
import type { Value } from '../wire/element-types.ts'
import type { Collector } from './batch.ts'
import {
  booleanOf,
  identifiersOf,
  idOf,
  integerOf,
  linkedPid,
  linksOf,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  spanOf,
  synopsesOf,
  textOf,
  timeOf,
} from './item-values.ts'
import {
  entityOf,
  mentionAncestors,
  nameOf,
  putAlternateImages,
  putAvailability,
  putContributions,
  putImageOf,
  putProgramme,
  putVersion,
} from './programme-items.ts'

type PutItem = (item: Value, collector: Collector) => string | undefined

const putters: ReadonlyMap<string, PutItem> = new Map<string, PutItem>([
  ...['brand', 'series', 'episode', 'clip'].map((kind): [string, PutItem] => [kind, putProgramme]),
  ...groupKinds.map((kind): [string, PutItem] => [kind, putGroup]),
  ...itemKinds.map((kind): [string, PutItem] => [kind, putSegment]),
  ['version', putVersion],
  ['availability', putAvailability],
  ['broadcast', putTransmission],
  ['window', putTransmission],
  ['image', putImage],
  ['contributor', putPerson],
  ['master_brand', putMasterBrand],
  ['service', putService],
  ['promotion', putPromotion],
  ['partner', putPartner],
])

/** Adds an item; returns the problem, if any. */
export function putItem(item: Value, collector: Collector): string | undefined {
  const put = putters.get(String(item.item_type))
  return put ? put(item, collector) : 'it has no item_type of the API'
}

const described = (item: Value) => ({ title: textOf(item.title), synopses: synopsesOf(item.synopses) })

function putGroup(item: Value, collector: Collector): string | undefined {
  const pid = idOf(item.pid)
  const kind = groupKinds.find((each) => each === item.item_type)
  if (pid === undefined || !kind) return 'it has no pid'
  collector.put('group', pid, {
    kind,
    pid,
    ...entityOf(item),
    ...described(item),
    isEmbargoed: textOf(item.embargoed) === 'true' ? true : undefined,
    masterBrand: idOf(objectOf(item.master_brand).mid),
    urlKey: textOf(item.url_key),
    scheduled: item.scheduled === undefined ? undefined : spanOf(item.scheduled),
    // absent from the API's own responses; accepted here so that groups can be imported at all
    members: listOf(item.members).flatMap((each) => idOf(each) ?? []),
    programmes: objectsOf(objectOf(item.for_programmes).for_programme).flatMap((each) => linkedPid(each) ?? []),
    image: putImageOf(item, collector),
    alternateImages: putAlternateImages(item, collector),
    links: linksOf(item.related_links),
  })
  return undefined
}

function putSegment(item: Value, collector: Collector): string | undefined {
  const pid = idOf(item.pid)
  const kind = itemKinds.find((each) => each === item.item_type)
  if (pid === undefined || !kind) return 'it has no pid'
  const details = Object.fromEntries(
    itemStrings.flatMap((name) => {
      const text = textOf(item[name])
      return text === undefined ? [] : [[name, text]]
    }),
  )
  collector.put('item', pid, {
    kind,
    pid,
    ...entityOf(item),
    ...described(item),
    duration: numberOf(item.duration),
    image: putImageOf(item, collector),
    details: Object.keys(details).length === 0 ? undefined : details,
    contributions: putContributions(item.contributions, collector),
  })
  for (const event of objectsOf(objectOf(item.play_events).play_event)) {
    const eventPid = idOf(event.pid)
    const playedIn = objectsOf(event.played_in)
    const version = linkedPid(playedIn.find((each) => each.result_type === 'version'))
    const of = linkedPid(playedIn.find((each) => each.result_type !== 'version'))
    if (eventPid === undefined || version === undefined) continue
    const { offset, position } = event
    collector.putVersion({
      pid: version,
      of,
      playEvents: [
        {
          pid: eventPid,
          item: pid,
          offset: integerOf(offset),
          position: numberOf(position),
          ...described(event),
        },
      ],
    })
  }
  return undefined
}

function putTransmission(item: Value, collector: Collector): string | undefined {
  const isWindow = item.item_type === 'window'
  const pid = idOf(item.pid)
  const { start, end } = spanOf(isWindow ? item.scheduled_time : item.published_time)
  if (pid === undefined || start === undefined || end === undefined || end < start) return 'it has no pid, start or end'
  // columns hold times after 1970 in 32 bits
  if (start < 0 || end > 0xffffffff) return 'its time is out of range'
  const references = objectsOf(isWindow ? item.window_of : item.broadcast_of)
  const ofType = (isVersion: boolean) =>
    idOf(references.find(({ result_type: type }) => (type === 'version') === isVersion)?.pid)
  const service = idOf(objectOf(item.service).sid)
  const { partner, updated } = entityOf(item)
  const { ids, identifiers } = identifiersOf(item)
  const bit = (name: string, flag: number) => (booleanOf(item[name]) ? flag : 0)
  collector.putBroadcast({
    pid,
    partner,
    service,
    start,
    end,
    programme: ofType(false),
    version: ofType(true),
    flags:
      (isWindow ? flags.isWindow : 0) |
      bit('is_repeat', flags.isRepeat) |
      bit('is_audio_described', flags.isAudioDescribed) |
      bit('is_blanked', flags.isBlanked) |
      bit('is_critical', flags.isCritical) |
      bit('is_simulcast', flags.isSimulcast),
    updated,
    details: ids === undefined && identifiers === undefined ? undefined : { ids, identifiers },
  })
  if (service !== undefined) collector.mention('service', service, { sid: service, partner, updated: 0 })
  const [version, programme] = [ofType(true), ofType(false)]
  if (version !== undefined && programme !== undefined) collector.putVersion({ pid: version, of: programme })
  // known only by its pid until it is imported, or by accompanying titles
  const kind = programmeKinds.find((each) => references.some((reference) => reference.result_type === each))
  if (programme !== undefined && kind)
    collector.mention('programme', programme, {
      kind,
      pid: programme,
      partner,
      updated: 0,
      image: putImageOf(item, collector),
    })
  mentionAncestors(item, collector)
  return undefined
}

function putImage(item: Value, collector: Collector): string | undefined {
  const pid = idOf(item.pid)
  if (pid === undefined) return 'it has no pid'
  const asset = objectOf(item.source_asset)
  const { width, height } = objectOf(asset.dimensions)
  collector.put('image', pid, {
    pid,
    ...entityOf(item),
    ...described(item),
    isEmbargoed: textOf(item.embargoed) === 'true' ? true : undefined,
    type: textOf(item.type),
    template: textOf(item.template_url),
    author: textOf(item.author),
    shot: timeOf(item.shoot_date),
    width: integerOf(width),
    height: integerOf(height),
    mimeType: textOf(asset.mime_type),
  })
  return undefined
}

function putPerson(item: Value, collector: Collector): string | undefined {
  const pid = idOf(item.pid)
  if (pid === undefined) return 'it has no pid'
  collector.put('person', pid, {
    pid,
    ...entityOf(item),
    type: textOf(item.type),
    disambiguation: textOf(item.disambiguation),
    ...nameOf(item.name),
  })
  return undefined
}

function putMasterBrand(item: Value, collector: Collector): string | undefined {
  const mid = idOf(item.mid)
  if (mid === undefined) return 'it has no mid'
  const { master_brand_date_range: dates } = item
  collector.put('master_brand', mid, {
    mid,
    ...entityOf(item),
    ...described(item),
    name: textOf(item.name),
    urlKey: textOf(item.url_key),
    colour: textOf(item.colour),
    position: integerOf(item.position),
    image: putImageOf(item, collector),
    dates: dates === undefined ? undefined : spanOf(dates),
  })
  return undefined
}

function putService(item: Value, collector: Collector): string | undefined {
  const sid = idOf(item.sid)
  if (sid === undefined) return 'it has no sid'
  const { date_range: dates } = item
  collector.put('service', sid, {
    sid,
    ...entityOf(item),
    name: textOf(item.name),
    description: textOf(item.description),
    region: textOf(item.region),
    type: textOf(item.type),
    mediaType: item.media_type === 'Audio' || item.media_type === 'Video' ? item.media_type : undefined,
    isConcrete: booleanOf(item.is_concrete),
    isStreamable: booleanOf(item.is_streamable),
    isDownloadable: booleanOf(item.is_downloadable),
    dates: dates === undefined ? undefined : spanOf(dates),
    masterBrand: idOf(objectOf(item.master_brand).mid),
  })
  return undefined
}

function putPromotion(item: Value, collector: Collector): string | undefined {
  const pid = idOf(item.pid)
  if (pid === undefined) return 'it has no pid'
  const [context, of] = [objectOf(item.context), objectOf(item.promotion_of)]
  const [contextPid, ofPid] = [idOf(context.pid), idOf(of.pid)]
  collector.put('promotion', pid, {
    pid,
    ...entityOf(item),
    ...described(item),
    start: timeOf(item.start_time),
    end: timeOf(item.end_time),
    uri: textOf(item.uri),
    url: textOf(item.url),
    priority: integerOf(item.priority),
    promotedBy: textOf(item.promoted_by),
    promotedFor: textOf(item.promoted_for),
    context:
      contextPid === undefined
        ? undefined
        : {
            pid: contextPid,
            type: idOf(context.result_type) ?? 'brand',
            cascades: booleanOf(context.cascades_to_descendants),
          },
    of: ofPid === undefined ? undefined : { pid: ofPid, type: idOf(of.result_type) ?? 'brand' },
    links: linksOf(item.related_links),
  })
  return undefined
}

function putPartner(item: Value, collector: Collector): string | undefined {
  const pid = idOf(item.pid)
  if (pid === undefined) return 'it has no pid'
  collector.put('partner', pid, { pid, name: textOf(item.name) ?? pid, description: textOf(item.description) })
  return undefined
}
