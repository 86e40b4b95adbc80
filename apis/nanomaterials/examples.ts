// One call of each endpoint. The material, its maker and all measured values are invented; the identifiers of zinc
// oxide are real.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const root = 'https://api.ideaconsult.net/enanomapper/enm/nanoreg1'
const db = 'nanoreg1'
const uuid = 'GHSE-6d1f0c52-9b3e-3a71-8c44-0f5e2b7a9d13'
const studyUuid = 'GHSE-0b8f4a66-2c1d-3e57-9a10-7d3c5e9b1f24'
const investigation = '4f2a9c10-7e63-3b58-a1d4-c9e05b7d8f36'
const assay = '9a7c3e51-08d2-3f64-b6e9-1d5f7a2c4b80'
const owner = { uuid: 'GHSE-2e9d7b14-5a60-3c8f-8f21-b4a6c3d0e591', name: 'Example Materials Lab' }

const named = (name: string) => `${root}/feature/http%3A%2F%2Fwww.opentox.org%2Fapi%2F1.1%23${name}Default`
const feature = {
  [named('CASRN')]: {
    type: 'Feature',
    title: 'CasRN',
    units: '',
    isNominal: false,
    isNumeric: false,
    isMultiValue: false,
    sameAs: 'http://www.opentox.org/api/1.1#CASRN',
    isModelPredictionFeature: false,
    creator: 'http://ambit.sourceforge.net',
    order: 3,
    source: { URI: `${root}/dataset/Default`, type: 'Dataset' },
    annotation: [],
  },
}
const compound = {
  URI: `${root}/compound/7/conformer/7`,
  structype: 'D1',
  metric: null,
  name: '',
  cas: '',
  einecs: '',
  inchikey: 'XLOMVQKBTHCTTD-UHFFFAOYSA-N',
  inchi: 'InChI=1S/O.Zn',
  formula: 'OZn',
}
const entry = { compound, values: { [named('CASRN')]: '1314-13-2' }, facets: [], bundles: {} }
const dataset = { query: { summary: 'query' }, dataEntry: [entry], model_uri: null, feature }

const substance = {
  URI: `${root}/substance/${uuid}`,
  ownerUUID: owner.uuid,
  ownerName: owner.name,
  i5uuid: uuid,
  name: 'EX-ZnO-01',
  publicname: 'Zinc oxide, uncoated',
  format: 'xlsx',
  substanceType: 'NPO_1542',
  referenceSubstance: { i5uuid: owner.uuid, uri: `${root}/query/compound/search/all?search=${owner.uuid}` },
  composition: [],
  externalIdentifiers: [{ type: 'Lot', id: 'EX-2024-017' }],
  bundles: {},
  studysummary: [],
}
const granulometry = {
  topcategory: { title: 'P-CHEM', uri: `${root}/substance/${uuid}/study?top=P-CHEM` },
  category: {
    title: 'PC_GRANULOMETRY_SECTION',
    description: 'Particle size distribution (Granulometry)',
    order: 4050,
    uri: `${root}/substance/${uuid}/study?top=P-CHEM&category=PC_GRANULOMETRY_SECTION`,
  },
  interpretation_result: null,
  count: 3,
}
const searchAnswer = {
  responseHeader: { zkConnected: true, status: 0, QTime: 4, params: { q: 'type_s:substance', rows: '1', wt: 'json' } },
  response: {
    numFound: 12,
    start: 0,
    numFoundExact: true,
    docs: [{ s_uuid: uuid, name: 'EX-ZnO-01', publicname: 'Zinc oxide, uncoated', owner_name: owner.name }],
  },
}

