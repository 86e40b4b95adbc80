// The text of a document becomes plain JSON: bounded in bytes, depth and values, without names that change objects.
import { DescriptionRefused } from '../refused.ts'
import { below, isJson, type Json } from './json.ts'
import { Merging } from './merge-keys.ts'

const byteLimit = 32 * 1024 * 1024
const depthLimit = 200
/** Limit of values; every use of a value that YAML aliases share counts. */
const valueLimit = 5_000_000

/** Parses JSON or YAML. Throws DescriptionRefused. */
export async function parseDocument(text: string): Promise<Json> {
  if (text.length > byteLimit || Buffer.byteLength(text) > byteLimit)
    throw new DescriptionRefused('', `The document has more than ${byteLimit / 1024 / 1024} MB.`)
  const plain = text.replace(/^\ufeff/, '')
  const trimmed = plain.trimStart()
  if (trimmed === '') throw new DescriptionRefused('', 'The document is empty.')
  const isJsonText = trimmed.startsWith('{') || trimmed.startsWith('[')
  const value = isJsonText ? parseJson(trimmed) : await parseYaml(plain)
  if (!isJson(value)) throw new DescriptionRefused('', 'The document is not an object.')
  refuseUnbounded(value, isJsonText ? undefined : new Merging(valueLimit))
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DescriptionRefused('', `The document is not valid JSON: ${reasonOf(error)}.`)
  }
}

async function parseYaml(text: string): Promise<unknown> {
  const yaml = await import('yaml')
  const refuse = (reason: string, at: number | undefined) => {
    const line = at === undefined ? '' : `, on line ${text.slice(0, at).split('\n').length}`
    throw new DescriptionRefused('', `The document is not valid YAML: ${reason}${line}.`)
  }
  try {
    // the library's search for repeated keys takes the square of their number
    const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'error' })
    const [first] = document.errors
    if (first?.code === 'MULTIPLE_DOCS') refuse('it holds several documents', first.pos[0])
    if (first) refuse(reasonOf(first).replace(/\.$/, ''), first.pos[0])
    const repeated = repeatedKey(document.contents, yaml)
    if (repeated) refuse(`the key ${String(repeated.value).slice(0, 100)} is repeated`, repeated.range?.[0])
    // aliases are counted afterwards
    return document.toJS({ maxAliasCount: -1 })
  } catch (error) {
    if (error instanceof DescriptionRefused) throw error
    throw new DescriptionRefused('', `The document is not valid YAML: ${reasonOf(error)}.`)
  }
}

/** Finds a key that a map has twice, of which one value would be lost. */
function repeatedKey(contents: unknown, { isCollection, isMap, isPair, isScalar }: typeof import('yaml')) {
  const waiting: unknown[] = [contents]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (!isCollection(node)) continue
    const keys = new Set<string>()
    for (const item of node.items) {
      waiting.push(isPair(item) ? item.value : item)
      const key = isMap(node) && isPair(item) && isScalar(item.key) ? item.key : undefined
      if (!key) continue
      const name = String(key.value)
      if (keys.has(name)) return key
      keys.add(name)
    }
  }
  return undefined
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1).join('').slice(0, 200)
}

interface Frame {
  readonly value: object
  readonly depth: number
  readonly parent: Frame | undefined
  readonly token: string | number
}

/** Walks the document with a stack of its own, as a recursive function would end with an overflow. */
function refuseUnbounded(root: Json, merging: Merging | undefined): void {
  const stack: Frame[] = [{ value: root, depth: 0, parent: undefined, token: '' }]
  let values = 0
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    if (frame.depth > depthLimit)
      throw new DescriptionRefused(pointerTo(frame), `Values are nested more than ${depthLimit} levels deep.`)
    if (isJson(frame.value)) {
      merging?.resolve(frame.value)
      // it would change the object that it is copied to
      if (Object.hasOwn(frame.value, '__proto__')) Reflect.deleteProperty(frame.value, '__proto__')
    }
    const entries: readonly [string | number, unknown][] = Array.isArray(frame.value)
      ? [...frame.value.entries()]
      : Object.entries(frame.value)
    values += entries.length
    if (values > valueLimit)
      throw new DescriptionRefused('', `The document has more than ${valueLimit.toLocaleString('en')} values.`)
    for (const [token, value] of entries)
      if (typeof value === 'object' && value !== null)
        stack.push({ value, depth: frame.depth + 1, parent: frame, token })
  }
}

function pointerTo(frame: Frame): string {
  const tokens: (string | number)[] = []
  for (let at: Frame | undefined = frame; at?.parent; at = at.parent) tokens.push(at.token)
  return tokens.reverse().slice(0, 20).reduce<string>(below, '')
}
