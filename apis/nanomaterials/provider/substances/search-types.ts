// The search types of substances (SOURCES 2.9): conditions on the substance or on one of its studies.
import { ownMember } from '#provider'
import type { Study, Substance } from '../../model/records.ts'
import { isSubstanceId } from '../answers/find.ts'
import { patternOf, wildcardOf } from '../answers/patterns.ts'
import { badRequest } from '../errors.ts'
import type { Matcher } from '../materials/linear-regexp.ts'

/** A condition on the substance itself, or on any of its studies. */
export type Condition =
  | { readonly of: 'substance'; readonly matches: (substance: Substance) => boolean }
  | { readonly of: 'study'; readonly matches: (study: Study, substance: Substance) => boolean }

export function conditionOf(type: string, search: string): Condition {
  const make = ownMember(types, type.toLowerCase())
  if (make) return make(search)
  // any other type names an external identifier
  const wanted = type.toLowerCase()
  return onSubstance(({ externalIds }) =>
    externalIds.some((one) => one.type.toLowerCase() === wanted && one.id === search),
  )
}

const onSubstance = (matches: (substance: Substance) => boolean): Condition => ({ of: 'substance', matches })
const onStudy = (matches: (study: Study) => boolean): Condition => ({ of: 'study', matches })

/** Types by lower-case name. */
const types: Readonly<Record<string, (search: string) => Condition>> = {
  name: (search) => {
    const start = search.toLowerCase()
    return onNames((name) => name.toLowerCase().startsWith(start))
  },
  like: (search) => onNames(wildcardOf(search)),
  regexp: (search) => onNames(patternOf(search)),
  uuid: byUuid,
  // the document's spelling
  uuif: byUuid,
  substancetype: (search) => onSubstance(({ type }) => type === search),
  owner_name: (search) => {
    const matches = patternOf(search)
    return onSubstance(({ ownerName }) => matches(ownerName))
  },
  owner_uuid: (search) => onSubstance(({ ownerUuid }) => ownerUuid === search),
  citation: (search) => {
    const matches = patternOf(search)
    return onStudy(({ citation }) => matches(citation.title ?? ''))
  },
  citationowner: (search) => onStudy(({ citation }) => citation.owner === search),
  topcategory: (search) => onStudy(({ topCategory }) => topCategory === search),
  endpointcategory: (search) => onStudy(({ category }) => category === search),
  endpoint: (search) => onStudy(({ effects }) => effects.some(({ endpoint }) => endpoint === search)),
  guideline: (search) => onStudy(({ guidelines }) => guidelines.includes(search)),
  params: (search) => {
    const matches = patternOf(search)
    return onStudy(({ parameters }) => matches(JSON.stringify(parameters)))
  },
  reliability: (search) => onStudy(({ reliability }) => reliability.value?.startsWith(search) ?? false),
  purposeflag: (search) => onStudy(({ reliability }) => reliability.purposeFlag === search),
  studyresulttype: (search) => onStudy(({ reliability }) => reliability.resultType === search),
  isrobuststudy: (search) => onStudy(({ reliability }) => reliability.isRobustStudy === search.toLowerCase()),
}

function onNames(matches: Matcher): Condition {
  return onSubstance(({ name, publicName }) => matches(name) || matches(publicName))
}

function byUuid(search: string): Condition {
  if (!isSubstanceId(search)) throw badRequest('search must be the UUID of a substance with its prefix.')
  return onSubstance(({ uuid }) => uuid === search)
}
