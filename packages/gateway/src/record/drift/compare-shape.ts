// Compares a JSON value with a schema and names the differences in shape: members and types, never values.
import type { Comparison, Finding } from './finding.ts'
import { createViews, type TypeWord, type View, type Views } from './shape-views.ts'

/** Bounds of one comparison. */
export const compareLimits = { steps: 200_000, depth: 48, findings: 100, newMembers: 20, pointer: 300 }

/** Compares a value with a schema whose references point to its own `$defs`. */
export function compareShape(schema: unknown, value: unknown): Comparison {
  const run = new Run(createViews(schema))
  const found = run.compare(schema, value)
  return { findings: found, isCut: run.isCut }
}

/** The place of a value: its pointer, and how deep it is. */
interface Place {
  readonly pointer: string
  readonly depth: number
}
/** Differences by what makes them equal. */
type Found = Map<string, Finding>

class Run {
  isCut = false
  readonly #views: Views
  #steps = 0

  constructor(views: Views) {
    this.#views = views
  }

  compare(schema: unknown, value: unknown): readonly Finding[] {
    const found: Found = new Map()
    this.#walk(schema, value, { pointer: '', depth: 0 }, found)
    return [...found.values()]
  }

  #walk(schema: unknown, value: unknown, place: Place, found: Found): void {
    if (++this.#steps > compareLimits.steps || place.depth > compareLimits.depth) {
      this.isCut = true
      return
    }
    const views = this.#views.of(schema)
    const type = typeOf(value)
    const fitting = views.filter((view) => allows(view, type))
    const [only] = fitting
    if (!only) this.#add(found, { pointer: place.pointer, kind: 'retyped', declared: typesOf(views), seen: type })
    else if (fitting.length === 1) this.#compareLevel(only, value, place, found)
    else this.#compareNearest(fitting, value, place, found)
  }

  /** Compares with the branch that differs least: at this level first, and below it among those that are level. */
  #compareNearest(views: readonly View[], value: unknown, place: Place, found: Found): void {
    const distances = views.map((view) => this.#distance(view, value))
    const least = Math.min(...distances)
    let best: Found | undefined
    for (const view of views.filter((_, index) => distances[index] === least)) {
      const trial: Found = new Map()
      this.#compareLevel(view, value, place, trial)
      if (!best || harmOf(trial) < harmOf(best)) best = trial
      if (best.size === 0 || this.isCut) break
    }
    for (const finding of best?.values() ?? []) this.#add(found, finding)
  }

  /** Returns how far a value is from a branch, as far as its own level shows. */
  #distance(view: View, value: unknown): number {
    if (view.values && !view.values.has(value)) return discriminates
    if (!isObject(value)) return 0
    let distance = 0
    for (const name of view.required) if (!Object.hasOwn(value, name)) distance += harms.breaking
    for (const name of Object.keys(value)) {
      this.#steps++
      const schema = view.properties.get(name)
      if (schema === undefined) distance += view.further === 'closed' ? harms.info : 0
      else distance += this.#memberDistance(schema, value[name])
    }
    return distance
  }

  #memberDistance(schema: unknown, member: unknown): number {
    const views = this.#views.of(schema)
    if (views.every((view) => view.values && !view.values.has(member))) return discriminates
    return views.some((view) => allows(view, typeOf(member))) ? 0 : harms.breaking
  }

  #compareLevel(view: View, value: unknown, place: Place, found: Found): void {
    if (Array.isArray(value)) this.#compareItems(view, value, place, found)
    else if (isObject(value)) this.#compareMembers(view, value, place, found)
  }

  #compareItems(view: View, items: readonly unknown[], place: Place, found: Found): void {
    const each = below(place, '*')
    for (const [index, item] of items.entries()) {
      const prefix = view.prefixItems[index]
      if (prefix !== undefined) this.#walk(prefix, item, below(place, String(index)), found)
      else if (saysSomething(view.items)) this.#walk(view.items, item, each, found)
      if (this.isCut) return
    }
  }

  #compareMembers(view: View, value: Readonly<Record<string, unknown>>, place: Place, found: Found): void {
    for (const name of view.required)
      if (!Object.hasOwn(value, name)) {
        const declared = typesOf(this.#views.of(view.properties.get(name)))
        this.#add(found, { pointer: below(place, name).pointer, kind: 'missing', declared, seen: 'nothing' })
      }
    const undeclared: string[] = []
    for (const [name, member] of Object.entries(value)) {
      const schema = view.properties.get(name)
      if (schema !== undefined) this.#walk(schema, member, below(place, name), found)
      else if (view.further === 'closed') undeclared.push(name)
      else if (saysSomething(view.additional)) this.#walk(view.additional, member, below(place, '*'), found)
      if (this.isCut) return
    }
    // very many are the keys of a map, and so may be names of people
    const areKeys = undeclared.length > compareLimits.newMembers
    for (const name of undeclared) {
      const { pointer } = below(place, areKeys ? '*' : storedName(name))
      this.#add(found, { pointer, kind: 'new', declared: 'nothing', seen: typeOf(value[name]) })
    }
  }

  #add(found: Found, finding: Omit<Finding, 'severity'>): void {
    const { pointer, kind, seen } = finding
    const key = `${kind} ${seen} ${pointer}`
    if (found.has(key)) return
    if (found.size >= compareLimits.findings) this.isCut = true
    else found.set(key, { ...finding, severity: kind === 'new' ? 'info' : 'breaking' })
  }
}

const harms = { breaking: 10, warning: 3, info: 1 }
/** The distance of a branch that another value names. */
const discriminates = 1000

function harmOf(found: Found): number {
  let harm = 0
  for (const { severity } of found.values()) harm += harms[severity]
  return harm
}

/** Names that programs give to members. Any other may be data: an address, a date, a number, somebody's name. */
const memberName = /^[A-Za-z_$@][A-Za-z0-9_$:-]{0,63}$/

/** Returns the name of an undeclared member, or `*` if the name itself may be data. */
export function storedName(name: string): string {
  return memberName.test(name) ? name : '*'
}

/** Returns the place of a member or item. Beyond the longest pointer, what is below has the pointer of its parent. */
function below({ pointer, depth }: Place, name: string): Place {
  const longer = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return { pointer: longer.length > compareLimits.pointer ? pointer : longer, depth: depth + 1 }
}

/** Names the type of a JSON value. */
export function typeOf(value: unknown): TypeWord {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return 'string'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

export function allows({ types }: View, type: TypeWord): boolean {
  return types === undefined || types.has(type) || (type === 'integer' && types.has('number'))
}

function typesOf(views: readonly View[]): string {
  const types = new Set(views.flatMap(({ types }) => (types ? [...types] : ['anything'])))
  return types.size === 0 ? 'nothing' : [...types].sort().join('|')
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function saysSomething(schema: unknown): boolean {
  return schema !== true && schema !== undefined
}
