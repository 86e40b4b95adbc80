// Reads the fields of forms and multipart bodies by their declared kinds and encodings.
import type { Endpoint, Members, Schema } from '#define'
import { isSchema } from './named-schemas.ts'
import { kindOf, type QueryPair } from './reading.ts'
import { styledValue } from './styled-parameters.ts'

type Body = NonNullable<Endpoint['body']>
type Kind = keyof NonNullable<Body['encoding']>
type Encoding = NonNullable<NonNullable<Body['encoding']>[Kind]>

/**
 * Reads the fields of a form. A value that does not fit its kind stays a text, so that the body's schema reports the
 * problem; undeclared and nested names are passed on as texts.
 */
export function readForm(pairs: readonly QueryPair[], { body }: Pick<Endpoint, 'body'>): Record<string, unknown> {
  const sent = new Map<string, unknown[]>()
  for (const { name, value } of pairs) {
    const values = sent.get(name)
    if (values) values.push(value)
    else sent.set(name, [value])
  }
  return fieldsOf(sent, { body, kind: 'form' })
}

/** Reads the fields of a multipart body, each a text, a file or a list of them, where its declaration says how. */
export function readParts(
  parts: Readonly<Record<string, unknown>>,
  { body }: Pick<Endpoint, 'body'>,
): Readonly<Record<string, unknown>> {
  if (!body?.encoding?.multipart) return parts
  return fieldsOf(new Map(Object.entries(parts).map(([name, value]) => [name, [value].flat()])), {
    body,
    kind: 'multipart',
  })
}

interface Declared {
  readonly body: Body | undefined
  readonly kind: Kind
}

function fieldsOf(sent: ReadonlyMap<string, readonly unknown[]>, { body, kind }: Declared): Record<string, unknown> {
  const fields = body?.fields ?? {}
  const encoding = body?.encoding?.[kind]
  const values = new Map<string, unknown>()
  const styled = new Map<string, { readonly name: string; readonly value: string }[]>()
  const styledFieldOf = styledFields(encoding ?? {}, fields)
  for (const [name, texts] of sent) {
    const field = styledFieldOf(name)
    if (field !== undefined) {
      const pairs = styled.get(field) ?? []
      for (const text of texts) if (typeof text === 'string') pairs.push({ name, value: text })
      styled.set(field, pairs)
      continue
    }
    const shape = memberOf(fields, name)
    const read = readerOf(shape, encoding && (memberOf(encoding, name) ?? {}))
    if (isList(shape)) values.set(name, texts.flatMap(read))
    else values.set(name, texts.length > 1 && kind === 'multipart' ? texts : read(texts[0]))
  }
  for (const [name, pairs] of styled) {
    const style = memberOf(encoding ?? {}, name)?.style
    const schema = memberOf(fields, name) ?? {}
    const value = style && styledValue({ name, style, schema }, { text: undefined, pairs })
    values.set(name, value ?? pairs[0]?.value)
  }
  return Object.fromEntries(values)
}

/** Returns a function that finds the styled field of which a pair is a part. */
function styledFields(encoding: Encoding, fields: Members): (name: string) => string | undefined {
  const owners = new Map<string, string>()
  const deep = new Set<string>()
  for (const [field, { style }] of Object.entries(encoding)) {
    if (!style) continue
    owners.set(field, field)
    if (style.name === 'deepObject') deep.add(field)
    const { properties } = memberOf(fields, field) ?? {}
    if (style.name !== 'form' || !style.explode || !isSchema(properties)) continue
    // an exploded object has no name of its own
    for (const member of Object.keys(properties)) if (!Object.hasOwn(fields, member)) owners.set(member, field)
  }
  return (name) => {
    const outer = name.slice(0, Math.max(0, name.indexOf('[')))
    return owners.get(name) ?? (deep.has(outer) ? outer : undefined)
  }
}

/** Returns the reader of a field, or of the items of a list. */
function readerOf(shape: Schema | undefined, encoding: Encoding[string] | undefined): (sent: unknown) => unknown {
  const item = isList(shape) ? shape?.items : shape
  if (!isSchema(item)) return (sent) => sent
  const types: unknown[] = [item.type].flat()
  const isJson = /^[^;]*[/+]json\b/.test(encoding?.contentType ?? '') || types.includes('object')
  const kind = kindOf({ type: types.find((type) => type !== 'null') })
  const read = encoding && isJson ? parsed : (text: string) => kind.read(text)
  return (sent) => (typeof sent === 'string' ? (read(sent) ?? sent) : sent)
}

function isList(shape: Schema | undefined): boolean {
  return [shape?.type].flat().includes('array')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memberOf<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
