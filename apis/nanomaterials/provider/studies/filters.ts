// Selects the requested studies of a substance.

import type { Study } from '../../model/records.ts'
import { badRequest } from '../errors.ts'
import { effectHash, hashOfUri } from '../materials/effect-hash.ts'

export interface StudyInput {
  readonly top?: string | undefined
  readonly category?: string | undefined
  readonly property?: string | undefined
  readonly property_uri?: string | undefined
  readonly investigation_uuid?: string | undefined
}

const hashForm = /^[0-9a-f]{40}$/

/** Returns the studies that pass all filters; for a property, with its effects alone. */
export function filterStudies(studies: readonly Study[], input: StudyInput, query: URLSearchParams): Study[] {
  const { category } = input
  const top = input.top ?? query.get('topcategory') ?? undefined
  // the server reads another name than the documented one (SOURCES 2.1)
  const investigation = input.investigation_uuid ?? query.get('investigation') ?? undefined
  const document = query.get('document_uuid') ?? undefined
  const hash = hashOf(input)
  const passing = studies.filter(
    (study) =>
      (top === undefined || study.topCategory === top) &&
      (category === undefined || study.category === category) &&
      (investigation === undefined || study.investigation === investigation) &&
      (document === undefined || study.uuid === document),
  )
  if (hash === undefined) return passing
  return passing.flatMap((study) => {
    const effects = study.effects.filter((effect) => effectHash(study, effect) === hash)
    return effects.length === 0 ? [] : [{ ...study, effects }]
  })
}

function hashOf({ property, property_uri: uri }: StudyInput): string | undefined {
  const hash = (property ?? (uri === undefined ? undefined : hashOfUri(uri)))?.toLowerCase()
  if (hash === undefined || hash === '') return undefined
  if (!hashForm.test(hash)) throw badRequest('A property is named by 40 hexadecimal digits.')
  return hash
}
