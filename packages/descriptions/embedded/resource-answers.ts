// Answers that show resources: each in the form that its operation declares, which may be another than that in which
// they are kept.
import type { Reply, Schema } from '#define'
import { reply } from '#define'
import { successOf } from '../declaring/endpoints.ts'
import type { Operation } from '../description.ts'
import { isJson, type Json } from '../reading/json.ts'
import { type AnswerContext, answerHeaders, declaredAnswer, responseFor } from './answers.ts'
import { answerSchemaOf, type ResourceOperation } from './collections.ts'
import { fitted } from './fitted.ts'
import { type ListPage, listedPage, plainName } from './list-page.ts'
import { sampleOf } from './sample-value.ts'
import type { StoredResource } from './stored-resources.ts'

/** An operation on a collection, and what making its answer shares. */
export interface ResourceAnswer {
  readonly operation: Operation
  readonly resource: ResourceOperation
  readonly context: AnswerContext
}

/** Shows a resource, with the wanted status if the operation declares it. */
export function shown(
  one: ResourceAnswer,
  stored: StoredResource,
  wanted: number,
  headers: Record<string, string> = {},
): Reply<unknown> {
  const { operation, resource } = one
  const status = statusOf(operation, wanted)
  const all = { ...answerHeaders('resource'), ...headers }
  const hasBody = status !== 204 && successOf(operation)?.types.length !== 0
  if (!hasBody) return reply<unknown>(undefined, { status, headers: all })
  const schema = answerSchemaOf(operation)
  const value = schema ? formOf(one, stored) : stored.body
  return reply<unknown>(within(one, { schema: schema ?? {}, place: resource.place, value }), { status, headers: all })
}

/** Returns a resource in the form of the operation. */
function formOf({ resource, context }: ResourceAnswer, { id, body }: StoredResource): unknown {
  const { schema, idProperty, kept } = resource
  if (schema === kept.schema && context.fits(schema, body)) return body
  // a list of ids
  if ([context.wholeOf(schema).type].flat().includes('string')) return id
  const given = isJson(body) ? body : {}
  const own = kept.idProperty === undefined ? id : (given[kept.idProperty] ?? id)
  return fitted(schema, idProperty === undefined ? given : { ...given, [idProperty]: own }, context)
}

/** Returns the declared status of success; the wanted one if it is declared. */
function statusOf(operation: Operation, wanted: number): number {
  if (operation.responses.some(({ status }) => status === String(wanted) || status === '2XX')) return wanted
  return successOf(operation)?.code ?? wanted
}

interface Placed {
  /** Schema of the response. */
  readonly schema: Schema
  readonly place: readonly string[]
  readonly value: unknown
  /** Returns the members of an object of the response that are not made up. */
  readonly more?: (whole: Schema) => Json
}

/** Puts a resource or a list where the response holds it; the rest of the response is made up. */
function within({ context }: ResourceAnswer, { schema, place, value, more = () => ({}) }: Placed): unknown {
  if (place.length === 0) return value
  const made = sampleOf(schema, context)
  const whole = laid({ schema, place, value, more, wholeOf: context.wholeOf }, made)
  return context.fits(schema, whole)
    ? whole
    : laid({ schema, place, value, more: () => ({}), wholeOf: context.wholeOf }, made)
}

type Laying = Required<Placed> & Pick<AnswerContext, 'wholeOf'>

/** Lays a value over its place in a made-up response, with counts and cursors beside it or in a member like `meta`. */
function laid({ schema, place, value, more, wholeOf }: Laying, sample: unknown): unknown {
  const [member, ...deeper] = place
  if (member === undefined) return value
  const whole = wholeOf(schema)
  const declared = isJson(whole.properties) ? whole.properties : {}
  const known = isJson(sample) ? sample : {}
  const inMembers = Object.entries(known).flatMap(([name, each]) => {
    const inner = wholeOf(isJson(declared[name]) ? declared[name] : {})
    return isJson(each) && isJson(inner.properties) ? [[name, defined({ ...each, ...more(inner) })] as const] : []
  })
  const inner = isJson(declared[member]) ? declared[member] : {}
  const below = laid({ schema: inner, place: deeper, value, more, wholeOf }, known[member])
  return defined({ ...known, ...Object.fromEntries(inMembers), ...more(whole), [member]: below })
}

