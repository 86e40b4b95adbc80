// The feeds of broadcasts, groups, images, segments, people, brands, services and promotions.
import { groupKinds, itemKinds } from '../records.ts'
import type { FeedDefinition } from './feed-definition.ts'
import {
  choice,
  embargoed,
  imagesMixin,
  itemAuthority,
  linksMixin,
  many,
  paging,
  partners,
  pid,
  q,
  single,
  sorts,
  times,
  transmissions,
} from './shared-filters.ts'

const serviceTypes = [
  'Interactive',
  'Local Radio',
  'Master Brand Only',
  'National Radio',
  'On Demand',
  'Regional Radio',
  'Simulcast',
  'TV',
  'Web Only',
  'Webcast',
] as const
const imageTypes = ['standard', 'podcast', 'store', 'portrait', 'letterbox'] as const

export const broadcasts: FeedDefinition = {
  name: 'Broadcasts',
  path: 'broadcasts',
  title: 'Broadcasts on television and radio',
  status: 'supported',
  filters: transmissions,
  sorts: { start_date: sorts.startUp },
  mixins: { titles: { title: 'Titles of the ancestors' } },
  deprecations: [
    { name: 'image', type: 'element', since: '2014-07-09', replacedBy: 'images', replacementType: 'mixin' },
  ],
}

export const schedules: FeedDefinition = {
  name: 'Schedules',
  path: 'schedules',
  title: 'Broadcasts and webcasts in the order of a schedule',
  status: 'supported',
  filters: {
    ...transmissions,
    group: single('PID', 'Only programmes of this group'),
    id_type: many('string', 'Only items with an identifier of these types'),
    ...partners,
    repeat: { type: 'boolean', title: 'Only repeats, or none' },
  },
  sorts: { start_date: sorts.startUp },
  mixins: {
    ancestor_titles: { title: 'Titles of the ancestors' },
    images: imagesMixin,
    titles: {
      title: 'Titles of the ancestors',
      deprecatedSince: '2014-01-31',
      replacedBy: 'ancestor_titles',
    },
  },
  deprecations: [
    { name: 'titles', type: 'mixin', since: '2014-01-31', replacedBy: 'ancestor_titles', replacementType: 'mixin' },
  ],
}

export const groups: FeedDefinition = {
  name: 'Groups',
  path: 'groups',
  title: 'Seasons, collections, galleries and franchises',
  status: 'supported',
  filters: {
    for_descendants_of: single('PID', 'Only groups for this programme or one below it'),
    for_programme: single('PID', 'Only groups for this programme'),
    group: single('PID', 'Only groups in this group'),
    group_type: { ...choice('Kinds of group', groupKinds), multiple: true },
    member: single('PID', 'Only groups that contain this'),
    ...paging,
    ...partners,
    ...pid,
    ...q,
    ...embargoed,
  },
  sorts: { pid: sorts.pidDown },
  mixins: {
    alternate_images: { title: 'Alternate images' },
    group_for: { title: 'The programmes that it is for' },
    images: imagesMixin,
    related_links: linksMixin,
  },
  deprecations: [],
}

export const images: FeedDefinition = {
  name: 'Images',
  path: 'images',
  title: 'Images and galleries',
  status: 'supported',
  filters: {
    group: { ...single('PID', 'Only images of this gallery'), prohibits: ['is_image_for', 'is_alternate_image_for'] },
    image_type: { ...choice('Kinds of image', imageTypes), multiple: true },
    is_alternate_image_for: {
      ...single('PID', 'Only alternate images of this'),
      prohibits: ['is_image_for', 'group'],
    },
    is_image_for: {
      ...single('PID', 'Only the image of this'),
      prohibits: ['group', 'is_alternate_image_for'],
    },
    ...paging,
    ...partners,
    ...pid,
    ...q,
    ...embargoed,
  },
  sorts: {
    group_position: { title: 'By position in the gallery', directions: ['ascending'], needs: 'group' },
    pid: sorts.pidBoth,
  },
  mixins: {},
  deprecations: [],
}

export const items: FeedDefinition = {
  name: 'Items',
  path: 'items',
  title: 'Chapters, tracks and other segments of programmes',
  status: undefined,
  filters: {
    ...itemAuthority,
    item_type: { ...choice('Kinds of item', itemKinds), multiple: true },
    ...paging,
    ...partners,
    people: single('string', 'Only items to which this person contributes'),
    ...pid,
    programme: single('PID', 'Only items that occur in this programme'),
    ...q,
    segment_event: single('string', 'Only the item of this play event'),
  },
  sorts: { pid: sorts.pidDown },
  mixins: {
    contributions: { title: 'Performers and others' },
    images: imagesMixin,
    offset: {
      title: 'Where it occurs in the programme',
      dependsOn: 'programme',
      deprecatedSince: '2014-05-06',
      replacedBy: 'play_event',
    },
    play_event: {
      title: 'When it is played',
      dependencyOn: [{ filter: 'programme' }, { filter: 'segment_event' }],
    },
  },
  deprecations: [
    { name: 'offset', type: 'mixin', since: '2014-05-06', replacedBy: 'play_event', replacementType: 'mixin' },
  ],
}

export const masterBrands: FeedDefinition = {
  name: 'Masterbrands',
  path: 'master_brands',
  title: 'Master brands',
  status: undefined,
  filters: { mid: many('string', 'Only these master brands'), ...paging, ...partners, ...q },
  sorts: { mid: { title: 'By mid', directions: ['ascending'], isDefault: true } },
  mixins: { images: imagesMixin },
  deprecations: [],
}

export const people: FeedDefinition = {
  name: 'People',
  path: 'people',
  title: 'People and bands that contribute to programmes',
  status: 'supported',
  filters: {
    ...itemAuthority,
    has_external_id: { type: 'boolean', title: 'With or without an identifier', options: ['true', 'false'] },
    ...paging,
    ...partners,
    ...pid,
    programme: single('string', 'Only contributors to this programme'),
    ...q,
  },
  sorts: {},
  mixins: {},
  deprecations: [],
}

export const pips: FeedDefinition = {
  name: 'Pips',
  path: 'pips',
  title: 'Entities of the identifier store',
  status: 'supported',
  filters: { ...paging, ...q },
  sorts: {},
  mixins: {},
  deprecations: [],
}

export const promotions: FeedDefinition = {
  name: 'Promotions',
  path: 'promotions',
  title: 'Promotions of programmes and pages',
  status: 'supported',
  filters: {
    context: single('PID', 'Only promotions in this context'),
    ...paging,
    ...partners,
    ...pid,
    promoted_by: many('string', 'Only promotions by these'),
    promoted_for: many('string', 'Only promotions for these services'),
    ...q,
    status: choice('Only promotions that run now', ['current']),
  },
  sorts: {},
  mixins: { related_links: linksMixin },
  deprecations: [],
}

export const services: FeedDefinition = {
  name: 'Services',
  path: 'services',
  title: 'Linear services',
  status: 'supported',
  filters: {
    ...times,
    mid: many('string', 'Only services of these master brands'),
    ...paging,
    ...partners,
    ...q,
    service_type: { ...choice('Kinds of service', serviceTypes), multiple: true },
    sid: many('string', 'Only these services'),
  },
  sorts: {},
  mixins: {},
  deprecations: [],
}
