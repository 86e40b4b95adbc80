// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  listInvestigation: ['Effects of studies as a table', 'Measurements across studies of an investigation'],
  searchCompound: [
    'Find a chemical by SMILES, name or CAS number',
    'Which compound has this InChI?',
    'Exact structure search',
    'Identify a molecule from its formula, InChIKey or name',
  ],
  searchSimilar: ['Which molecules are similar to this one?', 'Tanimoto similarity search', 'Compounds like aspirin'],
  searchSubstructure: ['Which chemicals contain a benzene ring?', 'SMARTS substructure search'],
  countStudies: ['How many studies are there for each endpoint?', 'Number of toxicity experiments by category'],
  listSubstances: [
    'List nanomaterials',
    'Find titanium dioxide particles',
    'Which substances are in the database?',
    'Browse engineered nanoparticles by name or type',
  ],
  getSubstance: ['Tell me about one nanomaterial', 'Details and supplier of a substance'],
  getComposition: [
    'What does the nanoparticle consist of?',
    'Core, coating and impurities of a material',
    'Constituents, shell and functionalisation',
  ],
  listStructures: ['Chemical structures of the components of a substance', 'Dataset of structures for one material'],
  listStudies: [
    'Toxicity results of a nanomaterial',
    'What was measured: size, cytotoxicity, zeta potential',
    'Experiments on a substance',
    'Physico-chemical and biological test results of a particle',
  ],
  getStudySummary: [
    'Which kinds of studies exist for a substance?',
    'How many experiments per category for one material',
  ],
  select: ['Search nanosafety data with facets', 'Full-text query with filters', 'Solr query over materials'],
  selectByPost: ['Send a long facet query in the body', 'Solr search by POST with JSON'],
}

/** Further search words for the API. */
export const words = {
  listInvestigation: 'investigation study table effects results several studies uuid combined project all of an',
  searchCompound:
    'chemical compound molecule smiles inchi cas name formula exact structure find identify lookup a substance by or',
  searchSimilar:
    'similar resembling like alike chemical compound molecule tanimoto threshold neighbours analogues close resembles caffeine lookalike',
  searchSubstructure:
    'substructure contain contains containing have ring group functional benzene nitro fragment smarts molecules chemicals has a',
  countStudies: 'how many number count studies endpoint category statistics summary overview experiments amount of per',
  listSubstances:
    'nanotubes nanoparticles nanomaterials substances silver gold titania zinc oxide carbon silica list browse which particles have do you',
  getSubstance: 'substance nanomaterial one details supplier name owner uuid about',
  getComposition:
    'composition consist made of coating core shell impurities ingredients constituents contain purity functionalisation layer what is it coated',
  listStructures: 'chemical structures components dataset molecules of a substance smiles in the',
  listStudies:
    'toxicity toxic harmful cells assay assays experiment results measured size cytotoxicity dangerous safe safety zeta potential solubility dose test hazard exposure is it experiments on',
  getStudySummary:
    'summary kinds categories counts experiments studies one substance overview available which of exist for it',
  select: 'facet facets counts full text search solr query nanosafety filter endpoints material grouped faceted',
  selectByPost: 'facet full text solr query post json body long filter',
}

/** Proper names that belong to the API. */
export const topics =
  'titanium dioxide titania zinc oxide silver gold silica carbon nanotube graphene cerium iron benzene caffeine aspirin phenol tio2 zno smiles inchi cas'
