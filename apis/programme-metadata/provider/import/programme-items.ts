// Converts programmes, versions and availabilities of the API to records.
import {
  type Availability,
  availabilityTypes,
  type Contribution,
  defaultPartner,
  type MediaSet,
  type Programme,
  programmeKinds,
  type Version,
} from '../records.ts'
import { parseDuration } from '../times.ts'
import type { Value } from '../wire/element-types.ts'
import type { Collector, VersionPart } from './batch.ts'
import {
  booleanOf,
  identifiersOf,
  idOf,
  integerOf,
  linkedPid,
  linksOf,
  listOf,
  objectOf,
  objectsOf,
  referenceOf,
  synopsesOf,
  textOf,
  textsOf,
  timeOf,
} from './item-values.ts'

/** Returns the members common to every item. */
export const entityOf = (item: Value) => ({
  partner: idOf(item.partner) ?? defaultPartner,
  updated: timeOf(item.updated_time) ?? 0,
  ...identifiersOf(item),
})

/** Adds a programme; returns the problem, if any. */
export function putProgramme(item: Value, collector: Collector): string | undefined {
  const pid = idOf(item.pid)
  const kind = programmeKinds.find((each) => each === item.item_type)
  if (pid === undefined || !kind) return 'it has no pid'
  const above = objectOf(item[`${kind}_of`])
  const release = textOf(item.release_date ?? item.release_year_month ?? item.release_year)
  const image = putImageOf(item, collector)
  const programme: Programme = {
    kind,
    pid,
    ...entityOf(item),
    isEmbargoed: textOf(item.embargoed) === 'true' ? true : undefined,
    title: textOf(item.title),
    synopses: synopsesOf(item.synopses),
    uri: textOf(item.uri),
    parent: idOf(above.pid),
    position: integerOf(above.position),
    presentationTitle: textOf(item.presentation_title),
    caption: textOf(item.caption),
    masterBrand: idOf(objectOf(item.master_brand).mid),
    mediaType: item.media_type === 'Audio' || item.media_type === 'Video' ? item.media_type : undefined,
    release: release !== undefined && /^\d{4}(?:-\d\d){0,2}$/.test(release) ? release : undefined,
    genres: putGenres(item, collector),
    formats: putFormats(item, collector),
    image,
    alternateImages: putAlternateImages(item, collector),
    contributions: putContributions(item.contributions, collector),
    links: linksOf(item.related_links),
    expectedChildren: integerOf(item.expected_child_count),
    advertising: textOf(item.advertising_allowed),
    isStacked: booleanOf(item.is_stacked),
    hasGuidance: booleanOf(item.has_guidance),
    isEmbeddable: booleanOf(item.is_embeddable),
  }
  collector.put('programme', pid, programme)
  mentionAncestors(item, collector)
  putVersions(item, pid, collector)
  return undefined
}

/** Adds the item's own image and returns its pid. */
export function putImageOf(item: Value, collector: Collector): string | undefined {
  const mixedIn = objectOf(objectOf(item.images).image)
  const old = objectOf(item.image)
  const [oldPid, pid] = [idOf(old.pid), linkedPid(mixedIn)]
  mentionImage(pid, mixedIn, collector)
  mentionImage(oldPid, old, collector)
  return oldPid ?? (mixedIn.inherited_from === undefined ? pid : undefined)
}

export function putAlternateImages(item: Value, collector: Collector): string[] | undefined {
  const images = objectsOf(objectOf(item.alternate_images).alternate_image)
  for (const image of images) mentionImage(linkedPid(image), image, collector)
  const pids = images.flatMap((image) => linkedPid(image) ?? [])
  return pids.length === 0 ? undefined : pids
}

/** Adds an image by its address, unless more is known of it. */
function mentionImage(pid: string | undefined, image: Value, collector: Collector): void {
  const template = textOf(image.template_url)
  if (pid === undefined || template === undefined) return
  collector.mention('image', pid, { pid, partner: defaultPartner, updated: 0, template, type: textOf(image.type) })
}

function putGenres(item: Value, collector: Collector): string[] | undefined {
  const groups = objectsOf(objectOf(item.genre_groupings ?? item.genre_groups).genre_group)
  const ids = groups.flatMap((group) => {
    const id = idOf(group.id)
    if (id === undefined) return []
    const genres = objectsOf(objectOf(group.genres).genre).flatMap((genre) => {
      const genreId = idOf(genre.id)
      return genreId === undefined ? [] : [{ id: genreId, name: textOf(genre.$) }]
    })
    if (genres.length > 0) collector.put('genre_group', id, { id, genres })
    return [id]
  })
  return ids.length === 0 ? undefined : ids
}

function putFormats(item: Value, collector: Collector): string[] | undefined {
  const ids = objectsOf(objectOf(item.programme_formats).format).flatMap((format) => {
    const id = idOf(format.format_id)
    if (id === undefined) return []
    collector.put('format', id, { id, name: textOf(format.$) })
    return [id]
  })
  return ids.length === 0 ? undefined : ids
}

/** Adds ancestors by their titles, unless more is known of them. */
export function mentionAncestors(item: Value, collector: Collector): void {
  let parent: string | undefined
  for (const title of objectsOf(item.ancestor_titles)) {
    const pid = idOf(title.pid)
    const kind = programmeKinds.find((each) => each === title.ancestor_type)
    if (pid === undefined || !kind) continue
    const { partner, updated } = entityOf(item)
    collector.mention('programme', pid, { kind, pid, partner, updated, title: textOf(title.title), parent })
    parent = pid
  }
}

