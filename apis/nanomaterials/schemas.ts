// Result shapes of the AMBIT endpoints and of Solr. URIs are absolute, below the root of the database.
import { anyObject, anyOf, anything, bool, int, list, map, nullable, num, obj, opt, str } from '#define'

const text = nullable(str())
const number = nullable(num())

/** Lists of substances that a record was selected into, by the URI of the list. */
const Bundles = map(obj({ count: opt(int()), tag: opt(text), remarks: opt(text) }))

/** One column of a dataset. */
const Feature = obj({
  type: str(),
  title: str(),
  units: text,
  isNominal: opt(bool()),
  isNumeric: opt(bool()),
  isMultiValue: opt(bool()),
  sameAs: opt(text),
  isModelPredictionFeature: opt(bool()),
  creator: opt(text),
  order: opt(int()),
  source: opt(obj({ URI: opt(text), type: opt(text) })),
  annotation: opt(list(anything())),
})
/** Columns by URI. */
const Features = map(Feature)

/**
 * A structure. `name`, `cas` and `einecs` are always empty; the identifiers are in the accompanying values (SOURCES
 * 2.2).
 */
const Compound = obj({
  URI: str(),
  structype: opt(text),
  metric: opt(nullable(num({ doc: 'Similarity to the query, 0 to 1.' }))),
  name: opt(text),
  cas: opt(text),
  einecs: opt(text),
  inchikey: opt(text),
  inchi: opt(text),
  formula: opt(text),
  mol: opt(nullable(str({ doc: 'SDF text, when requested with mol=true.' }))),
})
const DataEntry = obj({
  compound: Compound,
  values: map(anything(), { doc: 'String, number or null by the URI of the column.' }),
  facets: list(anything()),
  bundles: Bundles,
})

/** Structures with the columns of their values. */
export const Dataset = obj({
  query: opt(obj({ summary: opt(text) })),
  dataEntry: list(DataEntry),
  model_uri: opt(text),
  feature: Features,
})

const Component = obj({
  substance: obj({ URI: str() }),
  component: DataEntry,
  compositionUUID: text,
  compositionName: text,
  relation: str({ doc: 'HAS_CORE, HAS_COATING, HAS_SHELL, HAS_CONSTITUENT, HAS_IMPURITY and others.' }),
  proportion: obj({
    typical: obj({ precision: text, value: number, unit: text }),
    real: obj({ lowerPrecision: text, lowerValue: number, upperPrecision: text, upperValue: number, unit: text }),
    function_as_additive: opt(nullable(anyOf([str(), num()]))),
  }),
  hidden: bool(),
})
export const Composition = obj({ composition: list(Component), feature: Features })

/** Number of studies of one category, optionally of one interpretation result. */
const StudyCount = obj({
  topcategory: obj({ title: str(), uri: str() }),
  category: obj({ title: str({ doc: 'Category code.' }), description: text, order: opt(int()), uri: str() }),
  interpretation_result: opt(text),
  count: int({ min: 0 }),
})
export const StudySummary = obj({ facet: list(StudyCount) })

/** Number of protocol applications by category, over the whole database. */
const CategoryCount = obj({
  value: text,
  endpoint: opt(text),
  count: int(),
  substancescount: opt(int({ doc: '-1 where it is not counted.' })),
  uri: str(),
  subcategory: opt(text),
  subcategoryuri: opt(text),
  bundles: opt(Bundles),
})
export const CategoryCounts = obj({ facet: list(CategoryCount) })

const Substance = obj({
  URI: str(),
  ownerUUID: text,
  ownerName: text,
  i5uuid: str({ doc: 'Four characters, a dash and a UUID.' }),
  name: text,
  publicname: text,
  format: text,
  substanceType: text,
  referenceSubstance: nullable(obj({ i5uuid: text, uri: text })),
  composition: opt(list(Component)),
  externalIdentifiers: list(obj({ type: str(), id: str() })),
  bundles: opt(Bundles),
  studysummary: opt(list(StudyCount)),
})
export const Substances = obj({ substance: list(Substance), records: opt(int({ min: 0 })) })

