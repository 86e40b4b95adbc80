// The sample: invented materials of real compounds, with random measurements. Draws depend only on the names of
// database, material and category, so the sample is the same on every machine.
import { loadCategories, type StudyCategory } from '../model/categories.ts'
import type { Component, Effect, Selection, Structure, Study, Substance } from '../model/records.ts'
import { databases } from '../model/records.ts'
import { readTable, type TableRow } from '../model/table.ts'
import { draw, pick, sampleUuid, withPrefix } from './draws.ts'

const owners = ['Example Materials Lab', 'Invented Particle Works', 'Placeholder Institute of Fine Dust'] as const
const reliabilities = [
  '1 (reliable without restriction)',
  '2 (reliable with restrictions)',
  '3 (not reliable)',
  '4 (not assignable)',
] as const
const purposes = ['key study', 'supporting study', 'weight of evidence', 'disregarded study'] as const
const resultTypes = ['experimental result', 'estimated by calculation', '(Q)SAR'] as const
/** Categories measured for every material; the others rotate, so that every category occurs. */
const usual = [
  'PC_GRANULOMETRY_SECTION',
  'NPO_1914_SECTION',
  'SPECIFIC_SURFACE_AREA_SECTION',
  'ZETA_POTENTIAL_SECTION',
  'ENM_0000068_SECTION',
  'ENM_0000037_SECTION',
  'OBI_0302736_SECTION',
  'EC_DAPHNIATOX_SECTION',
] as const
const furtherPerMaterial = 4
/** Ratio of the first database's materials to those of each other database. */
const shareOfOthers = 6

interface Tables {
  readonly materials: readonly TableRow[]
  readonly compounds: ReadonlyMap<string, Structure>
  readonly measurements: ReadonlyMap<string, TableRow>
  readonly categories: readonly StudyCategory[]
}

/** Returns all substances of the sample; awaits `pause` between them. */
export async function makeSample(pause: () => Promise<void>): Promise<Substance[]> {
  const tables = await readTables()
  const substances: Substance[] = []
  for (const [at, database] of databases.entries())
    for (const [index, material] of tables.materials.entries()) {
      if (at > 0 && (index + at) % shareOfOthers !== 0) continue
      substances.push(makeSubstance(tables, { database, material, index }))
      await pause()
    }
  return substances
}

async function readTables(): Promise<Tables> {
  const [materials, compounds, measurements, categories] = await Promise.all([
    readTable('materials.tsv'),
    readCompounds(),
    readTable('measurements.tsv'),
    loadCategories(),
  ])
  return {
    materials,
    compounds,
    measurements: new Map(measurements.map((row) => [row.code ?? '', row])),
    categories: [...categories.values()],
  }
}

/** Reads the compounds by their short names. */
export async function readCompounds(): Promise<Map<string, Structure>> {
  const rows = await readTable('compounds.tsv')
  return new Map(rows.map((row) => [row.id ?? '', structureOf(row)]))
}

function structureOf({ names = '', iupac, cas, ec, smiles, inchi, inchikey, formula }: TableRow): Structure {
  return {
    names: names.split(';'),
    iupacName: iupac || undefined,
    cas: cas || undefined,
    ec: ec || undefined,
    smiles: smiles || undefined,
    inchi: inchi || undefined,
    inchiKey: inchikey || undefined,
    formula: formula || undefined,
    kind: smiles ? 'D1' : 'NANO',
  }
}

interface Place {
  readonly database: string
  readonly material: TableRow
  readonly index: number
}

function makeSubstance(tables: Tables, place: Place): Substance {
  const { database, material, index } = place
  const { name = '', publicname = '', type = '' } = material
  const own = `${database} ${name}`
  const ownerName = pick(owners, draw(own, 'owner'))
  const ownerUuid = withPrefix(sampleUuid(ownerName))
  const rotating = tables.categories.filter(({ code }) => !usual.some((one) => one === code))
  const further = Array.from(
    { length: furtherPerMaterial },
    (_, at) => rotating[(index * furtherPerMaterial + at) % rotating.length],
  )
  const known = tables.categories.filter(({ code }) => usual.some((one) => one === code))
  const uuid = withPrefix(sampleUuid(own))
  return {
    database,
    uuid,
    name,
    publicName: publicname,
    ownerUuid,
    ownerName,
    format: 'sample',
    type,
    referenceUuid: withPrefix(sampleUuid(`reference of ${name}`)),
    externalIds: [{ type: 'Sample lot', id: `EX-${1000 + index}` }],
    components: makeComponents(tables, place),
    bundles: selectionsOf(index),
    studies: [...known, ...further].flatMap((category) =>
      category ? [makeStudy(tables, place, { category, company: { uuid: ownerUuid, name: ownerName } })] : [],
    ),
  }
}

/**
 * Returns memberships in two bundles: target materials with the sources for their assessment, and materials for a round
 * robin.
 */
function selectionsOf(index: number): Selection[] {
  const remarks = 'sample, invented'
  return [
    ...(index % 3 === 0 ? [{ bundle: 1, tag: index % 2 === 0 ? 'target' : 'source', remarks }] : []),
    ...(index % 5 === 0 ? [{ bundle: 2, tag: 'selected', remarks }] : []),
  ]
}

