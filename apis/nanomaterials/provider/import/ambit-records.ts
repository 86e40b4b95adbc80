// Reads substances, components and studies from the JSON of AMBIT (SOURCES 2.2, 2.6, 2.10, 6.1).
import type { Component, Effect, Selection, Structure, Study, Substance } from '../../model/records.ts'
import { columnTitled } from '../structures/columns.ts'
import { formulaOf } from '../structures/formula.ts'
import { limits } from './limits.ts'
import { listOf, type Members, measuredIn, membersOf, numberOrNull, textIn, textOrNull } from './read-values.ts'

/** Members of a substance's own record, without its components and studies. */
export type SubstanceFields = Omit<Substance, 'database' | 'uuid' | 'components' | 'studies'>

export function substanceFields(record: Members): SubstanceFields {
  const externalIds = listOf(record.externalIdentifiers).flatMap((one) => {
    const { type, id } = membersOf(one)
    const [kind, value] = [textIn(type), textIn(id)]
    return kind === undefined || value === undefined ? [] : [{ type: kind, id: value }]
  })
  return {
    name: textIn(record.name) ?? textIn(record.publicname) ?? '',
    publicName: textIn(record.publicname) ?? '',
    ownerUuid: textIn(record.ownerUUID) ?? '',
    ownerName: textIn(record.ownerName) ?? '',
    format: textIn(record.format) ?? '',
    type: textIn(record.substanceType) ?? '',
    referenceUuid: textOrNull(membersOf(record.referenceSubstance).i5uuid),
    externalIds: externalIds.slice(0, limits.externalIds),
    bundles: selectionsOf(membersOf(record.bundles)),
  }
}

/** Returns the bundles of the list's request that contain the substance. */
function selectionsOf(bundles: Members): Selection[] {
  return Object.entries(bundles)
    .slice(0, limits.bundles)
    .flatMap(([uri, selected]) => {
      const number = /\/bundle\/(\d{1,9})\/?$/.exec(uri)?.[1]
      const { count, tag, remarks } = membersOf(selected)
      if (number === undefined || !(Number(count) > 0)) return []
      return [{ bundle: Number(number), tag: textOrNull(tag), remarks: textOrNull(remarks) }]
    })
}

export function componentOf(record: Members, features: Members): Component {
  const proportion = membersOf(record.proportion)
  const [typical, real] = [membersOf(proportion.typical), membersOf(proportion.real)]
  const { function_as_additive: additive } = proportion
  return {
    uuid: textOrNull(record.compositionUUID),
    name: textOrNull(record.compositionName),
    relation: textIn(record.relation)?.toUpperCase() ?? 'HAS_CONSTITUENT',
    structure: structureOf(membersOf(record.component), features),
    typical: {
      precision: textOrNull(typical.precision),
      value: numberOrNull(typical.value),
      unit: textOrNull(typical.unit),
    },
    real: {
      lowerPrecision: textOrNull(real.lowerPrecision),
      lowerValue: numberOrNull(real.lowerValue),
      upperPrecision: textOrNull(real.upperPrecision),
      upperValue: numberOrNull(real.upperValue),
      unit: textOrNull(real.unit),
    },
    additiveFunction: typeof additive === 'number' ? additive : textOrNull(additive),
    hidden: record.hidden === true,
  }
}

/**
 * Reads a structure. Identifiers are in the values of columns, by the OpenTox name of the column; some files have them
 * in the compound.
 */
