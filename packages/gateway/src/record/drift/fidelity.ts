// Compares the shapes of recorded answers with those of embedded ones: which members and types only one side has. The
// answers of an endpoint are taken together, since no single one has every optional member.
import { allows, compareLimits, isObject, storedName, typeOf } from './compare-shape.ts'
import type { Comparison, Finding } from './finding.ts'
import { createViews, type Views } from './shape-views.ts'

/** Members of answers by pointer, with the types that they had. */
type Shape = Map<string, Set<string>>

interface Shapes {
  /** Adds an answer; one beyond the bounds is added in part, and `isCut` is true from then on. */
  add(value: unknown): void
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
  readonly isCut: boolean
}

const mostMembers = 5000

/** Collects the shapes of answers; the schema tells members from free keys. */
export function createShapes(schema: unknown): Shapes {
  const views = createViews(schema)
  const members: Shape = new Map()
  const run = new Collecting(views, members)
  return {
    add: (value) => run.add(schema, value),
    members,
    get isCut() {
      return run.isCut
    },
  }
}

class Collecting {
  isCut = false
  readonly #views: Views
  readonly #members: Shape
  #steps = 0

  constructor(views: Views, members: Shape) {
    this.#views = views
    this.#members = members
  }

  add(schema: unknown, value: unknown): void {
    this.#steps = 0
    this.#walk(schema, value, '', 0)
  }

  #walk(schema: unknown, value: unknown, pointer: string, depth: number): void {
    const known = this.#members.get(pointer)
    if (
      ++this.#steps > compareLimits.steps ||
      depth > compareLimits.depth ||
      (!known && this.#members.size >= mostMembers)
    ) {
      this.isCut = true
      return
    }
    const type = typeOf(value)
    this.#members.set(pointer, (known ?? new Set()).add(type === 'integer' ? 'number' : type))
    const fitting = this.#views.of(schema).filter((view) => allows(view, type))
    if (Array.isArray(value)) {
      const items = fitting.find((view) => view.items !== true)?.items
      for (const item of value) this.#walk(items, item, `${pointer}/*`, depth + 1)
    } else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        const declared = fitting.find((view) => view.properties.has(name))
        const map = declared ? undefined : fitting.find((view) => view.further === 'open')
        const step = map ? '*' : declared ? name : storedName(name)
        const escaped = step.replaceAll('~', '~0').replaceAll('/', '~1')
        this.#walk(declared?.properties.get(name) ?? map?.additional, member, `${pointer}/${escaped}`, depth + 1)
      }
  }
}

/**
 * Compares what embedded answers have with what was recorded: a recorded member that none of them has is missing, a
 * type that was never recorded is retyped, and a member that was never recorded is new.
 */
export function compareShapes(recorded: Shapes, embedded: Shapes): Comparison {
  const findings: Finding[] = []
  const add = (finding: Finding) => void (findings.length < compareLimits.findings && findings.push(finding))
  for (const [pointer, types] of recorded.members) {
    const ours = embedded.members.get(pointer)
    const declared = typesOf(types)
    if (!ours) {
      // where nothing is above it either, that is what is missing
      if (isNearest(pointer, embedded.members))
        add({ pointer, kind: 'missing', declared, seen: 'nothing', severity: 'warning' })
      continue
    }
    const strange = [...ours].filter((type) => !types.has(type) && type !== 'null')
    if (strange.length > 0 && !isOnlyNull(types))
      add({ pointer, kind: 'retyped', declared, seen: strange.sort().join('|'), severity: 'breaking' })
  }
  for (const [pointer, types] of embedded.members)
    if (!recorded.members.has(pointer) && isNearest(pointer, recorded.members))
      add({ pointer, kind: 'new', declared: 'nothing', seen: typesOf(types), severity: 'info' })
  return { findings, isCut: recorded.isCut || embedded.isCut || findings.length >= compareLimits.findings }
}

const typesOf = (types: ReadonlySet<string>): string => [...types].sort().join('|')

/** Reports whether the member around a pointer is there as an object, or as a list with items. */
function isNearest(pointer: string, members: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'))
  const types = members.get(parent)
  return pointer.endsWith('/*') ? false : types?.has('object') === true
}

const isOnlyNull = (types: ReadonlySet<string>): boolean => types.size === 1 && types.has('null')
