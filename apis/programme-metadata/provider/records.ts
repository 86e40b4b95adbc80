// The stored form: one record per entity, with times as whole seconds since the epoch. Views turn records into the
// provider's items, imports turn items back into records.

export interface Identifier {
  readonly type?: string | undefined
  readonly authority?: string | undefined
  readonly value: string
}
export interface Synopses {
  readonly short?: string | undefined
  readonly medium?: string | undefined
  readonly long?: string | undefined
}
/** Seconds since the epoch; a missing end is open. */
export interface Span {
  readonly start?: number | undefined
  readonly end?: number | undefined
}
export interface RelatedLink {
  readonly pid: string
  readonly type?: string | undefined
  readonly uri?: string | undefined
  readonly title?: string | undefined
  readonly synopses?: Synopses | undefined
  readonly position?: number | undefined
  readonly isExternal?: boolean | undefined
  readonly availability?: Span | undefined
}
export interface Contribution {
  /** Pid of a person. */
  readonly person: string
  /** Id such as `ACTOR`, and its name. */
  readonly role?: { readonly id?: string | undefined; readonly name?: string | undefined } | undefined
  readonly character?: string | undefined
}

interface Entity {
  readonly partner: string
  readonly updated: number
  readonly identifiers?: readonly Identifier[] | undefined
  readonly ids?: readonly Identifier[] | undefined
}
interface Described {
  readonly title?: string | undefined
  readonly synopses?: Synopses | undefined
}

export const programmeKinds = ['brand', 'series', 'episode', 'clip'] as const
export type ProgrammeKind = (typeof programmeKinds)[number]
export interface Programme extends Entity, Described {
  readonly kind: ProgrammeKind
  readonly pid: string
  readonly isEmbargoed?: boolean | undefined
  /** Pid of the immediate parent; absent for a top-level programme. */
  readonly parent?: string | undefined
  readonly position?: number | undefined
  readonly presentationTitle?: string | undefined
  readonly caption?: string | undefined
  readonly uri?: string | undefined
  readonly masterBrand?: string | undefined
  readonly mediaType?: 'Audio' | 'Video' | undefined
  /** Release date: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  readonly release?: string | undefined
  /** Ids of genre groups. */
  readonly genres?: readonly string[] | undefined
  /** Ids of formats. */
  readonly formats?: readonly string[] | undefined
  readonly image?: string | undefined
  readonly alternateImages?: readonly string[] | undefined
  readonly contributions?: readonly Contribution[] | undefined
  readonly links?: readonly RelatedLink[] | undefined
  readonly tags?: readonly { readonly scheme: string; readonly name: string }[] | undefined
  readonly expectedChildren?: number | undefined
  readonly advertising?: string | undefined
  readonly isStacked?: boolean | undefined
  readonly hasGuidance?: boolean | undefined
  readonly isEmbeddable?: boolean | undefined
}

export const availabilityTypes = ['ondemand', 'webcast', 'simulcast'] as const
export type AvailabilityType = (typeof availabilityTypes)[number]
export interface MediaSet {
  readonly name: string
  readonly territories: readonly string[]
}
export interface Availability extends Span {
  readonly type: AvailabilityType
  /** Payment; `free` if absent. */
  readonly payment?: string | undefined
  readonly actualStart?: number | undefined
  readonly mediaSets: readonly MediaSet[]
  /** True if withdrawn before its end. */
  readonly isRevoked?: boolean | undefined
}
/** An item such as a track, at an offset in seconds. */
export interface PlayEvent extends Described {
  readonly pid: string
  readonly item: string
  readonly offset?: number | undefined
  readonly position?: number | undefined
}
export interface Version extends Entity {
  readonly pid: string
  readonly of: string
  /** Version types: `Original`, `Signed`, `DubbedAudioDescribed` and others. */
  readonly types: readonly string[]
  readonly isEmbargoed?: boolean | undefined
  /** Duration in seconds. */
  readonly duration?: number | undefined
  readonly aspectRatio?: string | undefined
  readonly isCompetition?: boolean | undefined
  readonly warnings?: readonly { readonly code?: string | undefined; readonly text: string }[] | undefined
  readonly availabilities: readonly Availability[]
  readonly playEvents?: readonly PlayEvent[] | undefined
}

export interface Broadcast extends Entity {
  readonly kind: 'broadcast' | 'window'
  readonly pid: string
  readonly service?: string | undefined
  readonly start: number
  readonly end: number
  readonly programme?: string | undefined
  readonly version?: string | undefined
  readonly isRepeat?: boolean | undefined
  readonly isAudioDescribed?: boolean | undefined
  readonly isBlanked?: boolean | undefined
  readonly isCritical?: boolean | undefined
  readonly isSimulcast?: boolean | undefined
}