export function structureOf({ compound, values }: Members, features: Members): Structure {
  const own = membersOf(compound)
  const byName = new Map<string, string>()
  for (const [uri, value] of Object.entries(membersOf(values))) {
    const text = textIn(value, limits.identifier)
    if (text !== undefined) byName.set(columnName(uri, membersOf(features[uri])), text)
  }
  const names = (byName.get('ChemicalName') ?? textIn(own.name) ?? '').split('|').filter((name) => name !== '')
  const inchi = byName.get('InChI_std') ?? byName.get('InChI') ?? textIn(own.inchi, limits.identifier)
  return {
    names: names.slice(0, limits.names),
    iupacName: byName.get('IUPACName'),
    tradeName: byName.get('TradeName'),
    cas: byName.get('CASRN') ?? textIn(own.cas),
    ec: byName.get('EINECS') ?? textIn(own.einecs),
    smiles: byName.get('SMILES') ?? textIn(own.smiles, limits.identifier),
    inchi,
    inchiKey: byName.get('InChIKey_std') ?? byName.get('InChIKey') ?? textIn(own.inchikey),
    formula: textIn(own.formula) ?? (inchi === undefined ? undefined : formulaOf(inchi)),
    registrationDate: byName.get('REACHRegistrationDate'),
    iuclidUuid: byName.get('IUCLID5_UUID'),
    kind: textIn(own.structype) ?? 'NA',
  }
}

/** Returns the OpenTox name in the address of the column, else the name of the column with its title. */
function columnName(uri: string, feature: Members): string {
  const known = textIn(feature.sameAs, limits.identifier) ?? unescaped(uri)
  const [, name] = /#(\w+?)(?:Default)?$/.exec(known) ?? []
  return name ?? columnTitled(textIn(feature.title) ?? '') ?? ''
}

function unescaped(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}

/** Reads a study; undefined for a record without a category. */
export function studyOf(record: Members, uuid: string): Study | undefined {
  const [protocol, citation] = [membersOf(record.protocol), membersOf(record.citation)]
  const [reliability, interpretation] = [membersOf(record.reliability), membersOf(record.interpretation)]
  const company = membersOf(membersOf(record.owner).company)
  const category = textIn(membersOf(protocol.category).code) ?? textIn(protocol.category)
  if (category === undefined) return undefined
  return {
    uuid,
    investigation: textOrNull(record.investigation_uuid),
    assay: textOrNull(record.assay_uuid),
    citation: {
      title: textOrNull(citation.title),
      year: textOrNull(citation.year),
      owner: textOrNull(citation.owner),
    },
    updated: textOrNull(record.updated),
    topCategory: textIn(protocol.topcategory) ?? '',
    category,
    endpoint: textOrNull(protocol.endpoint),
    guidelines: listOf(protocol.guideline).flatMap((one) => textIn(one) ?? []),
    parameters: measuredIn(record.parameters),
    reliability: {
      isRobustStudy: flagOrNull(reliability.r_isRobustStudy),
      isUsedForClassification: flagOrNull(reliability.r_isUsedforClassification),
      isUsedForMsds: flagOrNull(reliability.r_isUsedforMSDS),
      purposeFlag: textOrNull(reliability.r_purposeFlag),
      resultType: textOrNull(reliability.r_studyResultType),
      value: textOrNull(reliability.r_value),
    },
    result: textOrNull(interpretation.result),
    criteria: textOrNull(interpretation.criteria),
    company: { uuid: textOrNull(company.uuid), name: textOrNull(company.name) },
    effects: listOf(record.effects)
      .slice(0, limits.effectsOfStudy)
      .map((one) => effectOf(membersOf(one)))
      .filter(({ endpoint, result }) => endpoint !== '' || Object.keys(result).length > 0),
  }
}

const flagOrNull = (value: unknown) => (typeof value === 'boolean' ? String(value) : textOrNull(value))

function effectOf(record: Members): Effect {
  const result = membersOf(record.result)
  const text = result.textValue
  const values = {
    // an empty unit means that there is none
    unit: result.unit === '' ? '' : textIn(result.unit),
    loQualifier: textIn(result.loQualifier),
    loValue: numberOrNull(result.loValue) ?? undefined,
    upQualifier: textIn(result.upQualifier),
    upValue: numberOrNull(result.upValue) ?? undefined,
    errQualifier: textIn(result.errQualifier),
    errorValue: numberOrNull(result.errorValue) ?? undefined,
    textValue: typeof text === 'object' && text !== null ? textIn(JSON.stringify(text)) : textIn(text),
  }
  return {
    endpoint: textIn(record.endpoint) ?? '',
    type: textOrNull(record.endpointtype),
    conditions: measuredIn(record.conditions),
    result: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  }
}