function defined(members: Json): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Lists resources, filtered and paged as the call wants. */
export function listAnswer(
  one: ResourceAnswer,
  stored: readonly StoredResource[],
  query: URLSearchParams,
): Reply<unknown> {
  const { operation, resource, context } = one
  const page = listedPage(stored, query)
  const { items } = page
  const value = items.map((each) => (context.fits(resource.schema, each.body) ? each.body : formOf(one, each)))
  const schema = answerSchemaOf(operation) ?? {}
  const more = (whole: Schema) => countsIn(whole, page, context)
  return reply<unknown>(within(one, { schema, place: resource.place, value, more }), {
    status: successOf(operation)?.code ?? 200,
    headers: answerHeaders('resource'),
  })
}

/** Returns a list's statements about itself: totals, whether there is more, and the cursor of the next page. */
function countsIn({ properties, required }: Schema, page: ListPage, { fits }: AnswerContext): Json {
  const { items, total, hasMore, start, next, size } = page
  const pages = size > 0 ? Math.ceil(total / size) : 0
  const values: Readonly<Record<string, readonly unknown[]>> = {
    total: [total],
    totalcount: [total],
    totalresults: [total],
    totalitems: [total],
    totalelements: [total],
    totalsize: [total],
    count: [items.length],
    size: [items.length],
    offset: [start],
    limit: [size],
    pages: [pages],
    pagecount: [pages],
    totalpages: [pages],
    hasmore: [hasMore],
    hasnext: [hasMore],
    hasnextpage: [hasMore],
    ...Object.fromEntries(cursors.map((name) => [name, hasMore ? [String(next), next] : [null, undefined, '']])),
  }
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.fromEntries(
    Object.entries(isJson(properties) ? properties : {}).flatMap(([name, schema]) => {
      const all = values[plainName(name)] ?? []
      const fitting = all.filter((value) =>
        value === undefined ? !needed.includes(name) : fits(isJson(schema) ? schema : {}, value),
      )
      return fitting.length > 0 ? [[name, fitting[0]]] : []
    }),
  )
}
const cursors = `nexttoken nextpagetoken nextcursor nextpage nextoffset continuationtoken cursor pagetoken endcursor
  nextmarker`.split(/\s+/)

/** Answers a removal: without a body, or with what was removed. */
export function removedAnswer(one: ResourceAnswer, before: StoredResource): Reply<unknown> {
  const success = successOf(one.operation)
  if (!success || success.types.length === 0)
    return reply<unknown>(undefined, { status: success?.code ?? 204, headers: answerHeaders('resource') })
  const answer = shown(one, before, success.code)
  const { body } = answer
  const said = isJson(body) ? ['deleted', 'success'].filter((name) => typeof body[name] === 'boolean') : []
  return said.length === 0
    ? answer
    : reply<unknown>(
        { ...Object(body), ...Object.fromEntries(said.map((name) => [name, true])) },
        { status: answer.status, headers: answer.headers },
      )
}

/** Refuses in the form that the document declares for errors. */
export function refused({ operation, context }: ResourceAnswer, status: number, message: string): Reply<unknown> {
  const response = responseFor(operation, String(status))
  const headers = answerHeaders('resource')
  if (!response || response.types.length === 0) return reply<unknown>({ message }, { status, headers })
  const preferences = { example: undefined, code: undefined, isDynamic: false }
  const made = declaredAnswer(response, status, { ...context, preferences })
  return reply(isJson(made.body) ? withMessage(made.body, message) : made.body, {
    status,
    headers: { ...made.headers, ...headers },
  })
}

function withMessage(body: Json, message: string): Json {
  return typeof body.message === 'string' ? { ...body, message } : body
}
