// A broadcast or a window as an item (SOURCES 4.2).
import { present } from '#define/present'
import { type BroadcastColumns, flags } from '../catalogue/broadcasts.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { isoDuration, isoTime } from '../times.ts'
import {
  ancestorTitle,
  ancestorTitlesOf,
  identityOf,
  imagesMixin,
  oldImageOf,
  pidReference,
  serviceLink,
} from './links.ts'

/** Returns the item; `row` is that of the columns. */
export function transmissionView(row: number, catalogue: Catalogue, mixins: ReadonlySet<string>) {
  const { broadcasts: columns, programmes, versions } = catalogue
  const bits = present(columns.flags[row])
  const isWindow = (bits & flags.isWindow) !== 0
  const sid = present(columns.services[present(columns.service[row])])
  const programmeIndex = present(columns.programme[row])
  const programme = programmes.rows[programmeIndex]
  const version = versions.rows[present(columns.version[row])]
  const of = [
    ...(programme ? [pidReference(programme.pid, programme.kind)] : []),
    ...(version ? [pidReference(version.pid, 'version', 'versions')] : []),
  ]
  const hasTitles = mixins.has('ancestor_titles') || mixins.has('titles')
  const titles =
    hasTitles && programme ? [...ancestorTitlesOf(catalogue, programmeIndex), ancestorTitle(programme)] : []
  return {
    item_type: isWindow ? 'window' : 'broadcast',
    pid: present(columns.pid[row]),
    ...identityOf(columns.details.get(row) ?? {}),
    partner: present(columns.partners[present(columns.partner[row])]),
    ...(sid === '' ? {} : { service: serviceLink(sid) }),
    updated_time: isoTime(present(columns.updated[row])),
    ...(isWindow
      ? { scheduled_time: timesOf(columns, row), window_of: of }
      : { ...broadcastMembers(columns, row), broadcast_of: of }),
    ...oldImageOf(catalogue, programme?.image),
    ...(mixins.has('images') && programme ? imagesMixin(catalogue, programme) : {}),
    // the format does not allow a clip as an ancestor
    ...(titles.length === 0 ? {} : { ancestor_titles: titles.filter((title) => title.ancestor_type !== 'clip') }),
  }
}

function timesOf({ start, end }: BroadcastColumns, row: number) {
  return { start: isoTime(present(start[row])), end: isoTime(present(end[row])) }
}

function broadcastMembers(columns: BroadcastColumns, row: number) {
  const bits = present(columns.flags[row])
  const { isBlanked, isRepeat, isAudioDescribed, isCritical, isSimulcast } = flags
  const duration = isoDuration(present(columns.end[row]) - present(columns.start[row]))
  return {
    published_time: { ...timesOf(columns, row), duration },
    is_blanked: (bits & isBlanked) !== 0,
    is_repeat: (bits & isRepeat) !== 0,
    is_audio_described: (bits & isAudioDescribed) !== 0,
    is_critical: (bits & isCritical) !== 0,
    is_simulcast: (bits & isSimulcast) !== 0,
  }
}