/** A condition or parameter of a study: text, number, null, or a range with its unit. */
const Measured = nullable(
  anyOf([
    str(),
    num(),
    obj({
      loValue: opt(anyOf([num(), text])),
      upValue: opt(anyOf([num(), text])),
      loQualifier: opt(text),
      upQualifier: opt(text),
      unit: opt(text),
    }),
  ]),
)
const Effect = obj({
  endpoint: text,
  endpointtype: opt(text),
  conditions: map(Measured),
  result: obj({
    unit: opt(text),
    loQualifier: opt(text),
    loValue: opt(number),
    upQualifier: opt(text),
    upValue: opt(number),
    errQualifier: opt(text),
    errorValue: opt(number),
    textValue: opt(nullable(anyOf([str(), num(), anyObject()]))),
  }),
})
const Study = obj({
  uuid: str(),
  investigation_uuid: text,
  assay_uuid: text,
  owner: obj({ substance: obj({ uuid: str() }), company: obj({ uuid: text, name: text }) }),
  citation: obj({ title: text, year: text, owner: text }),
  updated: opt(text),
  protocol: obj({
    topcategory: str(),
    category: obj({ code: str(), term: opt(text), title: opt(text) }),
    endpoint: text,
    guideline: nullable(list(text)),
  }),
  parameters: map(Measured),
  reliability: obj({
    r_isRobustStudy: opt(text),
    r_isUsedforClassification: opt(text),
    r_isUsedforMSDS: opt(text),
    r_purposeFlag: opt(text),
    r_studyResultType: opt(text),
    r_value: opt(text),
  }),
  interpretation: obj({ result: text, criteria: opt(text) }),
  effects: list(Effect),
})
export const Studies = obj({ study: list(Study) })

const scalar = nullable(anyOf([str(), num(), bool()]))

/** One effect of one study as a row; columns without a value are absent or null. */
const InvestigationRow = obj({
  name: opt(text),
  publicname: opt(text),
  owner_name: opt(text),
  substanceType: opt(text),
  s_uuid: opt(text),
  type_s: opt(text),
  s_type: opt(text),
  document_uuid: opt(text),
  investigation: opt(text),
  iuuid: opt(text),
  assay: opt(text),
  auuid: opt(text),
  topcategory: opt(text),
  endpointcategory: opt(text),
  endpoint: opt(text),
  guidance: opt(nullable(anyOf([str(), list(text)]))),
  interpretation_result: opt(text),
  interpretation_criteria: opt(text),
  reference: opt(text),
  reference_owner: opt(text),
  reference_year: opt(scalar),
  idresult: opt(scalar),
  effectendpoint: opt(text),
  hash: opt(text),
  unit: opt(text),
  loQualifier: opt(text),
  loValue: opt(scalar),
  upQualifier: opt(text),
  upValue: opt(scalar),
  textValue: opt(scalar),
  errQualifier: opt(text),
  err: opt(scalar),
  content: opt(text),
  updated: opt(text),
  reliability: opt(text),
  purposeFlag: opt(text),
  studyResultType: opt(text),
  isRobustStudy: opt(scalar),
  isUsedforClassification: opt(scalar),
  isUsedforMSDS: opt(scalar),
  resulttype: opt(text),
  resultgroup: opt(scalar),
  _childDocuments_: opt(list(anyObject({ doc: 'Parameters of the study, and conditions of the effect.' }))),
})
export const Investigation = anyOf([
  obj({ results: list(InvestigationRow) }),
  list(InvestigationRow, { doc: 'The rows alone, when requested with array=true.' }),
  str({ doc: 'Rows as text, when requested as text/csv or text/plain.' }),
])

/** Solr's JSON response; its members depend on the query. */
const SolrAnswer = obj({
  responseHeader: opt(
    obj({
      zkConnected: opt(bool()),
      status: int(),
      QTime: int({ doc: 'Milliseconds.' }),
      params: opt(map(anything(), { doc: 'Parameters as Solr read them; repeated ones are lists.' })),
    }),
  ),
  response: opt(
    obj({
      numFound: int({ min: 0 }),
      start: int({ min: 0 }),
      maxScore: opt(number),
      numFoundExact: opt(bool()),
      docs: list(anyObject()),
    }),
  ),
  facet_counts: opt(anyObject({ doc: 'Classic facets; field facets are flat lists unless json.nl says otherwise.' })),
  facets: opt(anyObject({ doc: 'Facets of the JSON facet API.' })),
  grouped: opt(anyObject()),
  highlighting: opt(anyObject()),
  nextCursorMark: opt(str()),
})
export const SearchAnswer = anyOf([SolrAnswer, str({ doc: 'XML or CSV, when requested with wt.' })])
