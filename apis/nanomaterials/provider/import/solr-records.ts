// Reads a substance from a Solr export: a document with descendants in `_childDocuments_`, nested or in one list
// (SOURCES 5.2).
import type { Component, Effect, Measured, Study } from '../../model/records.ts'
import { type SubstanceFields, substanceFields } from './ambit-records.ts'
import { limits } from './limits.ts'
import { listOf, type Members, membersOf, numberOrNull, textIn, textOrNull } from './read-values.ts'

interface SolrSubstance {
  readonly uuid: string
  /** Database named in the export; undefined if absent. */
  readonly database: string | undefined
  readonly fields: SubstanceFields
  readonly components: readonly Component[]
  readonly studies: readonly Study[]
}

export function isSolrDocument(record: Members): boolean {
  return record.type_s === 'substance' && (record.s_uuid_hs !== undefined || record.id !== undefined)
}

/** Reads a substance; undefined without a UUID. */
export function solrSubstance(record: Members): SolrSubstance | undefined {
  const uuid = textIn(record.s_uuid_hs) ?? textIn(record.id)
  if (uuid === undefined) return undefined
  const below = descendants(record)
  const ofType = (type: string) => below.filter((one) => one.type_s === type)
  const ids = ofType('identifier').flatMap((one) =>
    Object.entries(one)
      .filter(([name]) => !/^(?:id|type_s|s_uuid_s|name_s|publicname_s|owner_name_s|substanceType_s)$/.test(name))
      .map(([name, id]) => ({ type: name.replace(/_s$/, '').replaceAll('_', ' '), id })),
  )
  return {
    uuid,
    database: textIn(listOf(record.dbtag_hss)[0])?.toLowerCase(),
    fields: substanceFields({
      name: record.name_hs,
      publicname: record.publicname_hs,
      ownerName: record.owner_name_hs,
      substanceType: record.substanceType_hs,
      format: listOf(record.content_hss)[0],
      externalIdentifiers: ids,
    }),
    components: ofType('composition').slice(0, limits.components).map(componentOf),
    studies: studiesOf(ofType('study'), below),
  }
}

function descendants(record: Members): Members[] {
  return listOf(record._childDocuments_).flatMap((one) => {
    const child = membersOf(one)
    return [child, ...descendants(child)]
  })
}

function componentOf(record: Members): Component {
  const [names, first] = [listOf(record.ChemicalName_ss), record.ChemicalName_s]
  const identifier = (name: string) => textIn(record[name], limits.identifier)
  return {
    uuid: null,
    name: textOrNull(record.COMPOSITION_s),
    relation: `HAS_${textIn(record.component_s) ?? 'CONSTITUENT'}`,
    structure: {
      names: (names.length > 0 ? names : [first]).flatMap((name) => textIn(name) ?? []),
      tradeName: identifier('TradeName_s'),
      cas: identifier('CASRN_s'),
      ec: identifier('EINECS_s'),
      smiles: identifier('SMILES_s'),
      inchi: identifier('InChI_s'),
      inchiKey: identifier('InChIKey_s'),
      formula: identifier('formula_s'),
      kind: record.SMILES_s === undefined ? 'NA' : 'D1',
    },
    typical: { precision: null, value: null, unit: null },
    real: { lowerPrecision: null, lowerValue: null, upperPrecision: null, upperValue: null, unit: null },
    additiveFunction: null,
    hidden: false,
  }
}

/** Reads a document for each effect; those with the same protocol application form one study. */
function studiesOf(records: readonly Members[], below: readonly Members[]): Study[] {
  const byDocument = Map.groupBy(records, (one) => textIn(one.document_uuid_s) ?? textIn(one.id) ?? '')
  const byId = new Map(below.map((one) => [textIn(one.id), one]))
  return [...byDocument].flatMap(([uuid, effects]): Study[] => {
    const [first] = effects
    const category = first && textIn(first.endpointcategory_s)
    if (!first || uuid === '' || category === undefined) return []
    return [
      {
        uuid,
        investigation: textOrNull(first.investigation_uuid_s),
        assay: textOrNull(first.assay_uuid_s),
        citation: {
          title: textOrNull(first.reference_s),
          year: textOrNull(first.reference_year_s),
          owner: textOrNull(first.reference_owner_s),
        },
        updated: textOrNull(first.updated_s),
        topCategory: textIn(first.topcategory_s) ?? '',
        category,
        endpoint: textOrNull(first.endpoint_s),
        guidelines: [textIn(first.guidance_s)].filter((one) => one !== undefined),
        parameters: measuredFields(byId.get(`${textIn(first.id)}/prm`)),
        reliability: {
          isRobustStudy: null,
          isUsedForClassification: null,
          isUsedForMsds: null,
          purposeFlag: textOrNull(first.purposeFlag_s),
          resultType: textOrNull(first.studyResultType_s),
          value: textOrNull(first.reliability_s),
        },
        result: textOrNull(first.interpretation_result_s),
        criteria: null,
        company: { uuid: null, name: textOrNull(first.owner_name_s) },
        effects: effects
          .filter((one) => one.effectendpoint_s !== undefined)
          .map((one) => effectOf(one, byId.get(`${textIn(one.id)}/cn`))),
      },
    ]
  })
}

function effectOf(record: Members, conditions: Members | undefined): Effect {
  const values = {
    unit: textIn(record.unit_s),
    loQualifier: textIn(record.loQualifier_s),
    loValue: numberOrNull(record.loValue_d) ?? undefined,
    upQualifier: textIn(record.upQualifier_s),
    upValue: numberOrNull(record.upValue_d) ?? undefined,
    errQualifier: textIn(record.errQualifier_s),
    errorValue: numberOrNull(record.err_d) ?? undefined,
    textValue: textIn(record.textValue_s),
  }
  return {
    endpoint: textIn(record.effectendpoint_s) ?? '',
    type: textOrNull(record.effectendpoint_type_s),
    conditions: measuredFields(conditions),
    result: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  }
}

const ownFields =
  /^(?:id|type_s|document_uuid_s|topcategory_s|endpointcategory_s|effectid_hs|_childDocuments_|_root_|_version_)$/
const parts: Readonly<Record<string, 'loValue' | 'upValue' | 'loQualifier' | 'upQualifier' | 'unit'>> = {
  LOVALUE: 'loValue',
  UPVALUE: 'upValue',
  LOQUALIFIER: 'loQualifier',
  UPQUALIFIER: 'upQualifier',
  UNIT: 'unit',
}

/** Reads measured fields; `TIME_d` with `TIME_UNIT_s` is one value with its unit. */
function measuredFields(record: Members | undefined): Record<string, Measured> {
  const found = new Map<string, Record<string, string | number>>()
  for (const [field, value] of Object.entries(record ?? {}).slice(0, limits.measured * 5)) {
    if (ownFields.test(field)) continue
    const [, name = '', part] = /^(.+?)(?:_(LOVALUE|UPVALUE|LOQUALIFIER|UPQUALIFIER|UNIT))?_[sd]$/.exec(field) ?? []
    const one = typeof value === 'number' ? value : textIn(value)
    if (name === '' || one === undefined) continue
    const known = found.get(name) ?? {}
    found.set(name, known)
    known[part === undefined ? (typeof one === 'number' ? 'loValue' : 'text') : (parts[part] ?? 'text')] = one
  }
  return Object.fromEntries([...found].map(([name, { text, ...range }]) => [name, text === undefined ? range : text]))
}
