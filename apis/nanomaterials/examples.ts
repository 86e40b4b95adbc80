// One example call of each endpoint. The material, its maker and all measured values are invented; the identifiers of
// zinc oxide are real.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const root = 'https://api.ideaconsult.net/enanomapper/enm/nanoreg1'
const db = 'nanoreg1'
const uuid = 'GHSE-61b945d2-adbf-8345-ac67-6ccc628fff0f'
const studyUuid = 'GHSE-361987f8-2586-80da-a5bc-c5edcaf6a875'
const investigation = 'b2ed4539-de3b-8c32-a656-ad787183476a'
const assay = '8fa0eb53-b437-8352-adad-d3818352eba5'
const owner = { uuid: 'GHSE-6833f8aa-374b-86f2-a6ad-80be8a6ed6e7', name: 'Invented Particle Works' }

const reference = 'GHSE-6f516c64-64de-837c-a51d-fa18b715f2b2'

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
  URI: `${root}/compound/550878712/conformer/550878712`,
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
  format: 'sample',
  substanceType: 'NPO_1542',
  referenceSubstance: { i5uuid: reference, uri: `${root}/query/compound/search/all?search=${reference}` },
  composition: [],
  externalIdentifiers: [{ type: 'Sample lot', id: 'EX-1000' }],
  bundles: {},
  studysummary: [],
}
const appearance = {
  topcategory: { title: 'P-CHEM', uri: `${root}/substance/${uuid}/study?top=P-CHEM` },
  category: {
    title: 'GI_GENERAL_INFORM_SECTION',
    description: 'Appearance',
    order: 4010,
    uri: `${root}/substance/${uuid}/study?top=P-CHEM&category=GI_GENERAL_INFORM_SECTION`,
  },
  interpretation_result: null,
  count: 1,
}
const searchAnswer = {
  responseHeader: { zkConnected: true, status: 0, QTime: 4, params: { q: 'type_s:substance', rows: '1', wt: 'json' } },
  response: {
    numFound: 118,
    start: 0,
    numFoundExact: true,
    docs: [{ s_uuid: uuid, name: 'EX-ZnO-01', publicname: 'Zinc oxide, uncoated', owner_name: owner.name }],
  },
}

export const examples = defineExamples(endpoints, {
  listInvestigation: {
    params: { db, type: 'bysubstance', search: uuid, pagesize: 1 },
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
          guidance: 'Sample protocol: TEM',
          reference: 'Invented round 3',
          reference_owner: 'Placeholder Institute of Fine Dust',
          reference_year: '2021',
          idresult: 1,
          effectendpoint: 'MEAN_DIAMETER',
          unit: 'nm',
          loValue: 52.3,
          errQualifier: 'SD',
          err: 4.18,
          updated: '2023-02-15 09:00:00',
          _childDocuments_: [],
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
    params: { db, search: 'O~[Zn]', filterBySubstance: true, pagesize: 5 },
    output: dataset,
  },
  countStudies: {
    params: { db, top: 'P-CHEM', category: 'PC_GRANULOMETRY_SECTION' },
    output: {
      facet: [
        {
          value: 'Particle size distribution (Granulometry)',
          endpoint: 'PC_GRANULOMETRY_SECTION',
          count: 51,
          substancescount: -1,
          uri: `${root}/substance?type=facet&category=P-CHEM.PC_GRANULOMETRY_SECTION`,
          subcategory: 'P-CHEM',
          subcategoryuri: `${root}/query/study?topcategory=P-CHEM`,
          bundles: {},
        },
      ],
    },
  },
  listSubstances: {
    params: { db, search: 'EX-ZnO-01', type: 'name', studysummary: true, page: 0, pagesize: 10 },
    output: { substance: [{ ...substance, studysummary: [appearance] }], records: 1 },
  },
  getSubstance: { params: { db, uuid }, output: { substance: [substance], records: 1 } },
  getComposition: {
    params: { db, uuid, all: false },
    output: {
      composition: [
        {
          substance: { URI: `${root}/substance/${uuid}` },
          component: entry,
          compositionUUID: 'GHSE-f4bb45f2-d37e-81b3-afeb-bd259e86ecc8',
          compositionName: null,
          relation: 'HAS_CORE',
          proportion: {
            typical: { precision: null, value: 95, unit: '%' },
            real: { lowerPrecision: '>=', lowerValue: 93.1, upperPrecision: '<=', upperValue: 96.9, unit: '%' },
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
          citation: { title: 'Invented round 3', year: '2021', owner: 'Placeholder Institute of Fine Dust' },
          updated: '2023-02-15 09:00:00',
          protocol: {
            topcategory: 'P-CHEM',
            category: {
              code: 'PC_GRANULOMETRY_SECTION',
              term: 'http://purl.obolibrary.org/obo/CHMO_0002119',
              title: '4.5 Particle size distribution (Granulometry)',
            },
            endpoint: 'Particle size',
            guideline: ['Sample protocol: TEM'],
          },
          parameters: {
            'E.method': 'TEM',
            MEDIUM: 'BSA 0.05 %',
            DISPERSION_TIME: { loValue: 8, unit: 'min' },
          },
          reliability: {
            r_isRobustStudy: 'false',
            r_isUsedforClassification: 'false',
            r_isUsedforMSDS: 'false',
            r_purposeFlag: 'supporting study',
            r_studyResultType: 'experimental result',
            r_value: '4 (not assignable)',
          },
          interpretation: { result: 'ambiguous' },
          effects: [
            {
              endpoint: 'MEAN_DIAMETER',
              endpointtype: 'AGGREGATED',
              conditions: { REPLICATE: { loValue: 3 } },
              result: { unit: 'nm', loValue: 52.3, errQualifier: 'SD', errorValue: 4.18 },
            },
          ],
        },
      ],
    },
  },
  getStudySummary: { params: { db, uuid }, output: { facet: [appearance] } },
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
      facets: { count: 118, owner: { buckets: [{ val: owner.name, count: 36 }] } },
    },
  },
})