export function putContributions(value: unknown, collector: Collector): Contribution[] | undefined {
  const contributions = objectsOf(objectOf(value).contribution).flatMap((contribution): Contribution[] => {
    const { credit_role: role, character_name: character, contributor } = contribution
    const person = linkedPid(contributor)
    if (person === undefined) return []
    const { type, name } = objectOf(contributor)
    collector.mention('person', person, {
      pid: person,
      partner: defaultPartner,
      updated: 0,
      type: textOf(type),
      ...nameOf(name),
    })
    const { id, $ } = objectOf(role)
    const roleId = textOf(id)
    const roleName = textOf($ ?? (typeof role === 'string' ? role : undefined))
    return [
      {
        person,
        role: roleId === undefined && roleName === undefined ? undefined : { id: roleId, name: roleName },
        character: textOf(character),
      },
    ]
  })
  return contributions.length === 0 ? undefined : contributions
}

export function nameOf(value: unknown) {
  const { presentation, given, family, title } = objectOf(value)
  return { presentation: textOf(presentation), given: textOf(given), family: textOf(family), nameTitle: textOf(title) }
}

/** Adds versions that a mixin includes in a programme. */
function putVersions(item: Value, of: string, collector: Collector): void {
  const original = objectOf(item.version)
  const originalPid = idOf(original.pid)
  if (originalPid !== undefined) collector.putVersion({ pid: originalPid, of, duration: durationOf(original.duration) })
  for (const mixin of ['available_versions', 'available_webcasts', 'available_simulcasts'])
    for (const version of objectsOf(objectOf(item[mixin]).version)) {
      const pid = idOf(version.pid)
      if (pid === undefined) continue
      collector.putVersion({
        pid,
        of,
        types: typesOf(version),
        duration: durationOf(version.duration),
        isCompetition: booleanOf(version.competition_warning),
        warnings: warningsOf(objectOf(objectOf(version.warnings).warning_items).warning),
        availabilities: objectsOf(version.availabilities).flatMap((outer) =>
          objectsOf(outer.availability).map(mixedInAvailability),
        ),
      })
    }
}

function warningsOf(value: unknown): Version['warnings'] {
  const warnings = listOf(value).flatMap((each) => {
    const { $, warning_code: code } = objectOf(each)
    const text = textOf(typeof each === 'string' ? each : $)
    return text === undefined ? [] : [{ code: textOf(code), text }]
  })
  return warnings.length === 0 ? undefined : warnings
}

const durationOf = (value: unknown) => {
  const text = textOf(value)
  return text === undefined ? undefined : parseDuration(text)
}

function typesOf(version: Value): string[] | undefined {
  const own = listOf(objectOf(version.types).type)
  const types = own.length > 0 ? own : listOf(objectOf(version.version_types).version_type)
  const names = types.flatMap((type) => textOf(typeof type === 'string' ? type : objectOf(type).id) ?? [])
  return names.length === 0 ? undefined : names
}

function mixedInAvailability(value: Value): Availability {
  const mediaSets = objectsOf(objectOf(value.media_sets).media_set).flatMap((set): MediaSet[] => {
    const name = textOf(set.name)
    return name === undefined ? [] : [{ name, territories: textsOf(objectOf(set.territories).territory) }]
  })
  const [actualStart] = objectsOf(objectOf(value.media_sets).media_set).flatMap((set) => timeOf(set.actual_start) ?? [])
  return {
    type: availabilityTypes.find((type) => type === value.type) ?? 'ondemand',
    payment: textOf(value.payment_type),
    start: timeOf(value.scheduled_start),
    end: timeOf(value.scheduled_end),
    actualStart,
    mediaSets,
  }
}

export function putVersion(item: Value, collector: Collector): string | undefined {
  const pid = idOf(item.pid)
  const of = referenceOf(item.version_of)
  if (pid === undefined || of === undefined) return 'it has no pid or is a version of nothing'
  const part: VersionPart = {
    pid,
    of,
    ...entityOf(item),
    types: typesOf(item),
    duration: durationOf(item.duration),
    aspectRatio: textOf(item.aspect_ratio),
    isCompetition: booleanOf(item.competition_warning),
    warnings: warningsOf(objectOf(item.warnings).warning),
  }
  collector.putVersion(part)
  return undefined
}

/** Adds an availability to its version. The territories of its media sets are unknown, so they count as worldwide. */
export function putAvailability(item: Value, collector: Collector): string | undefined {
  const references = objectsOf(item.availability_of)
  const version = references.find((reference) => reference.result_type === 'version')
  const programme = references.find((reference) => reference.result_type !== 'version')
  const pid = idOf(version?.pid)
  if (pid === undefined) return 'it is of no version'
  const { start, end } = objectOf(item.scheduled_time)
  collector.putVersion({
    pid,
    of: idOf(programme?.pid),
    availabilities: [
      {
        type: availabilityTypes.find((each) => each === item.availability_type) ?? 'ondemand',
        start: timeOf(start),
        end: timeOf(end),
        actualStart: timeOf(item.actual_start),
        mediaSets: textsOf(item.media_set).map((name) => ({ name, territories: ['world'] })),
        isRevoked: item.revocation_status === undefined ? undefined : true,
      },
    ],
  })
  return undefined
}
