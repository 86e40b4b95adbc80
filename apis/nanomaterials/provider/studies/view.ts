// A study in AMBIT's form (SOURCES 2.6).
import type { StudyCategories } from '../../model/categories.ts'
import { titleOf } from '../../model/categories.ts'
import type { Effect, Study } from '../../model/records.ts'

export function studyView(categories: StudyCategories, substance: string, study: Study): object {
  const { citation, reliability } = study
  const term = categories.get(study.category)?.term
  return {
    uuid: study.uuid,
    investigation_uuid: study.investigation,
    assay_uuid: study.assay,
    owner: { substance: { uuid: substance }, company: study.company },
    citation: { title: citation.title, year: citation.year, owner: citation.owner },
    ...(study.updated === null ? {} : { updated: study.updated }),
    protocol: {
      topcategory: study.topCategory,
      category: {
        code: study.category,
        ...(term === undefined || term === '' ? {} : { term }),
        title: titleOf(categories, study.category),
      },
      endpoint: study.endpoint,
      guideline: study.guidelines,
    },
    parameters: study.parameters,
    reliability: {
      r_isRobustStudy: reliability.isRobustStudy,
      r_isUsedforClassification: reliability.isUsedForClassification,
      r_isUsedforMSDS: reliability.isUsedForMsds,
      r_purposeFlag: reliability.purposeFlag,
      r_studyResultType: reliability.resultType,
      r_value: reliability.value,
    },
    interpretation: { result: study.result, ...(study.criteria === null ? {} : { criteria: study.criteria }) },
    // AMBIT shows a study without effects with one empty effect
    effects:
      study.effects.length === 0 ? [{ endpoint: '', conditions: {}, result: {} }] : study.effects.map(effectView),
  }
}

function effectView({ endpoint, type, conditions, result }: Effect): object {
  return { endpoint, ...(type === null ? {} : { endpointtype: type }), conditions, result }
}
