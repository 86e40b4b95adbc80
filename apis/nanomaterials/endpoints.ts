// The thirteen endpoints, in the order of the provider's documentation: AMBIT below `/enm/{db}`, Solr at `/select`.
import { anyObject, anyOf, body, bool, get, int, list, num, post, req, str } from '#define'
import {
  CategoryCounts,
  Composition,
  Dataset,
  Investigation,
  SearchAnswer,
  Studies,
  StudySummary,
  Substances,
} from './schemas.ts'

const db = str({
  doc: 'Database: calibrate, enanomapper, enpra, marina, nanogenotox, nanoinformatix, nanoreg1, nanoreg2 or nanotest.',
  example: 'nanoreg1',
})
const uuid = str({
  doc: 'Substance: four upper-case characters, a dash and a UUID; a number of the database also works.',
  example: 'GHSE-61b945d2-adbf-8345-ac67-6ccc628fff0f',
})
const paging = {
  page: int({ doc: 'Page, counted from 0.', example: 0 }),
  pagesize: int({
    doc: 'Records per page; the provider documents a default of 10 and a maximum of 10000.',
    example: 10,
  }),
}
const top = str({ doc: 'Top category: P-CHEM, ECOTOX, ENV FATE, TOX or EXPOSURE.', example: 'P-CHEM' })
const category = str({ doc: 'Category code.', example: 'PC_GRANULOMETRY_SECTION' })
const property = {
  property_uri: str({ doc: 'Property as its full URI.' }),
  property: str({ doc: 'Property as its hash, 40 hexadecimal digits.' }),
}
/** Flags of the structure search, which the provider also reads as words. */
const flag = (doc: string) => bool({ doc, also: '^(yes|no|on|off)$' })
const structure = {
  search: str({ doc: 'Structure or identifier: SMILES, InChI, name or registry number.', example: 'O=[Zn]' }),
  b64search: str({ doc: 'Molfile in base64; overrides search.' }),
}
const columns = {
  bundle_uri: str({ doc: 'List of substances; records selected into it come with their tag.' }),
  sameas: str({ doc: 'Ontology URI by which columns are grouped.' }),
}
const inDataset = {
  type: str({ doc: 'What search contains: smiles, mol or url.', example: 'smiles' }),
  dataset_uri: str({ doc: 'Dataset to search in.' }),
  filterBySubstance: flag('Only structures that are part of a substance.'),
  mol: bool({ doc: 'Adds the structure as SDF text.' }),
}

