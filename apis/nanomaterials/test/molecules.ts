// Molecules for tests and the benchmark: combinations of rings, chains and groups, different from each other.
import type { Database, NumberedStructure } from '../provider/materials/materials.ts'

const cores = [
  'c1ccc({})cc1',
  'c1cnc({})cc1',
  'C1CCC({})CC1',
  'C1CC1{}',
  'c1cc({})c2ccccc2c1',
  'C1CN({})CCO1',
  'c1csc({})n1',
  'N1C=CC=C1{}',
]
const chains = ['', 'C', 'CC', 'CCC', 'CCCC', 'CCOCC', 'C(C)C', 'C=C', 'CNC', 'COC(=O)C', 'CS', 'C(F)(F)C']
const ends = [
  'O',
  'N',
  'C(=O)O',
  'C(=O)N',
  'Cl',
  'Br',
  'C#N',
  'S(=O)(=O)N',
  'N(C)C',
  'OC',
  'C',
  'F',
  '[N+](=O)[O-]',
  'OP(=O)(O)O',
]

/** Patterns that are found in them: each part alone, and each two of them joined. */
export function partPatterns(): string[] {
  const rings = cores.map((core) => core.replace('({})', '').replace('{}', ''))
  const joined = chains.flatMap((chain) => ends.map((end) => `N${chain}N${end}`))
  return [...rings, ...chains.filter((chain) => chain !== ''), ...ends, ...joined]
}

/** At most 8 × 12 × 14 × 12 × 14 different ones. */
export function madeSmiles(count: number): string[] {
  const total = cores.length * chains.length * ends.length * chains.length * ends.length
  return Array.from({ length: count }, (_, at) => {
    // a step that has no factor in common with the total reaches all of them
    let place = (at * 100_003) % total
    const take = <T>(items: readonly T[]): T => {
      const item = items[place % items.length]
      place = Math.floor(place / items.length)
      return item as T
    }
    const [core, chain, end, other, last] = [take(cores), take(chains), take(ends), take(chains), take(ends)]
    return core.replace('{}', `${chain}N(${other}${last})${end.startsWith('[') || chain === '' ? 'C' : ''}${end}`)
  })
}

/** A database of these structures, of which every other one is part of a substance. */
export function databaseOf(smiles: readonly string[]): Database {
  const structures = smiles.map(
    (text, at): NumberedStructure => ({
      number: at + 1,
      key: text,
      structure: { names: [], smiles: text, kind: 'D1' },
      substances: new Set(at % 2 === 0 ? ['TEST'] : []),
    }),
  )
  return {
    name: 'nanoreg1',
    substances: [],
    byUuid: new Map(),
    structures,
    byNumber: new Map(structures.map((one) => [one.number, one])),
    byKey: new Map(structures.map((one) => [one.key, one])),
  }
}
