// A broadcast or a window as an item (SOURCES 4.2).
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

/** `row`: of the columns. */
export function transmissionView(row: number, catalogue: Catalogue, mixins: ReadonlySet<string>) {
  const { broadcasts: columns, programmes, versions } = catalogue
  const bits = columns.flags[row] ?? 0
  const isWindow = (bits & flags.isWindow) !== 0
  const sid = columns.services[columns.service[row] ?? -1] ?? ''
  const programmeIndex = columns.programme[row] ?? -1
  const programme = programmes.rows[programmeIndex]
  const version = versions.rows[columns.version[row] ?? -1]
  const of = [
    ...(programme ? [pidReference(programme.pid, programme.kind)] : []),
    ...(version ? [pidReference(version.pid, 'version', 'versions')] : []),
  ]
  const hasTitles = mixins.has('ancestor_titles') || mixins.has('titles')
  const titles =
    hasTitles && programme ? [...ancestorTitlesOf(catalogue, programmeIndex), ancestorTitle(programme)] : []
  return {
    item_type: isWindow ? 'window' : 'broadcast',
    pid: columns.pid[row] ?? '',
    ...identityOf(columns.details.get(row) ?? {}),
    partner: columns.partners[columns.partner[row] ?? -1] ?? '',
    ...(sid === '' ? {} : { service: serviceLink(sid) }),
    updated_time: isoTime(columns.updated[row] ?? 0),
    ...(isWindow
      ? { scheduled_time: timesOf(columns, row), window_of: of }
      : { ...broadcastMembers(columns, row), broadcast_of: of }),
    ...oldImageOf(catalogue, programme?.image),
    ...(mixins.has('images') && programme ? imagesMixin(catalogue, programme) : {}),
    // a clip is not among the ancestors that the format knows
    ...(titles.length === 0 ? {} : { ancestor_titles: titles.filter((title) => title.ancestor_type !== 'clip') }),
  }
}

function timesOf({ start, end }: BroadcastColumns, row: number) {
  return { start: isoTime(start[row] ?? 0), end: isoTime(end[row] ?? 0) }
}

function broadcastMembers(columns: BroadcastColumns, row: number) {
  const bits = columns.flags[row] ?? 0
  const { isBlanked, isRepeat, isAudioDescribed, isCritical, isSimulcast } = flags
  const duration = isoDuration((columns.end[row] ?? 0) - (columns.start[row] ?? 0))
  return {
    published_time: { ...timesOf(columns, row), duration },
    is_blanked: (bits & isBlanked) !== 0,
    is_repeat: (bits & isRepeat) !== 0,
    is_audio_described: (bits & isAudioDescribed) !== 0,
    is_critical: (bits & isCritical) !== 0,
    is_simulcast: (bits & isSimulcast) !== 0,
  }
}
