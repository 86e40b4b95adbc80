// The provider's own description of its feeds, the response of the root path. Booleans of an option are strings in
// sorts and JSON in filters.
import { anyObject, bool, int, list, obj, opt, str } from '#define'
import { Deprecation, many, truth } from './links.ts'

const release = {
  title: str(),
  release_status: opt(str()),
  deprecated: opt(bool()),
  deprecated_since: opt(str()),
  replaced_by: opt(str()),
}
const Option = obj({ value: str(), title: str(), href: opt(str()), release_status: opt(str()) })
const Filter = obj({
  name: str(),
  type: str(),
  ...release,
  option: opt(many(Option)),
  multiple_values: opt(bool()),
  min_value: opt(int()),
  max_value: opt(int()),
  default: opt(str()),
  required: opt(bool()),
  prefer: opt(str()),
  depends_on: opt(str()),
  prohibits: opt(anyObject({ doc: 'Filters and mixins that exclude this one.' })),
})
const Sort = obj({
  name: str(),
  ...release,
  is_default: opt(truth),
  sort_direction: opt(many(obj({ name: str(), value: str(), is_default: truth, href: str() }))),
})
const Mixin = obj({
  name: str(),
  ...release,
  href: opt(str()),
  depends_on: opt(str()),
  dependency_on: opt(many(obj({ filter: opt(str()), value: opt(str()) }))),
  affected_by: opt(anyObject()),
  prohibits: opt(anyObject()),
})
const Feed = obj({
  name: str(),
  rel: str(),
  href: str(),
  title: str(),
  release_status: opt(str()),
  filters: opt(obj({ filter: list(Filter) })),
  sorts: opt(obj({ sort: many(Sort) })),
  mixins: opt(obj({ mixin: many(Mixin) })),
  deprecations: opt(obj({ deprecated: list(Deprecation) })),
})
export const Definition = obj({
  feeds: obj({ feed: list(Feed), deprecations: opt(obj({ deprecated: list(Deprecation) })) }),
})
