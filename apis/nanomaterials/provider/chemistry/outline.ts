// The outline of a molecule or pattern: the bonds between its atoms, with the elements and traits that are certain. The
// kinds of bonds are ignored.
import { present } from '#define/present'
import { traitsOfAtom } from './atom-traits.ts'

export interface Outline {
  readonly atoms: readonly OutlineAtom[]
  /** The neighbours of each atom. */
  readonly neighbours: readonly (readonly number[])[]
}
export interface OutlineAtom {
  /** Atomic number; undefined if a pattern allows several. */
  readonly element: number | undefined
  readonly isAromatic: boolean | undefined
  /** Traits that a molecule's atom has, or that a pattern's atom requires. */
  readonly traits: readonly number[]
  /** Choices of a pattern's atom: it satisfies one alternative of each. */
  readonly choices?: readonly (readonly Alternative[])[]
}
/** Requirements of an alternative on an atom, never empty. */
export type Alternative = Pick<OutlineAtom, 'element' | 'traits'>

type Bond = readonly [number, number]

export function makeOutline(atoms: readonly OutlineAtom[], bonds: readonly Bond[]): Outline {
  return { atoms, neighbours: neighboursOf(atoms.length, bonds) }
}

function neighboursOf(count: number, bonds: readonly Bond[]): number[][] {
  const neighbours: number[][] = Array.from({ length: count }, () => [])
  for (const [one, other] of bonds) {
    neighbours[one]?.push(other)
    neighbours[other]?.push(one)
  }
  return neighbours
}

interface MoleculeJson {
  readonly molecules: readonly {
    readonly atoms: readonly { readonly z?: number; readonly impHs?: number; readonly chg?: number }[]
    readonly bonds?: readonly { readonly atoms: Bond }[]
    readonly extensions?: readonly {
      readonly aromaticAtoms?: readonly number[]
      readonly atomRings?: readonly (readonly number[])[]
    }[]
  }[]
}
const [hydrogen, carbon] = [1, 6]

/** Reads the outline of a molecule from RDKit's JSON, in which an atom without a number is carbon. */
export function outlineOfMolecule(json: string): Outline {
  const { molecules }: MoleculeJson = JSON.parse(json)
  const [molecule] = molecules
  const extensions = molecule?.extensions ?? []
  const aromatic = new Set(extensions.flatMap(({ aromaticAtoms }) => aromaticAtoms ?? []))
  const rings = extensions.flatMap(({ atomRings }) => atomRings ?? [])
  const listed = molecule?.atoms ?? []
  const neighbours = neighboursOf(listed.length, molecule?.bonds?.map(({ atoms: ends }) => ends) ?? [])
  const ringNeighbours = neighboursOf(listed.length, ringBonds(rings))
  const ringSizes = listed.map((): number[] => [])
  for (const ring of rings) for (const at of ring) ringSizes[at]?.push(ring.length)
  const atoms = listed.map(({ z = carbon, impHs = 0, chg = 0 }, at) => {
    const around = present(neighbours[at])
    const traits = traitsOfAtom({
      rings: present(ringSizes[at]),
      ringBonds: present(ringNeighbours[at]).length,
      neighbours: around.length,
      hydrogens: impHs + around.filter((other) => listed[other]?.z === hydrogen).length,
      connections: around.length + impHs,
      charge: chg,
    })
    return { element: z, isAromatic: aromatic.has(at), traits }
  })
  return { atoms, neighbours }
}

/** Returns the bonds of the rings, each once. */
function ringBonds(rings: readonly (readonly number[])[]): Bond[] {
  const bonds = new Map<string, Bond>()
  for (const ring of rings)
    for (const [at, one] of ring.entries()) {
      const other = ring[(at + 1) % ring.length] ?? one
      const bond: Bond = one < other ? [one, other] : [other, one]
      bonds.set(bond.join(), bond)
    }
  return [...bonds.values()]
}