function makeComponents({ compounds }: Tables, { database, material }: Place): Component[] {
  const { name = '', core = '', coating = '', further = '' } = material
  const parts = [
    { relation: 'HAS_CORE', id: core },
    ...(coating === '' ? [] : [{ relation: 'HAS_COATING', id: coating }]),
    ...(further === '' ? [] : further.split(';')).map((part) => {
      const [id = '', relation = ''] = part.split(':')
      return { relation: `HAS_${relation}`, id }
    }),
  ]
  return parts.flatMap(({ relation, id }): Component[] => {
    const structure = compounds.get(id)
    if (!structure) return []
    const own = `${database} ${name} ${relation}`
    const share = relation === 'HAS_CORE' ? 90 + 9 * draw(own) : 0.1 + 6 * draw(own)
    const value = rounded(share)
    return [
      {
        uuid: withPrefix(sampleUuid(own)),
        name: null,
        relation,
        structure,
        typical: { precision: null, value, unit: '%' },
        real: {
          lowerPrecision: '>=',
          lowerValue: rounded(share * 0.98),
          upperPrecision: '<=',
          upperValue: rounded(Math.min(100, share * 1.02)),
          unit: '%',
        },
        additiveFunction: relation === 'HAS_ADDITIVE' ? 'dispersant' : null,
        hidden: relation === 'HAS_IMPURITY',
      },
    ]
  })
}

interface StudyPlan {
  readonly category: StudyCategory
  readonly company: Study['company']
}

function makeStudy({ measurements }: Tables, { database, material }: Place, { category, company }: StudyPlan): Study {
  const { name = '', diameter = '' } = material
  const own = `${database} ${name} ${category.code}`
  const row = measurements.get(category.code) ?? measurements.get(`[${category.topCategory}]`) ?? {}
  const round = 1 + Math.floor(3 * draw(own, 'round'))
  const title = `Invented round ${round}`
  const isSize = row.low === 'size'
  const low = isSize ? Number(diameter) * 0.85 : Number(row.low)
  const high = isSize ? Number(diameter) * 1.4 : Number(row.high)
  const { method = '', protocol = '' } = row
  const isDosed = category.topCategory === 'TOX' || category.topCategory === 'ECOTOX'
  return {
    uuid: withPrefix(sampleUuid(own)),
    investigation: sampleUuid(`${database} ${title}`),
    assay: sampleUuid(`${database} ${title} ${category.code}`),
    citation: { title, year: String(2018 + round), owner: pick(owners, draw(own, 'cited')) },
    updated: `${2020 + round}-0${1 + Math.floor(9 * draw(own, 'month'))}-15 09:00:00`,
    topCategory: category.topCategory,
    category: category.code,
    endpoint: protocol,
    guidelines: [`Sample protocol: ${method}`],
    parameters: {
      'E.method': method,
      ...(isDosed ? { 'E.cell_type': pick(['A549', 'HepG2', 'THP-1', 'Caco-2'], draw(own, 'cells')) } : {}),
      MEDIUM: pick(['water', 'cell culture medium', 'air', 'BSA 0.05 %'], draw(own, 'medium')),
      DISPERSION_TIME: { loValue: 5 + Math.floor(25 * draw(own, 'time')), unit: 'min' },
    },
    reliability: {
      isRobustStudy: String(draw(own, 'robust') < 0.3),
      isUsedForClassification: 'false',
      isUsedForMsds: 'false',
      purposeFlag: pick(purposes, draw(own, 'purpose')),
      resultType: pick(resultTypes, draw(own, 'type') ** 3),
      value: pick(reliabilities, draw(own, 'reliability') ** 2),
    },
    result: draw(own, 'interpreted') < 0.4 ? pick(['positive', 'negative', 'ambiguous'], draw(own, 'result')) : null,
    criteria: null,
    company,
    effects: makeEffects(own, { effect: row.effect ?? '', unit: row.unit ?? '', low, high, isDosed }),
  }
}

interface EffectPlan {
  readonly effect: string
  readonly unit: string
  readonly low: number
  readonly high: number
  readonly isDosed: boolean
}

function makeEffects(own: string, { effect, unit, low, high, isDosed }: EffectPlan): Effect[] {
  const level = draw(own, 'level')
  const hours = isDosed ? [24, 48] : [0]
  const doses = isDosed ? [1, 10, 100] : [0]
  return hours.flatMap((hour) =>
    doses.map((dose): Effect => {
      const share = isDosed
        ? Math.min(1, level * 0.4 + 0.2 * Math.log10(dose) + 0.2 * draw(own, `${hour} ${dose}`))
        : level
      const value = rounded(low + (high - low) * share)
      return {
        endpoint: effect,
        type: 'AGGREGATED',
        conditions: isDosed
          ? { CONCENTRATION: { loValue: dose, unit: 'ug/ml' }, 'E.EXPOSURE_TIME': { loValue: hour, unit: 'h' } }
          : { REPLICATE: { loValue: 1 + Math.floor(3 * level) } },
        result: { unit, loValue: value, errQualifier: 'SD', errorValue: rounded(Math.abs(value) * 0.08) },
      }
    }),
  )
}

/** Rounds to three significant digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
