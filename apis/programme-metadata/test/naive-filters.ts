// The plain meaning of the filters of programmes and of what is shown.
import type { Programme } from '../provider/records.ts'
import { type Facts, type Filter, type Filters, found, type Get, letter, ofGenre, type Row } from './naive-facts.ts'
import type { RandomRecords } from './random-records.ts'

/** Returns for each filter whether a row meets one of its values. */
export function programmeFilters({ groups, promotions }: RandomRecords, facts: Facts): Filters {
  const { below, ofProgramme, running, isAvailable, original } = facts
  return {
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
}

export function transmissionFilters(
  { groups, services }: RandomRecords,
  { programme, below }: Facts,
  ofPrograms: Filters,
): Filters {
  return {
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
}

const letters: Record<string, (seconds: number) => boolean> = {
  short: (seconds) => seconds < 300,
  medium: (seconds) => seconds >= 300 && seconds <= 1800,
  long: (seconds) => seconds > 1800,
}

export const common: Filters = {
  pid: (row, value) => row.pid === value,
  q: (row, value) => found(row, value),
}

const between = (member: 'start' | 'end', isFrom: boolean) => (row: Row, value: string) => {
  const seconds = Date.parse(value) / 1000
  return isFrom ? Number(row[member]) >= seconds : Number(row[member]) <= seconds
}

// in November London has the time of UTC
const day = (row: Row) => new Date((Number(row.start) - 6 * 3600) * 1000).toISOString().slice(0, 10)
const none: Get = () => []
