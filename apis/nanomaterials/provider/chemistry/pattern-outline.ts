// Reads the outline of a SMARTS pattern (SOURCES 3.4). It only selects structures for matching, so anything uncertain
// is left open.
import { demandedTraits } from './atom-traits.ts'
import { atomicNumbers } from './elements.ts'
import { type Alternative, makeOutline, type Outline, type OutlineAtom } from './outline.ts'

const unknown: OutlineAtom = { element: undefined, isAromatic: undefined, traits: [] }
const bareAtom = /(?:Cl|Br|[BCNOPSFI*aAbcnops])/y
const bond = /(?:->|<-|[-=#$:~@/\\!,;&?])+/y
const ringClosure = /(?:%\((\d{1,5})\)|%(\d\d)|(\d))/y
const dot = '.'

/** Reads an outline; undefined if it cannot be read, although RDKit can understand some such patterns. */
export function outlineOfPattern(smarts: string): Outline | undefined {
  const atoms: OutlineAtom[] = []
  const bonds: (readonly [number, number])[] = []
  const branches: (number | undefined)[] = []
  const open = new Map<string, number>()
  let last: number | undefined
  let at = 0
  const take = (form: RegExp) => {
    form.lastIndex = at
    const found = form.exec(smarts)
    if (found) at = form.lastIndex
    return found
  }
  const add = (atom: OutlineAtom) => {
    atoms.push(atom)
    if (last !== undefined) bonds.push([last, atoms.length - 1])
    last = atoms.length - 1
  }
  while (at < smarts.length) {
    const next = smarts.charAt(at)
    const closing = last === undefined ? null : take(ringClosure)
    if (closing && last !== undefined) {
      const name = String(Number(closing[1] ?? closing[2] ?? closing[3]))
      const other = open.get(name)
      if (other === undefined) open.set(name, last)
      else {
        bonds.push([other, last])
        open.delete(name)
      }
    } else if (next === '[') {
      const end = endOfBracket(smarts, at)
      if (end === undefined) return undefined
      add(atomOfBracket(smarts.slice(at + 1, end)))
      at = end + 1
    } else if (next === '(') {
      branches.push(last)
      at++
    } else if (next === ')') {
      if (branches.length === 0) return undefined
      last = branches.pop()
      at++
    } else if (next === dot) {
      last = undefined
      at++
    } else {
      const symbol = take(bareAtom)?.[0]
      if (symbol !== undefined) add(atomOfSymbol(symbol))
      else if (last === undefined || !take(bond)) return undefined
    }
  }
  return open.size > 0 || branches.length > 0 ? undefined : makeOutline(atoms, bonds)
}

/** Returns the end of the bracket that begins here; brackets inside belong to recursive patterns. */
function endOfBracket(smarts: string, begin: number): number | undefined {
  let depth = 0
  for (let at = begin; at < smarts.length; at++) {
    if (smarts[at] === '[') depth++
    else if (smarts[at] === ']' && --depth === 0) return at
  }
  return undefined
}

const bracketStart = /^\d*(?:#(\d{1,3})|([A-Z][a-z]|[A-Z]|as|se|te|si|[bcnops]))/

/**
 * Reads an atom. Semicolons separate parts that must all hold; a part without a comma requires its traits, and its
 * element if it begins with one.
 */
function atomOfBracket(text: string): OutlineAtom {
  const parts = partsOf(text)
  const traits = parts.flatMap((part, at) => (part.includes(',') ? [] : demandedTraits(part, at === 0)))
  return { ...elementOf(parts), traits, choices: parts.flatMap(choiceOf) }
}

/** Returns the choice of a part; empty without a comma, or if an alternative requires nothing known. */
function choiceOf(part: string): Alternative[][] {
  const texts = part.split(',')
  if (texts.length === 1) return []
  const alternatives = texts.map((text) => ({
    element: elementOf([text]).element,
    traits: demandedTraits(text, true),
  }))
  return alternatives.every(({ element, traits }) => element !== undefined || traits.length > 0) ? [alternatives] : []
}

function elementOf(parts: readonly string[]): OutlineAtom {
  for (const part of parts) {
    if (part.includes(',')) continue
    const [, number, symbol = ''] = bracketStart.exec(part) ?? []
    if (number !== undefined) return { ...unknown, element: Number(number) }
    const atom = atomOfSymbol(atomicNumbers.has(titled(symbol)) ? symbol : symbol.slice(0, 1))
    if (atom.element !== undefined) return atom
  }
  return unknown
}

/** Splits at the semicolons outside of recursive patterns, and omits those. */
function partsOf(text: string): string[] {
  let depth = 0
  let outside = ''
  for (const character of text) {
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (depth === 0) outside += character
  }
  return outside.split(';')
}

const hydrogen = 1

function atomOfSymbol(symbol: string): OutlineAtom {
  const element = atomicNumbers.get(titled(symbol))
  // in brackets H can also be a number of hydrogens, and structures rarely list them as atoms
  if (element === undefined || element === hydrogen) return unknown
  return { element, isAromatic: symbol !== titled(symbol), traits: [] }
}

function titled(symbol: string): string {
  return symbol.slice(0, 1).toUpperCase() + symbol.slice(1)
}
