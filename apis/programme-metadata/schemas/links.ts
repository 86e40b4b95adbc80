// The envelope of every feed and the parts that several kinds of items share. The provider writes XML as JSON:
// attributes and child elements are members, the text of an element with attributes is `$`, and a repeatable element
// that occurs once can be a bare value instead of a list.
import { anyOf, anything, bool, int, list, nullable, obj, oneOf, opt, type Shape, str } from '#define'

/** A repeatable element: a list, or the bare value of a single one. */
export const many = <S extends Shape<unknown>>(item: S) => anyOf([list(item), item])

export const time = str({ format: 'date-time' })
export const truth = oneOf(['true', 'false'])
export const pid = str({ doc: 'Programme identifier.' })
export const href = str({ doc: 'Address from the root of the host.' })
export const TimeRange = obj({ start: opt(time), end: opt(time) })
export const Synopses = obj({ short: opt(str()), medium: opt(str()), long: opt(str()) })

/** A link to another feed. */
export const Reference = obj({ href, result_type: str() })
/** A link to one item. */
export const PidReference = obj({
  pid,
  result_type: str(),
  href: opt(href),
  position: opt(int({ doc: 'Position among the children of that item.' })),
})
export const MasterBrandLink = obj({ mid: str(), href, result_type: str() })
export const ServiceLink = obj({ sid: str(), href, result_type: str() })

const Identifier = obj({ type: opt(str()), authority: opt(str()), $: opt(str()) })
/** Members of all items with identifiers. */
export const identity = {
  identifiers: opt(obj({ identifier: many(Identifier) })),
  ids: opt(obj({ id: many(Identifier) })),
}

/** Attributes of an element that the provider wants to be rid of. */
export const deprecation = {
  deprecated: opt(bool()),
  deprecated_since: opt(str({ format: 'date' })),
  replaced_by: opt(str({ doc: 'The element to use instead.' })),
}

const templateUrl = str({ doc: 'Address without scheme; `$recipe` is a placeholder for a size such as 1024x576.' })
/** The old image element and the two image mixins. */
export const images = {
  image: opt(obj({ ...deprecation, template_url: templateUrl, pid: opt(pid) })),
  images: opt(
    obj({
      image: opt(
        obj({
          template_url: templateUrl,
          type: opt(str()),
          href: opt(href),
          inherited_from: opt(obj({ result_type: opt(str()), href: opt(href) })),
        }),
      ),
    }),
  ),
}
export const alternateImages = {
  alternate_images: opt(
    obj({ alternate_image: opt(many(obj({ template_url: templateUrl, type: opt(str()), href: opt(href) }))) }),
  ),
}

export const AncestorTitles = list(
  obj({
    ancestor_type: oneOf(['brand', 'series', 'episode']),
    pid,
    title: opt(str()),
    presentation_title: opt(str()),
    containers_title: opt(str()),
  }),
  { doc: 'Brand first, then series, then episode.' },
)

export const RelatedLinks = obj({
  related_link: opt(
    many(
      obj({
        pid,
        type: opt(str()),
        uri: opt(str()),
        title: opt(str()),
        synopses: opt(Synopses),
        position: opt(int()),
        is_external: opt(bool()),
        availability: opt(TimeRange),
      }),
    ),
  ),
})

export const Name = obj({
  presentation: opt(str()),
  given: opt(str()),
  family: opt(str()),
  title: opt(str()),
  lang: opt(str()),
})
export const Contributions = obj({
  href: opt(href),
  contribution: opt(
    many(
      obj({
        credit_role: opt(obj({ id: opt(str()), $: opt(str()) })),
        character_name: opt(str()),
        contributor: opt(obj({ type: opt(str()), href: opt(href), name: opt(Name) })),
      }),
    ),
  ),
})
export const Warnings = obj({
  warning_texts: opt(obj({ warning_text: opt(many(obj({ length: opt(str()), $: opt(str()) }))) })),
  warning_items: opt(
    obj({
      warning: opt(many(obj({ short_description: opt(str()), warning_code: opt(str()), $: opt(str()) }))),
    }),
  ),
  warning_text: opt(many(obj({ length: opt(str()), $: opt(str()) }))),
  warning: opt(many(obj({ short_description: opt(str()), warning_code: opt(str()), $: opt(str()) }))),
})

const Page = obj({
  href: str({ doc: 'Only its query matters: it holds the parameters of that page, without the key.' }),
})

/** Response of a feed: pages of items. `items` is absent if nothing matches. */
export function feedOf<S extends Shape<unknown>>(item: S) {
  return obj({
    nitro: obj({
      pagination: opt(obj({ next: opt(Page), previous: opt(Page) })),
      results: obj({
        page: int({ min: 1 }),
        page_size: int({ min: 0 }),
        total: opt(int({ min: 0, doc: 'Absent while the count is unknown.' })),
        more_than: opt(int({ min: 0, doc: 'Lower bound of the count while it is unknown.' })),
        items: opt(list(item)),
      }),
      filters: opt(anything()),
      sorts: opt(anything()),
      mixins: opt(anything()),
      deprecations: opt(obj({ deprecated: list(Deprecation) })),
    }),
  })
}

/** Response of a raw endpoint: one entity, or the list of one of its parts. */
export function rawOf<S extends Shape<unknown>>(item: S) {
  return obj({
    nitro: obj({
      results: obj({
        page: opt(int()),
        page_size: opt(int()),
        total: opt(nullable(int())),
        items: opt(list(item)),
      }),
    }),
  })
}

/** A deprecated name that still works, and its replacement. */
export const Deprecation = obj({
  name: str(),
  type: str(),
  deprecated_since: str(),
  replaced_by: opt(str()),
  replacement_type: opt(str()),
})