const ambit = {
  listInvestigation: get('/enm/{db}/investigation', 'Effects of many studies as rows', {
    params: {
      db,
      type: req.str({
        doc: 'What search identifies: byinvestigation, byassay, bysubstance, byprovider, bycitation, bystudytype, bystructure_inchikey, bystructure_smiles, bystructure_name, bysubstance_name or bysubstance_type.',
        example: 'bystudytype',
      }),
      search: req.str({
        doc: 'UUID of an investigation, assay or substance, or a category code, as type says.',
        example: 'PC_GRANULOMETRY_SECTION',
      }),
      inchikey: str({ doc: 'InChI keys of components, comma-separated.', example: 'XLOMVQKBTHCTTD-UHFFFAOYSA-N' }),
      id: str({ doc: 'Identifiers of structures or substances, comma-separated; inchikey overrides it.' }),
      ...paging,
    },
    returns: Investigation,
    doc: 'Returns JSON unless the accept header requests text/csv, text/plain or a workbook (XLSX).',
  }),
  searchCompound: get(
    '/enm/{db}/query/compound/{term}/{representation}',
    'Structures equal to a structure or identifier',
    {
      params: {
        db,
        term: str({ doc: 'search, url or inchikey, or the identifier itself.', example: 'search' }),
        representation: str({
          doc: 'Identifier columns: all, smiles, reach, stdinchi, stdinchikey, names, iupac_name, synonym, cas or einecs.',
          example: 'all',
        }),
        ...structure,
        ...columns,
        casesens: flag('Whether identifiers are compared case-sensitively.'),
        ...paging,
      },
      returns: Dataset,
    },
  ),
  searchSimilar: get('/enm/{db}/query/similarity', 'Structures similar to a structure', {
    params: {
      db,
      ...structure,
      ...inDataset,
      ...columns,
      threshold: num({ doc: 'Tanimoto coefficient that a match must exceed; 0.9 by default.', example: 0.8 }),
      ...paging,
    },
    returns: Dataset,
    doc: 'Most similar first; the coefficient is the metric of each compound.',
  }),
  searchSubstructure: get('/enm/{db}/query/smarts', 'Structures that contain a substructure', {
    params: { db, ...structure, ...inDataset, ...columns, ...paging },
    returns: Dataset,
    doc: 'search may also be a SMARTS pattern.',
  }),
  countStudies: get('/enm/{db}/query/study', 'Numbers of studies by category', {
    params: { db, top, category },
    returns: CategoryCounts,
  }),
  listSubstances: get('/enm/{db}/substance', 'Substances, all or those that match a search', {
    params: {
      db,
      search: str({ doc: 'Text to search for.', example: 'zinc' }),
      type: str({
        doc: 'What search contains: name, like, regexp, uuid, substancetype, citation, citationowner, topcategory, endpointcategory, params, owner_name, owner_uuid, reliability, purposeFlag, studyResultType, isRobustStudy, related, reference, facet, or a type of external identifier such as CompTox or DOI.',
        example: 'name',
      }),
      compound_uri: str({ doc: 'Structure for the types related and reference.' }),
      bundle_uri: columns.bundle_uri,
      addDummySubstance: bool({ doc: 'With type related: adds the structure itself where no substance holds it.' }),
      studysummary: bool({ doc: 'Adds the number of studies to each substance.' }),
      ...paging,
    },
    returns: Substances,
  }),
  getSubstance: get('/enm/{db}/substance/{uuid}', 'One substance', {
    params: {
      db,
      uuid,
      'property_uris[]': str({ doc: 'Properties; with them the answer is a dataset of their values.' }),
      ...paging,
    },
    returns: anyOf([Substances, Dataset]),
  }),
  getComposition: get('/enm/{db}/substance/{uuid}/composition', 'Components of a substance', {
    params: { db, uuid, all: bool({ doc: 'Also shows hidden components.' }), ...paging },
    returns: Composition,
  }),
  listStructures: get('/enm/{db}/substance/{uuid}/structures', 'Structures of a substance as a dataset', {
    params: { db, uuid, ...paging },
    returns: Dataset,
    // the server routes only the singular
    upstream: { path: '/enm/{db}/substance/{uuid}/structure' },
  }),
  listStudies: get('/enm/{db}/substance/{uuid}/study', 'Studies of a substance with their effects', {
    params: {
      db,
      uuid,
      top,
      category,
      ...property,
      investigation_uuid: str({ doc: 'Investigation that links several studies.' }),
      ...paging,
    },
    returns: Studies,
  }),
  getStudySummary: get('/enm/{db}/substance/{uuid}/studySummary', 'Numbers of studies of a substance by category', {
    params: {
      db,
      uuid,
      top,
      category,
      ...property,
      result: bool({ doc: 'Also groups by interpretation result.' }),
      ...paging,
    },
    returns: StudySummary,
    // the server routes only lower case
    upstream: { path: '/enm/{db}/substance/{uuid}/studysummary' },
  }),
}

const wt = str({ doc: 'Format of the answer: json, xml or csv. JSON by default.', example: 'json' })
const textOrList = anyOf([str(), list(str())])
const textOrObject = anyOf([str(), anyObject()])

const solr = {
  select: get('/select', 'Faceted full-text search', {
    params: {
      q: str({ doc: 'Query in Solr syntax.', example: 'type_s:substance' }),
      fq: str({ doc: 'Filter; repeat it for several.', example: 'substanceType_hs:NPO_1542' }),
      fl: str({
        doc: 'Fields to return, comma-separated, aliases and transformers included.',
        example: 's_uuid:s_uuid_hs',
      }),
      start: int({ doc: 'First record, counted from 0.', example: 0 }),
      rows: int({ doc: 'Records to return; 10 by default.', example: 10 }),
      wt,
    },
    returns: SearchAnswer,
    doc: 'Every other Solr parameter (facet, json.facet, sort, group, hl, cursorMark and more) is passed on.',
  }),
  selectByPost: post('/select', 'Faceted full-text search with the query in the body', {
    effect: 'read',
    params: { wt },
    body: body(
      {
        query: anyOf([str(), anyObject()], { doc: 'Query as text, or in the JSON query language.' }),
        filter: anyOf([str(), anyObject(), list(textOrObject)], { doc: 'One filter or a list of them.' }),
        fields: textOrList,
        sort: str(),
        limit: anyOf([int(), str()], { doc: 'Records to return.' }),
        offset: anyOf([int(), str()], { doc: 'First record, counted from 0.' }),
        facet: textOrObject,
        params: anyObject({ doc: 'Classic Solr parameters.' }),
      },
      { as: ['json', 'form'], required: false },
    ),
    returns: SearchAnswer,
    doc: 'JSON follows the Solr JSON request; a form holds the parameters of a GET.',
    limits: { bodyBytes: 4 * 1024 * 1024 },
    idempotent: true,
  }),
}

export const endpoints = { ...ambit, ...solr }
