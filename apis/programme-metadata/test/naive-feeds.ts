// What every filter and sort of every feed means, said as plainly as possible over all records: the reference for the
// provider's own. It shares no code with it but the types of the records.
import type { Availability, Identifier, Programme, Version } from '../provider/records.ts'
import type { RandomRecords } from './random-records.ts'

export type Query = readonly (readonly [name: string, value: string])[]
type Row = Readonly<Record<string, unknown>> & { readonly pid?: string }

const genreLevels: Readonly<Record<string, readonly string[]>> = {
  C00017: ['100003'],
  C00035: ['100003', '200032'],
  C00045: ['100005'],
  C00060: ['100005', '200055'],
}

export function naiveFeeds(records: RandomRecords, now: number) {
  const { programmes, versions, groups, promotions, services } = records
  const programme = (pid: unknown) => programmes.find((each) => each.pid === pid)
  const parents = (pid: unknown): string[] => {
    const parent = programme(pid)?.parent
    return parent === undefined ? [] : [parent, ...parents(parent)]
  }
  const below = (pid: unknown, ancestor: string) => parents(pid).includes(ancestor)
  const ofProgramme = (pid: unknown) => versions.filter((version) => version.of === pid)
  const status = ({ start = 0, end = Infinity, isRevoked }: Availability) =>
    isRevoked || end <= now ? 'revoked' : now < start ? 'pending' : 'available'
  const fold = (text: unknown) =>
    String(text ?? '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
  const filing = (title: unknown) => fold(title).replace(/^(the|an|a|yr|y) +(?=.)/, '')
  const running = ({ start = 0, end = Infinity }: { start?: number | undefined; end?: number | undefined }) =>
    start <= now && now < end
  const identified = (row: Row, { id, authority, type }: Record<'id' | 'authority' | 'type', readonly string[]>) =>
    [...((row.ids ?? []) as Identifier[]), ...((row.identifiers ?? []) as Identifier[])].some(
      (each) =>
        (id.length === 0 || id.includes(each.value)) &&
        (authority.length === 0 || authority.includes(each.authority ?? '')) &&
        (type.length === 0 || type.includes(each.type ?? '')),
    )
  const searchedText = (row: Row, field: string) =>
    field === 'title'
      ? [row.title, row.name, row.presentation, row.given, row.family].map(fold).join(' ')
      : fold(Object.values((row.synopses ?? {}) as object).join(' '))
  /** `word`, `title:word`, `NOT word`, `one OR other`, `one two`. */
  const found = (row: Row, q: string): boolean => {
    if (q.includes(' OR ')) return q.split(' OR ').some((part) => found(row, part))
    return q
      .replaceAll('NOT ', '-')
      .split(' ')
      .every((term) => {
        const [, not, field, word = ''] = /^(-?)(?:(title|synopsis):)?(.*)$/.exec(term) ?? []
        const fields = field === undefined ? ['title', 'synopsis'] : [field]
        const has = fields.some((each) =>
          searchedText(row, each)
            .split(/[^a-z0-9]+/)
            .includes(fold(word)),
        )
        return not === '-' ? !has : has
      })
  }
  const isPlayable = (availability: Availability, get: Get) => {
    const types = get('availability_type')
    const payments = get('payment_type')
    const wanted = get('availability')
    const state = status(availability)
    const within = wanted
      .filter((value) => /^P\d+D$/.test(value))
      .some((value) => state === 'pending' && (availability.start ?? 0) <= now + Number(value.slice(1, -1)) * 86_400)
    return (
      (wanted.length === 0 ||
        ((wanted.includes(state) || within) &&
          (types.length === 0 ? ['ondemand'] : types).includes(availability.type) &&
          (payments.length === 0 ? ['free'] : payments).includes(availability.payment ?? 'free'))) &&
      (get('media_set').length === 0 || availability.mediaSets.some(({ name }) => get('media_set').includes(name)))
    )
  }
  const isAvailable = (row: Programme, get: Get, fits: (availability: Availability) => boolean): boolean => {
    const kinds = get('availability_entity_type')
    return programmes.some((each) => {
      if (each !== row && !below(each.pid, row.pid)) return false
      if (kinds.length > 0 ? !kinds.includes(each.kind) : row.kind === 'episode' && each !== row) return false
      return ofProgramme(each.pid).some((version) => version.availabilities.some(fits))
    })
  }
  const partnerOf = (row: Row, get: Get) => {
    const sent = get('partner_pid').length > 0 ? get('partner_pid') : get('partner_id')
    return sent.includes('*') || (sent.length > 0 ? sent : ['s0000001']).includes(String(row.partner))
  }
  const letter = (row: Row) => filing(row.title).charAt(0)
  const original = (row: Programme) =>
    ofProgramme(row.pid).find(({ types }) => types.includes('Original')) ?? ofProgramme(row.pid)[0]
  const ofGenre = (row: Programme | undefined, genre: string) =>
    row?.genres?.some((id) => id === genre || genreLevels[id]?.includes(genre)) ?? false
  const letters: Record<string, (seconds: number) => boolean> = {
    short: (seconds) => seconds < 300,
    medium: (seconds) => seconds >= 300 && seconds <= 1800,
    long: (seconds) => seconds > 1800,
  }

  /** By filter: whether a row meets one of its values. */
  const common: Filters = {
    pid: (row, value) => row.pid === value,
    q: (row, value) => found(row, value),
  }
  const ofPrograms: Filters = {
    ...common,
    entity_type: (row, value) => row.kind === value,
    children_of: (row, value) => row.parent === value,
    descendants_of: (row, value) => below(row.pid, value),
    master_brand: (row, value) => row.masterBrand === value,
    media_type: (row, value) => row.mediaType === (value === 'audio' ? 'Audio' : 'Video'),
    genre: (row, value) => ofGenre(row as unknown as Programme, value),
    format: (row, value) => ((row.formats ?? []) as string[]).includes(value),
    people: (row, value) => ((row.contributions ?? []) as { person: string }[]).some(({ person }) => person === value),
    group: (row, value) => groups.some((group) => group.pid === value && group.members.includes(String(row.pid))),
    item: (row, value) =>
      ofProgramme(row.pid).some(({ playEvents = [] }) => playEvents.some(({ item }) => item === value)),
    tleo: (row, value) => (row.parent === undefined) === (value === 'true'),
    version: (row, value) => ofProgramme(row.pid).some(({ pid }) => pid === value),
    audio_described: (row, value) =>
      ofProgramme(row.pid).some(({ types }) => types.includes('DubbedAudioDescribed')) === (value === 'true'),
    signed: (row, value) =>
      value === 'inclusive' ||
      ofProgramme(row.pid).some(({ types }) => types.includes('Signed')) === (value === 'exclusive'),
    duration: (row, value) => {
      const seconds = original(row as unknown as Programme)?.duration
      return seconds !== undefined && letters[value]?.(seconds) === true
    },
    initial_letter: (row, value) => (value === '0-9' ? /\d/.test(letter(row)) : letter(row) === value),
    initial_letter_start: (row, value) => letter(row) !== '' && letter(row) >= value,
    initial_letter_end: (row, value) => letter(row) !== '' && letter(row) <= value,
    initial_letter_strict: (row, value) =>
      String(row.title ?? '')
        .charAt(0)
        .toLowerCase() === value,
    promoted_for: (row, value) =>
      promotions.some((each) => each.of?.pid === row.pid && each.promotedFor === value && running(each)),
    tag_scheme: (row, value) => ((row.tags ?? []) as { scheme: string }[]).some(({ scheme }) => scheme === value),
    tag_name: (row, value) => ((row.tags ?? []) as { name: string }[]).some(({ name }) => name === value),
    availability_from: (row, value, get) =>
      isAvailable(
        row as unknown as Programme,
        get,
        ({ end = Infinity, isRevoked }) => !isRevoked && end > Date.parse(value) / 1000,
      ),
  }
  const between = (member: 'start' | 'end', isFrom: boolean) => (row: Row, value: string) => {
    const seconds = Date.parse(value) / 1000
    return isFrom ? Number(row[member]) >= seconds : Number(row[member]) <= seconds
  }
  // in November London has the time of UTC
  const day = (row: Row) => new Date((Number(row.start) - 6 * 3600) * 1000).toISOString().slice(0, 10)
  const ofTransmissions: Filters = {
    pid: common.pid as Filter,
    q: (row, value) => found((programme(row.programme) ?? {}) as Row, value),
    descendants_of: (row, value) => row.programme === value || below(row.programme, value),
    genre: (row, value) => ofGenre(programme(row.programme), value),
    format: (row, value) => programme(row.programme)?.formats?.includes(value) ?? false,
    people: (row, value) => programme(row.programme)?.contributions?.some(({ person }) => person === value) ?? false,
    item: (row, value) => (ofPrograms.item as Filter)({ pid: String(row.programme) }, value, none),
    group: (row, value) =>
      groups.some(
        ({ pid, members }) =>
          pid === value && members.some((member) => member === row.programme || below(row.programme, member)),
      ),
    sid: (row, value) => row.service === value,
    service_master_brand: (row, value) =>
      services.some(({ sid, masterBrand }) => sid === row.service && masterBrand === value),
    version: (row, value) => row.version === value,
    repeat: (row, value) => row.isRepeat === (value === 'true'),
    start_from: between('start', true),
    start_to: between('start', false),
    end_from: between('end', true),
    end_to: between('end', false),
    schedule_day: (row, value) => day(row) === value,
    schedule_day_from: (row, value) => day(row) >= value,
    schedule_day_to: (row, value) => day(row) <= value,
  }
  const feeds: Record<
    string,
    { rows: readonly object[]; filters: Filters; isPartnered: boolean; hasEmbargo: boolean }
  > = {
    programmes: { rows: programmes, filters: ofPrograms, isPartnered: true, hasEmbargo: true },
    broadcasts: {
      rows: records.broadcasts.filter(({ kind }) => kind === 'broadcast'),
      filters: ofTransmissions,
      isPartnered: false,
      hasEmbargo: false,
    },
    schedules: { rows: records.broadcasts, filters: ofTransmissions, isPartnered: true, hasEmbargo: false },
    versions: {
      rows: versions,
      filters: {
        pid: common.pid as Filter,
        descendants_of: (row, value) => row.of === value || below(row.of, value),
      },
      isPartnered: true,
      hasEmbargo: true,
    },
    groups: {
      rows: groups,
      filters: {
        ...common,
        group_type: (row, value) => row.kind === value,
        member: (row, value) => (row.members as string[]).includes(value),
        group: (row, value) => groups.some(({ pid, members }) => pid === value && members.includes(String(row.pid))),
        for_programme: (row, value) => (row.programmes as string[]).includes(value),
        for_descendants_of: (row, value) =>
          (row.programmes as string[]).some((pid) => pid === value || below(pid, value)),
      },
      isPartnered: true,
      hasEmbargo: true,
    },
    images: {
      rows: records.images,
      filters: {
        ...common,
        image_type: (row, value) => (row.type ?? 'standard') === value,
        group: (row, value) => groups.some(({ pid, members }) => pid === value && members.includes(String(row.pid))),
        is_image_for: (row, value) =>
          [...programmes, ...groups].some(({ pid, image }) => pid === value && image === row.pid),
        is_alternate_image_for: (row, value) =>
          programmes.some(
            ({ pid, alternateImages = [] }) => pid === value && alternateImages.includes(String(row.pid)),
          ),
      },
      isPartnered: true,
      hasEmbargo: true,
    },
    items: {
      rows: records.items,
      filters: {
        ...common,
        item_type: (row, value) => row.kind === value,
        people: ofPrograms.people as Filter,
        programme: (row, value) =>
          versions.some(({ of, playEvents = [] }) => of === value && playEvents.some(({ item }) => item === row.pid)),
        segment_event: (row, value) =>
          versions.some(({ playEvents = [] }) => playEvents.some(({ pid, item }) => pid === value && item === row.pid)),
      },
      isPartnered: true,
      hasEmbargo: false,
    },
    people: {
      rows: records.people,
      filters: {
        ...common,
        has_external_id: (row, value) => (row.identifiers !== undefined) === (value === 'true'),
        programme: (row, value) => programme(value)?.contributions?.some(({ person }) => person === row.pid) ?? false,
      },
      isPartnered: true,
      hasEmbargo: false,
    },
    master_brands: {
      rows: records.masterBrands,
      filters: { q: common.q as Filter, mid: (row, value) => row.mid === value },
      isPartnered: true,
      hasEmbargo: false,
    },
    services: {
      rows: services,
      filters: {
        q: common.q as Filter,
        sid: (row, value) => row.sid === value,
        mid: (row, value) => row.masterBrand === value,
        service_type: (row, value) => row.type === value,
        start_from: (row, value) => Number(Reflect.get(Object(row.dates), 'start')) >= Date.parse(value) / 1000,
        start_to: (row, value) => Number(Reflect.get(Object(row.dates), 'start')) <= Date.parse(value) / 1000,
        end_from: (row, value) => Number(Reflect.get(Object(row.dates), 'end') ?? Infinity) >= Date.parse(value) / 1000,
        end_to: (row, value) => Number(Reflect.get(Object(row.dates), 'end') ?? Infinity) <= Date.parse(value) / 1000,
      },
      isPartnered: true,
      hasEmbargo: false,
    },
    promotions: {
      rows: promotions,
      filters: {
        ...common,
        promoted_by: (row, value) => row.promotedBy === value,
        promoted_for: (row, value) => row.promotedFor === value,
        context: (row, value) => Reflect.get(Object(row.context), 'pid') === value,
        status: (row) => running({ start: row.start as number | undefined, end: row.end as number | undefined }),
      },
      isPartnered: true,
      hasEmbargo: false,
    },
  }

  /** The ids that a feed finds, in ascending order of pid, sid or mid. */
  function find(feed: string, query: Query): Row[] {
    const get: Get = (name) => query.filter(([each]) => each === name).map(([, value]) => value)
    const { rows, filters, isPartnered, hasEmbargo } = feeds[feed] as NonNullable<(typeof feeds)[string]>
    const identifiers = { id: get('id'), authority: get('authority'), type: get('id_type') }
    const names = [...new Set(query.map(([name]) => name))]
    return (rows as Row[])
      .filter((row) => {
        if (isPartnered && !partnerOf(row, get)) return false
        if (hasEmbargo) {
          const [embargoed = 'exclude'] = get('embargoed')
          if (embargoed !== 'include' && (row.isEmbargoed === true) !== (embargoed === 'only')) return false
        }
        if (names.some((name) => ['id', 'authority', 'id_type'].includes(name)) && !identified(row, identifiers))
          return false
        if (get('tag_name').length > 0 && get('tag_scheme').length > 0) {
          const both = ((row.tags ?? []) as { name: string; scheme: string }[]).some(
            ({ name, scheme }) => get('tag_name').includes(name) && get('tag_scheme').includes(scheme),
          )
          if (!both) return false
        }
        if (
          names.includes('availability') ||
          names.includes('media_set') ||
          names.includes('availability_entity_type')
        ) {
          const fits = (availability: Availability) => isPlayable(availability, get)
          const none = !names.includes('availability') && !names.includes('media_set')
          const isNow = (availability: Availability) => status(availability) === 'available'
          if (feed === 'programmes' && !isAvailable(row as unknown as Programme, get, none ? isNow : fits)) return false
          if (feed === 'versions' && !(row as unknown as Version).availabilities.some(fits)) return false
        }
        return names.every((name) => {
          const filter = filters[name]
          return !filter || get(name).some((value) => filter(row, value, get))
        })
      })
      .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  }
  return { find, filters: (feed: string) => Object.keys(feeds[feed]?.filters ?? {}), filing, original }
}

export const idOf = (row: Row) => String(row.pid ?? row.sid ?? row.mid)

type Get = (name: string) => readonly string[]
type Filter = (row: Row, value: string, get: Get) => boolean
type Filters = Record<string, Filter>
const none: Get = () => []
