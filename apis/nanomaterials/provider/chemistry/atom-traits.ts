// Traits of single atoms that SMARTS can test: rings, neighbours, hydrogens and charges (SOURCES 3.4). Each is a number
// with the same meaning for an atom of a molecule and of a pattern, so that a screen can compare them.
import { atomicNumbers } from './elements.ts'

/** Known properties of a molecule's atom. */
interface AtomFacts {
  /** Sizes of its rings in the smallest set of rings. */
  readonly rings: readonly number[]
  readonly ringBonds: number
  readonly neighbours: number
  /** Number of hydrogens, including those among the neighbours. */
  readonly hydrogens: number
  /** Number of neighbours plus hydrogens that are not neighbours. */
  readonly connections: number
  readonly charge: number
}

/** Ranges of values from `least` to `most`; values outside have no trait. */
const ranges = {
  inRings: [0, 8],
  ringSize: [3, 20],
  ringBonds: [0, 8],
  neighbours: [0, 8],
  connections: [0, 8],
  hydrogens: [0, 4],
  charge: [-4, 4],
  isInRing: [1, 1],
} as const
type Kind = keyof typeof ranges

const offsets = new Map<string, number>()
let traits = 0
for (const [kind, [least, most]] of Object.entries(ranges)) {
  offsets.set(kind, traits - least)
  traits += most - least + 1
}
/** Upper bound of the trait numbers, exclusive. */
export const traitCount = traits

function traitOf(kind: Kind, value: number): number[] {
  const [least, most] = ranges[kind]
  return value >= least && value <= most ? [(offsets.get(kind) ?? 0) + value] : []
}

export function traitsOfAtom(atom: AtomFacts): number[] {
  const { rings } = atom
  return [
    ...traitOf('inRings', rings.length),
    ...traitOf('isInRing', Math.sign(rings.length)),
    ...traitOf('ringSize', Math.min(...rings)),
    ...traitOf('ringBonds', atom.ringBonds),
    ...traitOf('neighbours', atom.neighbours),
    ...traitOf('connections', atom.connections),
    ...traitOf('hydrogens', atom.hydrogens),
    ...traitOf('charge', atom.charge),
  ]
}

const twoLetters = /&?!?([A-Z][a-z])/y
/** One primitive of a bracket, with its negation. */
const primitive =
  /&?(!?)(?:([RrxDXH])(\d*)|(\++|-+)(\d*)|[hvzZ]\d*|\^\d|@{1,2}|\$|#\d{1,3}|\*|[aA]|:\d+$|Cl|Br|[BCNOPSFIbcnops])/y

/**
 * Returns the traits that one part of a bracket, without commas, requires; empty if it contains anything unknown.
 * `isFirst` allows an element at its beginning.
 */
export function demandedTraits(part: string, isFirst: boolean): number[] {
  const demanded: number[] = []
  let at = isFirst ? elementLength(part) : 0
  while (at < part.length) {
    twoLetters.lastIndex = at
    const [, element = ''] = twoLetters.exec(part) ?? []
    if (atomicNumbers.has(element)) {
      // Rn is radon, not a ring and an aromatic nitrogen
      at = twoLetters.lastIndex
      continue
    }
    primitive.lastIndex = at
    const found = primitive.exec(part)
    if (!found) return []
    at = primitive.lastIndex
    const [, negation, letter, digits = '', sign, amount = ''] = found
    const isNegated = negation === '!'
    if (letter !== undefined) demanded.push(...counted(letter, digits, isNegated))
    else if (sign !== undefined && !isNegated)
      demanded.push(
        ...traitOf('charge', (amount === '' ? sign.length : Number(amount)) * (sign.startsWith('-') ? -1 : 1)),
      )
  }
  return demanded
}

const kinds: Readonly<Record<string, Kind>> = {
  R: 'inRings',
  r: 'ringSize',
  x: 'ringBonds',
  D: 'neighbours',
  X: 'connections',
  H: 'hydrogens',
}

function counted(letter: string, digits: string, isNegated: boolean): number[] {
  const kind = kinds[letter]
  if (kind === undefined) return []
  const isOfRings = letter === 'R' || letter === 'r' || letter === 'x'
  // without a number, any ring; with 0, not in a ring
  if (isOfRings && (digits === '' || Number(digits) === 0))
    return (digits === '') === isNegated ? traitOf('inRings', 0) : traitOf('isInRing', 1)
  return isNegated ? [] : traitOf(kind, digits === '' ? 1 : Number(digits))
}

/** Returns the length of an isotope and element before the primitives; H is ambiguous there, so it is skipped. */
function elementLength(part: string): number {
  const isotope = /^\d*/.exec(part)?.[0].length ?? 0
  const two = part.slice(isotope, isotope + 2)
  if (/^[A-Za-z][a-z]$/.test(two) && atomicNumbers.has(titled(two)) && /^(?:[A-Z]|as|se|te|si)/.test(two))
    return isotope + 2
  if (part[isotope] === 'H') return isotope + (/^H\d*/.exec(part.slice(isotope))?.[0].length ?? 0)
  return isotope
}

function titled(symbol: string): string {
  return symbol.slice(0, 1).toUpperCase() + symbol.slice(1)
}
