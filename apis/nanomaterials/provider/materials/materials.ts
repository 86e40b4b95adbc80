// All data for responses, in memory: the substances by database, and their numbered structures.
import { createHash } from 'node:crypto'
import { type StudyCategories, unknownOrder } from '../../model/categories.ts'
import { databases, type Structure, type Study, type Substance } from '../../model/records.ts'

export interface Materials {
  readonly isSample: boolean
  readonly categories: StudyCategories
  readonly databases: ReadonlyMap<string, Database>
}

export interface Database {
  readonly name: string
  /** Substances ordered by name. */
  readonly substances: readonly Substance[]
  readonly byUuid: ReadonlyMap<string, Substance>
  /** Structures in the order of first use. */
  readonly structures: readonly NumberedStructure[]
  readonly byNumber: ReadonlyMap<number, NumberedStructure>
  readonly byKey: ReadonlyMap<string, NumberedStructure>
}

export interface NumberedStructure {
  /** Number in addresses, `/compound/{number}`. It follows from the identifiers, so that it survives an import. */
  readonly number: number
  readonly key: string
  readonly structure: Structure
  /** UUIDs of the substances with this structure as a visible part. */
  readonly substances: ReadonlySet<string>
}

interface Source {
  readonly isSample: boolean
  readonly categories: StudyCategories
  /** Substances in any order. */
  readonly substances: readonly Substance[]
}

/** Indexes the substances; awaits `pause` between them. */
export async function buildMaterials(source: Source, pause: () => Promise<void>): Promise<Materials> {
  const byDatabase = new Map<string, Substance[]>(databases.map((name) => [name, []]))
  for (const substance of source.substances) byDatabase.get(substance.database)?.push(substance)
  const built = new Map<string, Database>()
  for (const [name, substances] of byDatabase) {
    substances.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
    built.set(name, await buildDatabase(name, substances, pause))
  }
  return { isSample: source.isSample, categories: source.categories, databases: built }
}

const sortKey = ({ name, uuid }: Substance) => `${name}\0${uuid}`

async function buildDatabase(
  name: string,
  substances: readonly Substance[],
  pause: () => Promise<void>,
): Promise<Database> {
  const byKey = new Map<string, NumberedStructure & { readonly substances: Set<string> }>()
  const byNumber = new Map<number, NumberedStructure>()
  for (const { uuid, components } of substances) {
    for (const { structure, hidden } of components) {
      const key = structureKey(structure)
      const known = byKey.get(key) ?? { number: freeNumber(key, byNumber), key, structure, substances: new Set() }
      byKey.set(key, known)
      byNumber.set(known.number, known)
      if (!hidden) known.substances.add(uuid)
    }
    await pause()
  }
  const byUuid = new Map(substances.map((substance) => [substance.uuid, substance]))
  return { name, substances, byUuid, structures: [...byKey.values()], byNumber, byKey }
}

/** Returns the key of a structure, the same for two mentions of it. */
export function structureKey({ inchiKey, smiles, cas, ec, names }: Structure): string {
  return inchiKey ?? smiles ?? cas ?? ec ?? names.join('|').toLowerCase()
}

const numbers = 2 ** 30

function freeNumber(key: string, taken: ReadonlyMap<number, unknown>): number {
  let number = createHash('sha256').update(key).digest().readUInt32BE() % numbers
  while (number === 0 || taken.has(number)) number = (number + 1) % numbers
  return number
}

/** Finds a substance by UUID, or by number, counted from 1. */
export function findSubstance({ byUuid, substances }: Database, id: string): Substance | undefined {
  return /^\d{1,9}$/.test(id) ? substances[Number(id) - 1] : byUuid.get(id)
}

/** Groups studies by category in the order of the list of categories. */
export function byCategory<T extends Pick<Study, 'topCategory' | 'category'>>(
  categories: StudyCategories,
  studies: Iterable<T>,
): { readonly topCategory: string; readonly category: string; readonly studies: T[] }[] {
  const groups = new Map<string, { topCategory: string; category: string; studies: T[] }>()
  for (const study of studies) {
    const key = `${study.topCategory}\0${study.category}`
    const group = groups.get(key) ?? { topCategory: study.topCategory, category: study.category, studies: [] }
    group.studies.push(study)
    groups.set(key, group)
  }
  const order = (code: string) => categories.get(code)?.order ?? unknownOrder
  return [...groups.values()].sort(
    (one, other) => order(one.category) - order(other.category) || (one.category < other.category ? -1 : 1),
  )
}
