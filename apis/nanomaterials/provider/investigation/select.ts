// Selects the studies of an investigation by `type` and `search` (SOURCES 2.11).

import type { Structure, Study, Substance } from '../../model/records.ts'
import type { Context } from '../answers/ambit.ts'
import { isSubstanceId } from '../answers/find.ts'
import { patternOf } from '../answers/patterns.ts'
import { badRequest } from '../errors.ts'
import { findSubstance } from '../materials/materials.ts'
import { identifiersOf } from '../structures/identifiers.ts'
import type { StudyOfSubstance } from './rows.ts'

export interface SelectInput {
  readonly type: string
  readonly search: string
  readonly id?: string | undefined
  readonly inchikey?: string | undefined
}

const mostNames = 200

/**
 * Selects studies. Throws the provider's 400 for an unknown type, and for a search or list that the type cannot use.
 */
export function selectStudies({ database, materials }: Context, input: SelectInput): Iterable<StudyOfSubstance> {
  const { search } = input
  const type = input.type.toLowerCase()
  const every = database.substances
  if (search === '') throw badRequest('search is needed.')
  const ofStudies = (matches: (study: Study) => boolean) => studiesOf(every, matches)
  switch (type) {
    case 'byinvestigation':
      return ofStudies(({ investigation }) => investigation === search)
    case 'byassay':
      return ofStudies(({ assay }) => assay === search)
    case 'byprovider':
      return ofStudies(({ citation }) => citation.owner === search)
    case 'bycitation':
      return ofStudies(({ citation }) => citation.title === search)
    case 'bystudytype':
      return ofStudies(({ category }) => category === search)
    case 'byprotocolapplication':
      return ofStudies(({ uuid }) => uuid === search)
    case 'bysubstance': {
      if (!isSubstanceId(search)) throw badRequest('search must be the UUID of a substance with its prefix.')
      const substance = findSubstance(database, search)
      return substance ? studiesOf([substance], () => true) : []
    }
    default: {
      if (!materials.categories.has(search)) throw badRequest('search must be the code of a category.')
      const isWanted = substanceCondition(type, input)
      return studiesOf(
        every.filter((substance) => isWanted(substance)),
        ({ category }) => category === search,
      )
    }
  }
}

function* studiesOf(substances: readonly Substance[], matches: (study: Study) => boolean): Generator<StudyOfSubstance> {
  for (const substance of substances)
    for (const study of substance.studies) if (matches(study)) yield { substance, study }
}

function substanceCondition(type: string, { id, inchikey }: SelectInput): (substance: Substance) => boolean {
  const names = (inchikey ?? id ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (names.length > mostNames) throw badRequest(`At most ${mostNames} identifiers can be combined.`)
  const wanted = new Set(names)
  const ofStructures = (matches: (structure: Structure) => boolean) => (substance: Substance) =>
    substance.components.some(({ structure }) => matches(structure))
  switch (type) {
    case 'bysubstance_name': {
      const matches = patternOf(names.at(0) ?? '')
      return ({ name, publicName }) => matches(name) || matches(publicName)
    }
    case 'bysubstance_type':
      return ({ type: own }) => wanted.has(own)
    case 'bystructure_name':
      return ofStructures((structure) => identifiersOf(structure).some((one) => wanted.has(one)))
    case 'bystructure_inchikey':
      return ofStructures(({ inchiKey }) => inchiKey !== undefined && wanted.has(inchiKey))
    case 'bystructure_smiles':
      return ofStructures(({ inchiKey, smiles }) =>
        [inchiKey, smiles].some((one) => one !== undefined && wanted.has(one)),
      )
    default:
      throw badRequest('type must be one of those that the documentation lists.')
  }
}
