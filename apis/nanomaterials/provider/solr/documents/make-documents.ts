// Converts a substance to nested documents (SOURCES 5.1, 5.2): its studies, each after its parameters and conditions,
// its components, its identifiers, and last the substance itself. A document's parent is the next one above it.
import { type StudyCategories, titleOf } from '../../../model/categories.ts'
import type { Component, Effect, Measured, Study, Substance } from '../../../model/records.ts'

export type FieldValue = string | number | readonly string[]
export type SolrDocument = Readonly<Record<string, FieldValue>>

type Fields = Readonly<Record<string, FieldValue | null | undefined>>

export function* documentsOf(categories: StudyCategories, substance: Substance): Generator<SolrDocument> {
  const own: Fields = {
    s_uuid_s: substance.uuid,
    name_s: substance.name,
    publicname_s: substance.publicName,
    owner_name_s: substance.ownerName.toUpperCase(),
    substanceType_s: substance.type,
  }
  for (const study of substance.studies) {
    const shown = study.effects.length > 0 ? study.effects : [undefined]
    for (const [at, effect] of shown.entries()) {
      const id = `${study.uuid}/${at + 1}`
      const shared: Fields = {
        document_uuid_s: study.uuid,
        topcategory_s: study.topCategory,
        endpointcategory_s: study.category,
      }
      yield present({ id: `${id}/prm`, type_s: 'params', ...shared, ...measuredFields(study.parameters) })
      if (effect)
        yield present({
          id: `${id}/cn`,
          type_s: 'conditions',
          ...shared,
          effectid_hs: id,
          ...measuredFields(effect.conditions),
        })
      yield present({
        id,
        type_s: 'study',
        ...shared,
        ...studyFields(categories, study),
        ...effectFields(effect),
        ...own,
      })
    }
  }
  for (const [at, component] of substance.components.entries())
    yield present({ id: `${substance.uuid}/c/${at + 1}`, type_s: 'composition', ...componentFields(component), ...own })
  if (substance.externalIds.length > 0)
    yield present({
      id: `${substance.uuid}/id`,
      type_s: 'identifier',
      ...own,
      ...Object.fromEntries(substance.externalIds.map(({ type, id }) => [`${fieldName(type)}_s`, id])),
    })
  yield substanceFields(substance)
}

function substanceFields(substance: Substance): SolrDocument {
  const { studies } = substance
  const distinct = (of: (study: Study) => string | null): string[] => [
    ...new Set(studies.map(of).filter((value): value is string => value !== null && value !== '')),
  ]
  return present({
    id: substance.uuid,
    type_s: 'substance',
    s_uuid_hs: substance.uuid,
    name_hs: substance.name,
    publicname_hs: substance.publicName,
    owner_name_hs: substance.ownerName.toUpperCase(),
    substanceType_hs: substance.type,
    dbtag_hss: [substance.database.toUpperCase()],
    content_hss: [substance.format],
    'SUMMARY.RESULTS_hss': distinct(({ topCategory, category }) => `${topCategory}.${category}`),
    'SUMMARY.REFS_hss': distinct(({ citation }) => citation.title),
    'SUMMARY.REFOWNERS_hss': distinct(({ citation }) => citation.owner?.toUpperCase() ?? null),
  })
}

function studyFields(categories: StudyCategories, study: Study): Fields {
  const { citation, reliability, parameters } = study
  return {
    investigation_uuid_s: study.investigation,
    assay_uuid_s: study.assay,
    endpointcategory_synonym_ss: [titleOf(categories, study.category)],
    guidance_s: study.guidelines.join(', ').toUpperCase(),
    endpoint_s: study.endpoint,
    reference_s: citation.title,
    reference_year_s: citation.year,
    reference_owner_s: citation.owner?.toUpperCase(),
    interpretation_result_s: study.result?.toUpperCase(),
    reliability_s: reliability.value,
    studyResultType_s: reliability.resultType,
    purposeFlag_s: reliability.purposeFlag,
    'E.method_s': textOf(parameters['E.method']),
    'E.cell_type_s': textOf(parameters['E.cell_type']),
    updated_s: study.updated,
  }
}

const textOf = (value: Measured | undefined) => (typeof value === 'string' ? value : undefined)

function effectFields(effect: Effect | undefined): Fields {
  if (!effect) return {}
  const { result } = effect
  return {
    effectendpoint_s: effect.endpoint,
    effectendpoint_type_s: effect.type,
    loValue_d: result.loValue,
    loQualifier_s: result.loQualifier,
    upValue_d: result.upValue,
    upQualifier_s: result.upQualifier,
    err_d: result.errorValue,
    errQualifier_s: result.errQualifier,
    unit_s: result.unit,
    textValue_s: typeof result.textValue === 'number' ? String(result.textValue) : result.textValue,
  }
}

function componentFields({ relation, name, structure }: Component): Fields {
  return {
    component_s: relation.replace(/^HAS_/, ''),
    COMPOSITION_s: name,
    ChemicalName_s: structure.names[0],
    ChemicalName_ss: structure.names,
    TradeName_s: structure.tradeName,
    CASRN_s: structure.cas,
    EINECS_s: structure.ec,
    SMILES_s: structure.smiles,
    InChI_s: structure.inchi,
    InChIKey_s: structure.inchiKey,
    formula_s: structure.formula,
  }
}

/** Converts values: texts end in `_s`, numbers in `_d`; each part of a range has a separate field. */
function measuredFields(values: Readonly<Record<string, Measured>>): Fields {
  const fields: Record<string, FieldValue> = {}
  const put = (name: string, value: unknown) => {
    if (typeof value === 'number') fields[`${name}_d`] = value
    else if (typeof value === 'string' && value !== '') fields[`${name}_s`] = value
  }
  for (const [key, value] of Object.entries(values)) {
    const name = fieldName(key)
    if (typeof value !== 'object' || value === null) {
      put(name, value)
      continue
    }
    const isRange = value.upValue !== undefined && value.upValue !== null
    put(isRange ? `${name}_LOVALUE` : name, value.loValue)
    put(`${name}_UPVALUE`, value.upValue)
    put(`${name}_LOQUALIFIER`, value.loQualifier)
    put(`${name}_UPQUALIFIER`, value.upQualifier)
    put(`${name}_UNIT`, value.unit)
  }
  return fields
}

/** Replaces blanks and characters with a meaning in queries by underscores. */
function fieldName(key: string): string {
  return key.replaceAll(/[^\w.]+/g, '_')
}

function present(fields: Fields): SolrDocument {
  const kept: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined || value === '') continue
    if (typeof value !== 'object' || value.length > 0) kept[name] = value
  }
  return kept
}
