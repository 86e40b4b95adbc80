// Names that the listing gives: of shared schemas and of operations. Each is safe as an identifier and in a path.
import { createHash } from 'node:crypto'
import { present } from '#define/present'
import { isInherited } from './json.ts'

const longest = 64

/** Names a shared schema by its place; the same place always has the same name. */
export function nameFor(pointer: string, taken: Set<string>): string {
  const tokens = pointer.split('/').slice(1)
  const isComponent = tokens[0] === 'components' && tokens.length === 3
  const plain = isComponent || tokens[0] === '$defs' ? tokens.slice(-1) : tokens.slice(-4)
  const readable = safe(plain.join('-').replaceAll('~1', '-').replaceAll('~0', '-'), /[^A-Za-z0-9_.-]+/g) || 'Schema'
  const isSure = isComponent && tokens[1] === 'schemas' && readable === tokens[2]
  // names are compared without case and signs, as those of types are
  const name = isSure && !isInherited(readable) && !taken.has(folded(readable)) ? readable : marked(readable, pointer)
  taken.add(folded(name))
  return name
}

/** An operation as the document declares it. */
interface DeclaredOperation {
  readonly declaredId: string | undefined
  readonly method: string
  readonly path: string
}

/**
 * Returns the ids of operations, in their order: as declared; made from method and path where that is missing, or is
 * another's too. No operation's id depends on the order of others.
 */
export function operationIds(operations: readonly DeclaredOperation[]): string[] {
  const wanted = operations.map(({ declaredId }) => (declaredId === undefined ? '' : idForm(declaredId)))
  const uses = countsOf(wanted)
  const second = operations.map((operation, at) => {
    const id = present(wanted[at])
    return id !== '' && uses.get(folded(id)) === 1 ? id : idForm(`${operation.method.toLowerCase()}-${operation.path}`)
  })
  const again = countsOf(second)
  return second.map((id, at) => {
    const operation = operations[at]
    if (again.get(folded(id)) === 1 || !operation) return id
    return marked(id, `${operation.method} ${operation.path}`)
  })
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1)
  return counts
}

function idForm(text: string): string {
  const id = safe(text, /[^A-Za-z0-9_]+/g)
  if (id === '') return ''
  // what has a method of this name would be awaited as a promise
  if (isInherited(id) || id === 'then') return `${id}-operation`
  return id.length > longest ? marked(id, text) : id
}

function safe(text: string, others: RegExp): string {
  return text
    .slice(0, 500)
    .replace(others, '-')
    .replace(/^[-.]+/, '')
    .replace(/(?<![-.])[-.]+$/, '')
}

function marked(name: string, of: string): string {
  const mark = createHash('sha256').update(of).digest('hex').slice(0, 8)
  return `${name.slice(0, longest - mark.length - 1)}-${mark}`
}

function folded(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '').toLowerCase()
}
