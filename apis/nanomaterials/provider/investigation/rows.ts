// Effects of studies as rows (SOURCES 2.11).

import type { Effect, Measured, Study, Substance } from '../../model/records.ts'
import { effectHash } from '../materials/effect-hash.ts'

export interface StudyOfSubstance {
  readonly substance: Substance
  readonly study: Study
}

/** Columns in the order of the CSV. */
export const columns = [
  'name',
  'publicname',
  'owner_name',
  'substanceType',
  's_uuid',
  'document_uuid',
  'topcategory',
  'endpointcategory',
  'endpoint',
  'guidance',
  'interpretation_result',
  'interpretation_criteria',
  'reference',
  'reference_owner',
  'reference_year',
  'idresult',
  'effectendpoint',
  'hash',
  'unit',
  'loQualifier',
  'loValue',
  'upQualifier',
  'upValue',
  'textValue',
  'errQualifier',
  'err',
  'iuuid',
  'auuid',
  'investigation',
  'assay',
  'updated',
  'reliability',
  'purposeFlag',
  'studyResultType',
  'isRobustStudy',
  'isUsedforClassification',
  'isUsedforMSDS',
  'resulttype',
  'resultgroup',
  'content',
  'type_s',
  's_type',
] as const
export type Row = Readonly<Record<(typeof columns)[number], string | number | null>> & {
  readonly _childDocuments_: readonly object[]
}

/** Returns the row of one effect. */
export function rowOf({ substance, study }: StudyOfSubstance, effect: Effect, at: number): Row {
  const { citation, reliability } = study
  const { result } = effect
  const child = { id: `${study.uuid}/${at + 1}`, document_uuid: study.uuid }
  return {
    name: substance.name,
    publicname: substance.publicName,
    owner_name: substance.ownerName,
    substanceType: substance.type,
    s_uuid: substance.uuid,
    document_uuid: study.uuid,
    topcategory: study.topCategory,
    endpointcategory: study.category,
    endpoint: study.endpoint,
    guidance: study.guidelines.join(', '),
    interpretation_result: study.result,
    interpretation_criteria: study.criteria,
    reference: citation.title,
    reference_owner: citation.owner,
    reference_year: citation.year,
    idresult: at + 1,
    effectendpoint: effect.endpoint,
    hash: effectHash(study, effect),
    unit: result.unit ?? null,
    loQualifier: result.loQualifier ?? null,
    loValue: result.loValue ?? null,
    upQualifier: result.upQualifier ?? null,
    upValue: result.upValue ?? null,
    textValue: result.textValue ?? null,
    errQualifier: result.errQualifier ?? null,
    err: result.errorValue ?? null,
    iuuid: study.investigation,
    auuid: study.assay,
    // the document has two names for each of these
    investigation: study.investigation,
    assay: study.assay,
    updated: study.updated,
    reliability: reliability.value,
    purposeFlag: reliability.purposeFlag,
    studyResultType: reliability.resultType,
    isRobustStudy: reliability.isRobustStudy,
    isUsedforClassification: reliability.isUsedForClassification,
    isUsedforMSDS: reliability.isUsedForMsds,
    resulttype: effect.type,
    resultgroup: null,
    content: substance.format,
    type_s: 'study',
    s_type: 'study',
    _childDocuments_: [
      { ...child, id: `${child.id}/prm`, s_type: 'params', params: plain(study.parameters) },
      { ...child, id: `${child.id}/cn`, s_type: 'conditions', conditions: plain(effect.conditions) },
    ],
  }
}

const plain = (values: Readonly<Record<string, Measured>>) => ({ ...values })
