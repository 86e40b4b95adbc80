// Changes of a resource: JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902).
import { refuse } from '#define'
import { isJson, type Json } from '../reading/json.ts'

/** Applies a merge patch: null removes, objects merge, anything else replaces. */
export function merged(target: unknown, patch: unknown): unknown {
  if (!isJson(patch)) return patch
  const members = new Map<string, unknown>(Object.entries(isJson(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, merged(members.get(name), value))
  }
  return Object.fromEntries(members)
}

const mostOperations = 100
/** The limit of what the operations of a patch copy, in characters of JSON: each copy can double the document. */
const mostCopied = 64 * 1024

/** Applies the operations of a JSON Patch to a copy. Throws a refusal that names the operation at fault. */
export function patched(target: unknown, operations: unknown): unknown {
  const copies = { left: mostCopied }
  if (!Array.isArray(operations) || operations.length > mostOperations)
    throw refuse(400, { message: `A JSON Patch is a list of at most ${mostOperations} operations.` })
  return operations.reduce<unknown>((document, one: unknown, at) => {
    const result = isJson(one) ? applied(document, one, copies) : undefined
    if (!result) throw refuse(409, { message: `Operation ${at} of the JSON Patch cannot be applied.` })
    return result.document
  }, structuredClone(target))
}

function applied(
  document: unknown,
  { op, path, value, from }: Json,
  copies: { left: number },
): { readonly document: unknown } | undefined {
  const tokens = tokensOf(path)
  if (!tokens) return undefined
  if (op === 'add' || op === 'replace') return changed(document, tokens, { op, value })
  if (op === 'remove') return changed(document, tokens, { op, value: undefined })
  if (op === 'test') return JSON.stringify(at(document, tokens)) === JSON.stringify(value) ? { document } : undefined
  const source = tokensOf(from)
  const moved = source && at(document, source)
  if (!source || moved === undefined || (op !== 'move' && op !== 'copy')) return undefined
  const rest = op === 'move' ? changed(document, source, { op: 'remove', value: undefined }) : { document }
  const text = JSON.stringify(moved)
  copies.left -= text.length
  if (!rest || copies.left < 0) return undefined
  return changed(rest.document, tokens, { op: 'add', value: JSON.parse(text) })
}

function tokensOf(path: unknown): string[] | undefined {
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) return undefined
  return path
    .split('/')
    .slice(1, 100)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function at(document: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>((value, token) => {
    if (Array.isArray(value)) return /^\d{1,6}$/.test(token) ? value[Number(token)] : undefined
    return isJson(value) && Object.hasOwn(value, token) ? value[token] : undefined
  }, document)
}

interface Change {
  readonly op: 'add' | 'replace' | 'remove'
  readonly value: unknown
}

/** Returns the document with one place changed; undefined if there is no such place. */
function changed(document: unknown, tokens: readonly string[], change: Change): { document: unknown } | undefined {
  const [token, ...rest] = tokens
  if (token === undefined) return change.op === 'remove' ? undefined : { document: change.value }
  if (token === '__proto__') return undefined
  if (rest.length > 0) {
    const inner = changed(at(document, [token]), rest, change)
    return inner && within(document, token, inner.document)
  }
  if (Array.isArray(document)) return changedList(document, token, change)
  if (!isJson(document) || (change.op !== 'add' && !Object.hasOwn(document, token))) return undefined
  const { [token]: _, ...others } = document
  return { document: change.op === 'remove' ? others : { ...document, [token]: change.value } }
}

function within(document: unknown, token: string, value: unknown): { document: unknown } | undefined {
  if (Array.isArray(document))
    return /^\d{1,6}$/.test(token) && Number(token) < document.length
      ? { document: document.with(Number(token), value) }
      : undefined
  return isJson(document) && Object.hasOwn(document, token) ? { document: { ...document, [token]: value } } : undefined
}

function changedList(
  list: readonly unknown[],
  token: string,
  { op, value }: Change,
): { document: unknown } | undefined {
  const index = token === '-' ? list.length : /^\d{1,6}$/.test(token) ? Number(token) : -1
  if (index < 0 || index > list.length || (op !== 'add' && index === list.length)) return undefined
  return { document: list.toSpliced(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value])) }
}
