// Filters, sorts and mixins of several feeds.
import { defaultPartner } from '../records.ts'
import type { FilterDefinition, MixinDefinition, SortDefinition } from './feed-definition.ts'

export const many = (type: FilterDefinition['type'], title: string): FilterDefinition => ({
  type,
  title,
  multiple: true,
})
export const single = (type: FilterDefinition['type'], title: string): FilterDefinition => ({ type, title })
export const choice = (title: string, options: readonly string[]): FilterDefinition => ({
  type: 'string',
  title,
  options,
})

export const paging = {
  page: { type: 'integer', title: 'Page, counted from 1', min: 1, default: '1' },
  page_size: { type: 'integer', title: 'Items per page; 0 for the count alone', min: 0, max: 300, default: '10' },
} as const satisfies Record<string, FilterDefinition>
export const partners: Readonly<Record<string, FilterDefinition>> = {
  partner_id: { ...many('PID', 'Partners by id; partner_pid replaces it'), prefer: 'partner_pid' },
  partner_pid: { ...many('PID', 'Partners by pid; * for all'), default: defaultPartner },
}
export const pid = { pid: many('PID', 'Only items with these pids') }
export const q = { q: single('string', 'Words to find; AND, OR, NOT, quotes, parentheses and field prefixes work') }
export const embargoed: Readonly<Record<string, FilterDefinition>> = {
  embargoed: {
    ...choice('Embargoed items: left out, included, or alone', ['include', 'exclude', 'only']),
    default: 'exclude',
    isUndocumented: true,
  },
}
export const descendantsOf = { descendants_of: many('PID', 'Only what belongs below these programmes, at any level') }
export const payment: Readonly<Record<string, FilterDefinition>> = {
  payment_type: {
    ...choice('How it is paid for', ['free', 'bbcstore', 'uscansvod']),
    default: 'free',
    dependsOn: 'availability',
  },
}
export const times = {
  end_from: single('datetime', 'Ends at this time or later'),
  end_to: single('datetime', 'Ends at this time or earlier'),
  start_from: single('datetime', 'Starts at this time or later'),
  start_to: single('datetime', 'Starts at this time or earlier'),
}
/** Filters that broadcasts and schedules share. */
export const transmissions: Readonly<Record<string, FilterDefinition>> = {
  authority: many('string', 'Only items with an identifier of these authorities'),
  ...descendantsOf,
  ...times,
  format: many('string', 'Only programmes of these formats'),
  genre: many('string', 'Only programmes of these genres, by genre or genre group'),
  id: many('string', 'Only items with these identifiers'),
  item: many('PID', 'Only programmes in which these items occur'),
  ...paging,
  people: single('string', 'Only programmes to which this person contributes'),
  ...pid,
  ...q,
  schedule_day: single('date', 'Starts on this broadcast day'),
  schedule_day_from: single('date', 'Starts on this broadcast day or later'),
  schedule_day_to: single('date', 'Starts on this broadcast day or earlier'),
  service_master_brand: many('string', 'Only services of these master brands'),
  sid: many('string', 'Only these services'),
  version: many('PID', 'Only these versions'),
}

const both = ['ascending', 'descending'] as const
const downFirst = ['descending', 'ascending'] as const
export const sorts = {
  pidDown: { title: 'By pid', directions: ['descending'], isDefault: true },
  pidBoth: { title: 'By pid', directions: downFirst, isDefault: true },
  startUp: { title: 'By start', directions: both, isDefault: true },
  startDown: { title: 'By scheduled start', directions: downFirst, isDefault: true },
  up: (title: string): SortDefinition => ({ title, directions: both }),
  down: (title: string): SortDefinition => ({ title, directions: downFirst }),
} as const

export const imagesMixin: MixinDefinition = { title: 'The image' }
export const linksMixin: MixinDefinition = { title: 'Related links' }
export const itemAuthority = {
  authority: single('string', 'Only those with an identifier of this authority'),
  id: many('ID', 'Only those with these identifiers'),
  id_type: single('string', 'Only those with an identifier of this type'),
}