export const examples = defineExamples(endpoints, {
  listInvestigation: {
    params: { db, type: 'bystudytype', search: 'PC_GRANULOMETRY_SECTION', pagesize: 1 },
    output: {
      results: [
        {
          name: 'EX-ZnO-01',
          publicname: 'Zinc oxide, uncoated',
          owner_name: owner.name,
          substanceType: 'NPO_1542',
          s_uuid: uuid,
          type_s: 'study',
          s_type: 'study',
          document_uuid: studyUuid,
          investigation,
          iuuid: investigation,
          assay,
          auuid: assay,
          topcategory: 'P-CHEM',
          endpointcategory: 'PC_GRANULOMETRY_SECTION',
          endpoint: 'Particle size',
          guidance: 'Transmission electron microscopy',
          reference: 'Characterisation round 1',
          reference_owner: 'Example Materials Lab',
          reference_year: '2024',
          idresult: 4711,
          effectendpoint: 'MEAN_DIAMETER',
          unit: 'nm',
          loValue: 42.5,
          errQualifier: 'SD',
          err: 6.1,
          updated: '2024-03-11 09:30:00',
          _childDocuments_: [{ id: `${studyUuid}/prm`, document_uuid: studyUuid, s_type: 'params', params: {} }],
        },
      ],
    },
  },
  searchCompound: {
    params: { db, term: 'search', representation: 'all', search: '1314-13-2' },
    output: dataset,
  },
  searchSimilar: {
    params: { db, search: 'O=[Zn]', type: 'smiles', threshold: 0.8, pagesize: 5 },
    output: { ...dataset, dataEntry: [{ ...entry, compound: { ...compound, metric: 1 } }] },
  },
  searchSubstructure: {
    params: { db, search: '[Zn]', filterBySubstance: true, pagesize: 5 },
    output: dataset,
  },
  countStudies: {
    params: { db, top: 'P-CHEM' },
    output: {
      facet: [
        {
          value: 'PC_GRANULOMETRY_SECTION',
          endpoint: null,
          count: 128,
          substancescount: -1,
          uri: `${root}/substance?type=facet&category=P-CHEM.PC_GRANULOMETRY_SECTION`,
          subcategory: 'P-CHEM',
          subcategoryuri: `${root}/query/study?top=P-CHEM`,
          bundles: {},
        },
      ],
    },
  },
  listSubstances: {
    params: { db, search: 'EX-ZnO', type: 'name', studysummary: true, page: 0, pagesize: 10 },
    output: { substance: [{ ...substance, studysummary: [granulometry] }], records: 1 },
  },
  getSubstance: { params: { db, uuid }, output: { substance: [substance], records: 1 } },
  getComposition: {
    params: { db, uuid, all: false },
    output: {
      composition: [
        {
          substance: { URI: `${root}/substance/${uuid}` },
          component: entry,
          compositionUUID: 'GHSE-7c5b1a93-4e28-3d06-9f7a-2b8c6d4e0a15',
          compositionName: null,
          relation: 'HAS_CORE',
          proportion: {
            typical: { precision: null, value: 99.2, unit: '%' },
            real: { lowerPrecision: '>=', lowerValue: 99, upperPrecision: '<=', upperValue: 99.5, unit: '%' },
            function_as_additive: null,
          },
          hidden: false,
        },
      ],
      feature,
    },
  },
  listStructures: { params: { db, uuid }, output: dataset },
  listStudies: {
    params: { db, uuid, top: 'P-CHEM', category: 'PC_GRANULOMETRY_SECTION' },
    output: {
      study: [
        {
          uuid: studyUuid,
          investigation_uuid: investigation,
          assay_uuid: assay,
          owner: { substance: { uuid }, company: owner },
          citation: { title: 'Characterisation round 1', year: '2024', owner: 'Example Materials Lab' },
          updated: '2024-03-11 09:30:00',
          protocol: {
            topcategory: 'P-CHEM',
            category: {
              code: 'PC_GRANULOMETRY_SECTION',
              term: 'http://purl.obolibrary.org/obo/CHMO_0002119',
              title: '4.5 Particle size distribution (Granulometry)',
            },
            endpoint: 'Particle size',
            guideline: ['Transmission electron microscopy'],
          },
          parameters: { 'E.method': 'TEM', DISPERSION_TIME: { loValue: 15, unit: 'min' }, OPERATOR: null },
          reliability: {
            r_isRobustStudy: 'false',
            r_isUsedforClassification: 'false',
            r_isUsedforMSDS: 'false',
            r_purposeFlag: 'supporting study',
            r_studyResultType: 'experimental result',
            r_value: '2 (reliable with restrictions)',
          },
          interpretation: { result: null },
          effects: [
            {
              endpoint: 'MEAN_DIAMETER',
              endpointtype: 'AGGREGATED',
              conditions: { REPLICATE: { loValue: 1 }, MEDIUM: 'water' },
              result: { unit: 'nm', loValue: 42.5, errQualifier: 'SD', errorValue: 6.1 },
            },
          ],
        },
      ],
    },
  },
  getStudySummary: { params: { db, uuid }, output: { facet: [granulometry] } },
  select: {
    params: { q: 'type_s:substance', fl: 's_uuid:s_uuid_hs,name:name_hs', rows: 1, wt: 'json' },
    output: searchAnswer,
  },
  selectByPost: {
    params: { wt: 'json' },
    body: {
      query: 'type_s:substance',
      limit: 1,
      facet: { owner: { type: 'terms', field: 'owner_name_hs', limit: 5 } },
    },
    output: {
      ...searchAnswer,
      facets: { count: 12, owner: { buckets: [{ val: owner.name, count: 12 }] } },
    },
  },
})
