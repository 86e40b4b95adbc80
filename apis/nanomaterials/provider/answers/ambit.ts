// The common frame of every AMBIT endpoint: finds the database and its root address, and writes a list with its
// surrounding members, as JSON or as JSONP.
import { type Call, type Chunks, type Reply, reply } from '#define'
import { paced, sampleHeaders } from '#provider'
import { badRequest, unknownDatabase } from '../errors.ts'
import type { Database, Materials } from '../materials/materials.ts'
import { contentTypeOf } from './format.ts'

/** Input of an endpoint. */
export interface Context {
  readonly materials: Materials
  readonly database: Database
  /** Address of the database as the caller sees it, which prefixes the URIs. */
  readonly root: string
  /** All parameters, including undeclared ones. */
  readonly query: URLSearchParams
  readonly call: Call
}
/** A body with one long list. Items are created when they are written. */
export interface ListBody {
  /** A more specific content type for JSON. */
  readonly contentType?: string
  readonly head?: Readonly<Record<string, unknown>>
  /** Member with the list; undefined for a bare list. */
  readonly name: string | undefined
  readonly items: Iterable<unknown>
  readonly tail?: Readonly<Record<string, unknown>>
}
/** A body in another format, streamed as it is generated. */
export interface TextBody {
  readonly contentType: string
  readonly text: AsyncIterable<string | Buffer>
}

type Respond<I> = (context: Context, input: I) => ListBody | TextBody | Promise<ListBody | TextBody>

/** Valid callbacks: a single name, because a dotted name could call any method of the page that includes the script. */
const callbackForm = /^[A-Za-z_$][\w$]{0,99}$/

export function createAmbitAnswers(read: () => Promise<Materials>) {
  return <I extends { readonly db: string }>(respond: Respond<I>) =>
    async (input: I, call: Call): Promise<Reply<Chunks>> => {
      const materials = await read()
      const database = materials.databases.get(input.db)
      if (!database) throw unknownDatabase(input.db)
      const { query, baseUrl } = call.request
      const callback = callbackOf(query)
      const root = `${baseUrl}/enm/${database.name}`
      const body = await respond({ materials, database, root, query, call }, input)
      const headers = sampleHeaders(materials.isSample)
      if ('text' in body) return reply(body.text, { headers: { ...headers, 'content-type': body.contentType } })
      const contentType =
        callback === undefined ? (body.contentType ?? contentTypeOf('json')) : 'application/javascript; charset=utf-8'
      return reply(paced(callback === undefined ? jsonPieces(body) : scriptPieces(callback, body)), {
        headers: { ...headers, 'content-type': contentType },
      })
    }
}

function* jsonPieces({ head = {}, name, items, tail = {} }: ListBody): Generator<string> {
  const members = (values: object) => JSON.stringify(values).slice(1, -1)
  const before = members(head)
  const after = members(tail)
  if (name !== undefined) yield `{${before}${before === '' ? '' : ','}${JSON.stringify(name)}:`
  let separator = '['
  for (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
  if (name !== undefined) yield `${after === '' ? '' : `,${after}`}}`
}

/** Yields a script, escaping everything that could end it or begin another. */
function* scriptPieces(callback: string, body: ListBody): Generator<string> {
  yield `${callback}(`
  for (const piece of jsonPieces(body))
    yield piece.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  yield ');'
}

function callbackOf(query: URLSearchParams): string | undefined {
  const callback = query.get('jsonp') ?? query.get('callback')
  if (callback === null || callback === '') return undefined
  if (!callbackForm.test(callback)) throw badRequest('jsonp must be the name of a function: letters, digits, _ and $.')
  return callback
}

interface PageInput {
  readonly page?: number | undefined
  readonly pagesize?: number | undefined
}
const maxPage = 10_000

/** Returns the items of a page. */
export function pageOf<T>(items: readonly T[], input: PageInput, query: URLSearchParams, size = 10): readonly T[] {
  const { begin, end } = pageBounds(input, query, size)
  return items.slice(begin, end)
}

/** Returns the bounds of a page. Throws the provider's 400 for a page or size out of range (SOURCES 2.4). */
export function pageBounds(
  input: PageInput,
  query: URLSearchParams,
  size = 10,
): { readonly begin: number; readonly end: number } {
  const max = query.get('max')
  const pageSize = max === null || max === '' ? (input.pagesize ?? size) : Number(max)
  const page = max === null || max === '' ? (input.page ?? 0) : 0
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > maxPage)
    throw badRequest(`pagesize must be from 1 to ${maxPage}.`)
  if (page < 0 || page > maxPage) throw badRequest(`page must be from 0 to ${maxPage}.`)
  return { begin: page * pageSize, end: (page + 1) * pageSize }
}
/** Page size for lists of one substance, which are returned whole unless a page is requested. */
export const wholeList = maxPage
