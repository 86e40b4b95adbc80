// Measures searches at size, each with its p95: facets over 100,000 documents, substructures over 50,000 structures.
// `node apis/nanomaterials/test/bench.ts`, or with `solr` or `chemistry` for one of them

import { loadCategories } from '../model/categories.ts'
import type { Substance } from '../model/records.ts'
import { createChemistry } from '../provider/chemistry/chemistry.ts'
import { buildMaterials } from '../provider/materials/materials.ts'
import { answerTo } from '../provider/solr/answer.ts'
import { buildSolrIndex } from '../provider/solr/documents/solr-index.ts'
import { fromQuery } from '../provider/solr/request/parameters.ts'
import { makeSample } from '../seed/sample.ts'
import { testEngines } from './engines.ts'
import { databaseOf, madeSmiles } from './molecules.ts'

const documents = 100_000
const structures = 50_000
const rounds = 100
const noPause = async () => {}

const parts = process.argv.slice(2)
if (parts.length === 0 || parts.includes('solr')) await measureSolr()
if (parts.length === 0 || parts.includes('chemistry')) await measureChemistry()

async function measureSolr(): Promise<void> {
  const sample = await makeSample(noPause)
  const copies: Substance[] = []
  const perCopy = 11_500
  for (let copy = 0; copy * perCopy < documents; copy++)
    for (const substance of sample) {
      const renamed = (uuid: string) => uuid.replace(/^\w{4}/, `C${String(copy).padStart(3, '0')}`)
      const studies = substance.studies.map((study) => ({ ...study, uuid: renamed(study.uuid) }))
      copies.push({ ...substance, uuid: renamed(substance.uuid), studies })
    }
  const categories = await loadCategories()
  const begun = performance.now()
  const materials = await buildMaterials({ isSample: true, categories, substances: copies }, noPause)
  const index = await buildSolrIndex(materials, noPause)
  print(`${index.docs.length} documents indexed in ${seconds(begun)}`)
  const facets =
    '{a:{type:terms,field:topcategory_s,facet:{b:{type:terms,field:endpointcategory_s,limit:5,facet:{c:"avg(loValue_d)"}}}}}'
  const questions: Record<string, Record<string, string>> = {
    'facet.field of everything': {
      q: '*:*',
      rows: '0',
      facet: 'true',
      'facet.field': 'endpointcategory_s',
      'facet.mincount': '1',
    },
    'facets of studies with a value': {
      q: 'type_s:study',
      fq: 'loValue_d:[10 TO 100]',
      facet: 'true',
      'facet.field': 'unit_s',
      rows: '10',
    },
    'JSON facets within facets': { q: 'type_s:study', rows: '0', 'json.facet': facets },
    pivot: { q: 'type_s:study', rows: '0', facet: 'true', 'facet.pivot': 'topcategory_s,effectendpoint_s' },
    ranges: {
      q: '*:*',
      rows: '0',
      facet: 'true',
      'facet.range': 'loValue_d',
      'facet.range.start': '0',
      'facet.range.end': '1000',
      'facet.range.gap': '10',
    },
    'block join with words': { q: '{!parent which=type_s:substance}(silver viability)', rows: '10' },
    'words by score': { q: 'zeta potential water', rows: '10' },
    'all studies sorted': { q: 'type_s:study', sort: 'loValue_d desc, id asc', rows: '10' },
  }
  for (const [name, params] of Object.entries(questions))
    await measure(name, () => answerTo(index, fromQuery(new URLSearchParams(params)), noPause))
}

async function measureChemistry(): Promise<void> {
  const chemistry = createChemistry(testEngines)
  const database = databaseOf(madeSmiles(structures))
  const options = {
    account: 'acc_bench',
    signal: new AbortController().signal,
    onlyInSubstances: false,
    skip: 0,
    count: 10,
  }
  const begun = performance.now()
  await chemistry.substructure(database, 'c1ccccc1', options)
  print(`${structures} structures with fingerprints in ${seconds(begun)}`)
  for (const pattern of [
    'c1ccccc1',
    'C(=O)[OH]',
    '[#15]',
    'S(=O)(=O)Nc1ccccc1',
    'C1CC1C#N',
    '[$([NX3](C)C)]',
    'c1ccc2ccccc2c1Cl',
    'BrCCCCCCBr',
    '[!#6;!#7;!#8]~[#6]~[#7]~[#6]~[#9]',
    'c1ccc2c(c1)cccn2',
    '[R4]',
    '[r9]',
    '[R4,R5]',
    '[#34,#52;X2]',
    '[x4]~[D4;H0]',
    '[+2]',
    '[#6;X4;R2]([#7])[#7]',
  ])
    await measure(`SMARTS ${pattern}`, () => chemistry.substructure(database, pattern, options))
  for (const text of ['c1ccc(CN(C)C)cc1', 'CCOC(=O)C'])
    await measure(`similar to ${text}`, () => chemistry.similar(database, text, { ...options, threshold: 0.7 }))
  await chemistry.close()
}

/** Prints how long it takes by the clock, and how much CPU time, which a busy machine does not change. */
async function measure(name: string, ask: () => Promise<unknown>, times = rounds): Promise<void> {
  const walls: number[] = []
  const cpus: number[] = []
  for (let round = 0; round < times; round++) {
    const begun = performance.now()
    const before = process.cpuUsage()
    await ask()
    const { user, system } = process.cpuUsage(before)
    walls.push(performance.now() - begun)
    cpus.push((user + system) / 1000)
  }
  print(`${name}: ${percentiles(walls)}; CPU ${percentiles(cpus)}`)
}

function percentiles(taken: number[]): string {
  taken.sort((one, other) => one - other)
  const at = (share: number) => (taken[Math.floor(taken.length * share)] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}

function seconds(begunMs: number): string {
  return `${((performance.now() - begunMs) / 1000).toFixed(1)} s`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
