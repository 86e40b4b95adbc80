// Elements of several kinds of items.
import { attributesOnly, type Child, element, list, many, maybe, one } from './element-types.ts'

const reference = { href: 'anyURI?', result_type: 'token?' } as const
export const Reference = attributesOnly('Reference', reference)
export const PidReference = attributesOnly('PidReference', { ...reference, pid: 'pid', position: 'integer?' })
const MasterBrandLink = attributesOnly('MasterBrandLink', { ...reference, mid: 'string' })
export const ServiceLink = attributesOnly('ServiceLink', { ...reference, sid: 'string' })
export const Span = attributesOnly('Span', { start: 'dateTime?', end: 'dateTime?' })
export const BroadcastTime = attributesOnly('BroadcastTime', {
  start: 'dateTime?',
  end: 'dateTime?',
  duration: 'duration?',
})
export const Synopses = element('Synopses', {
  children: { short: maybe('string'), medium: maybe('string'), long: maybe('string') },
})
const Identifier = element('Identifier', { attributes: { type: 'token?', authority: 'token?' }, text: 'string' })
const Identifiers = element('Identifiers', { children: { identifier: many(Identifier) } })
const Ids = element('Ids', { children: { id: many(Identifier) } })

export const identifiers = { identifiers: maybe(Identifiers) }
export const ids = { ids: maybe(Ids) }
export const described = { title: maybe('string'), synopses: maybe(Synopses) }
export const masterBrand = { master_brand: maybe(MasterBrandLink) }

const deprecated = { deprecated: 'boolean?', deprecated_since: 'date?', replaced_by: 'string?' } as const
export const oldImage = {
  image: maybe(attributesOnly('OldImage', { ...deprecated, pid: 'pid?', template_url: 'anyURI' })),
}
const MixedInImage = element('MixedInImage', {
  attributes: { href: 'anyURI?', type: 'token?', template_url: 'anyURI' },
  children: { inherited_from: maybe(Reference) },
})
export const images = { images: maybe(element('Images', { children: { image: maybe(MixedInImage) } })) }
const AlternateImage = attributesOnly('AlternateImage', { href: 'anyURI?', type: 'token?', template_url: 'anyURI' })
export const alternateImages = {
  alternate_images: maybe(element('AlternateImages', { children: { alternate_image: many(AlternateImage) } })),
}

export const releaseDate = {
  release_date: maybe('date'),
  release_year_month: maybe('gYearMonth'),
  release_year: maybe('gYear'),
}

const Container = element('AncestorContainer', { children: { pid: one('pid'), title: maybe('string') } })
const AncestorEpisode = element('AncestorEpisode', {
  children: {
    pid: one('pid'),
    title: maybe('string'),
    presentation_title: maybe('string'),
    containers_title: maybe('string'),
  },
})
export const ancestorTitles = {
  ancestor_titles: maybe(
    element('AncestorTitles', {
      variants: {
        member: undefined,
        by: 'ancestor_type',
        of: { brand: Container, series: Container, episode: AncestorEpisode },
      },
    }),
  ),
}

const RelatedLink = element('RelatedLink', {
  attributes: { pid: 'pid' },
  children: {
    type: maybe('string'),
    uri: maybe('anyURI'),
    title: maybe('string'),
    synopses: maybe(Synopses),
    position: maybe('integer'),
    is_external: maybe('boolean'),
    availability: maybe(Span),
  },
})
export const relatedLinks = {
  related_links: maybe(element('RelatedLinks', { children: { related_link: many(RelatedLink) } })),
}

export const Name = element('Name', {
  attributes: { lang: 'string?' },
  children: {
    presentation: maybe('string'),
    title: maybe('string'),
    given: maybe('string'),
    family: maybe('string'),
  },
})
const ContributionBy = element('ContributionBy', {
  attributes: { href: 'anyURI?' },
  children: { type: maybe('string'), name: maybe(Name) },
})
const Contribution = element('Contribution', {
  children: {
    credit_role: maybe(element('CreditRole', { attributes: { id: 'string?' }, text: 'string' })),
    character_name: maybe('string'),
    contributor: maybe(ContributionBy),
  },
})
export const contributions = {
  contributions: maybe(
    element('Contributions', { attributes: { href: 'anyURI?' }, children: { contribution: many(Contribution) } }),
  ),
}

const Genre = element('Genre', { attributes: { id: 'string', type: 'string?' }, text: 'string' })
const GenreGroup = element('GenreGroup', {
  attributes: { id: 'string', type: 'string?' },
  children: { genres: one(element('Genres', { children: { genre: many(Genre) } })) },
})
const genreGroup: { genre_group: Child } = { genre_group: many(GenreGroup) }
export const genreGroupings = { genre_groupings: maybe(element('GenreGroupings', { children: genreGroup })) }
export const genreGroups = {
  genre_groups: maybe(
    element('GenreGroups', {
      attributes: { ...reference, ...deprecated },
      children: { genre_group: many(GenreGroup) },
    }),
  ),
}
export const formats = {
  programme_formats: maybe(
    element('ProgrammeFormats', {
      children: { format: many(element('ProgrammeFormat', { attributes: { format_id: 'string' }, text: 'string' })) },
    }),
  ),
}
const WarningText = element('WarningText', { attributes: { length: 'string?' }, text: 'string' })
const Warning = element('Warning', {
  attributes: { short_description: 'string?', warning_code: 'string?' },
  text: 'string',
})
/** Warnings in versions of programmes. */
export const groupedWarnings = {
  warnings: maybe(
    element('GroupedWarnings', {
      children: {
        warning_texts: maybe(element('WarningTexts', { children: { warning_text: many(WarningText) } })),
        warning_items: maybe(element('WarningItems', { children: { warning: many(Warning) } })),
      },
    }),
  ),
}
/** Warnings in items of the feed of versions. */
export const warnings = {
  warnings: maybe(element('Warnings', { children: { warning_text: many(WarningText), warning: many(Warning) } })),
}
export const typeNames = { types: maybe(element('TypeNames', { children: { type: list('string') } })) }