export const groupKinds = ['collection', 'franchise', 'gallery', 'season'] as const
type GroupKind = (typeof groupKinds)[number]
export interface Group extends Entity, Described {
  readonly kind: GroupKind
  readonly pid: string
  readonly isEmbargoed?: boolean | undefined
  readonly masterBrand?: string | undefined
  readonly urlKey?: string | undefined
  readonly scheduled?: Span | undefined
  /** Pids of programmes, groups and images, in order. */
  readonly members: readonly string[]
  /** Pids of the promoted programmes. */
  readonly programmes: readonly string[]
  readonly image?: string | undefined
  readonly alternateImages?: readonly string[] | undefined
  readonly links?: readonly RelatedLink[] | undefined
}
export interface Image extends Entity, Described {
  readonly pid: string
  readonly isEmbargoed?: boolean | undefined
  readonly type?: string | undefined
  readonly template?: string | undefined
  readonly author?: string | undefined
  readonly shot?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly mimeType?: string | undefined
}
export const itemKinds = ['chapter', 'highlight', 'music', 'speech', 'other'] as const
type ItemKind = (typeof itemKinds)[number]
/** Members that are plain strings in the API, under the same names. */
export const itemStrings = [
  'release_title',
  'source_media',
  'catalogue_number',
  'record_label',
  'publisher',
  'music_code',
  'track_number',
  'track_side',
  'recording_date',
  'snippet_url',
] as const
export interface Item extends Entity, Described {
  readonly kind: ItemKind
  readonly pid: string
  /** Duration in seconds. */
  readonly duration?: number | undefined
  readonly image?: string | undefined
  readonly details?: Partial<Record<(typeof itemStrings)[number], string>> | undefined
  readonly contributions?: readonly Contribution[] | undefined
}
export interface Person extends Entity {
  readonly pid: string
  readonly type?: string | undefined
  readonly presentation?: string | undefined
  readonly given?: string | undefined
  readonly family?: string | undefined
  readonly nameTitle?: string | undefined
  readonly disambiguation?: string | undefined
}
export interface MasterBrand extends Entity, Described {
  readonly mid: string
  readonly name?: string | undefined
  readonly urlKey?: string | undefined
  readonly colour?: string | undefined
  readonly position?: number | undefined
  readonly image?: string | undefined
  readonly dates?: Span | undefined
}
export interface Service extends Entity {
  readonly sid: string
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly region?: string | undefined
  readonly type?: string | undefined
  readonly mediaType?: 'Audio' | 'Video' | undefined
  readonly isConcrete?: boolean | undefined
  readonly isStreamable?: boolean | undefined
  readonly isDownloadable?: boolean | undefined
  readonly dates?: Span | undefined
  readonly masterBrand?: string | undefined
}
export interface Promotion extends Entity, Described {
  readonly pid: string
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly uri?: string | undefined
  readonly url?: string | undefined
  readonly priority?: number | undefined
  readonly promotedBy?: string | undefined
  readonly promotedFor?: string | undefined
  readonly context?:
    | { readonly pid: string; readonly type: string; readonly cascades?: boolean | undefined }
    | undefined
  readonly of?: { readonly pid: string; readonly type: string } | undefined
  readonly links?: readonly RelatedLink[] | undefined
}
/** A combination of genres by level, from the widest. Names are unknown unless a public source gives them. */
export interface GenreGroup {
  readonly id: string
  readonly genres: readonly { readonly id: string; readonly name?: string | undefined }[]
}
export interface Format {
  readonly id: string
  readonly name?: string | undefined
}
export interface Partner {
  readonly pid: string
  readonly name: string
  readonly description?: string | undefined
}

/** All kinds of records except broadcasts, by name. */
export interface RecordTypes {
  programme: Programme
  version: Version
  group: Group
  image: Image
  item: Item
  person: Person
  master_brand: MasterBrand
  service: Service
  promotion: Promotion
  genre_group: GenreGroup
  format: Format
  partner: Partner
}
export type RecordKind = keyof RecordTypes
export const recordKinds: readonly RecordKind[] = [
  'partner',
  'genre_group',
  'format',
  'master_brand',
  'service',
  'image',
  'person',
  'item',
  'programme',
  'version',
  'group',
  'promotion',
]

/** The default partner of an entity. */
export const defaultPartner = 's0000001'
