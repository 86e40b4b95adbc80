// The words for endpoints: a method, a path template, one sentence, and the options of the call.
import type { Auth } from './auth.ts'
import { present } from './present.ts'
import type { Defaulted, Members, Of, ParamStyle, Required, Schema, Shape } from './shapes.ts'
import { isRequired } from './shapes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type BodyKind = 'json' | 'form' | 'multipart' | 'binary'

/**
 * The effect of a call at the provider: `read` changes nothing, `write` changes or adds, `destroy` deletes for good,
 * `spend` costs money, credits or lookups there. Agents are asked before the last two.
 */
export type Effect = 'read' | 'write' | 'destroy' | 'spend'
/** Every effect, the most harmless first. */
export const effects = ['read', 'write', 'destroy', 'spend'] as const satisfies readonly Effect[]

/** A declared request body. */
export interface Body<T> {
  readonly kinds: readonly BodyKind[]
  /** JSON Schema of the parsed body; undefined for an unparsed body. */
  readonly schema: Shape<T> | undefined
  readonly fields: Members | undefined
  readonly required: boolean
  /** True if the provider checks it: any body is passed on as it came, whatever its content type, and none too. */
  readonly unchecked?: boolean
  /** Content types of a `binary` body as the provider names them; default `application/octet-stream`. */
  readonly types?: readonly string[]
  /**
   * The forms in which fields of a form, and of a multipart body, are written and read. Without them, a list repeats
   * its name, and the fields of a multipart body are texts.
   */
  readonly encoding?: Readonly<Partial<Record<'form' | 'multipart', FieldEncodings>>>
  /** True if the handler receives the bytes as they arrive instead of a whole body. */
  readonly streamed?: boolean
}
type FieldEncodings = Readonly<Record<string, FieldEncoding>>
/** A style, or the content type of the field's part. */
interface FieldEncoding {
  readonly style?: ParamStyle
  readonly contentType?: string
}
/** A declared response in another format than JSON. */
interface Raw<T> {
  readonly raw: 'bytes' | 'text' | 'csv' | 'events' | 'empty'
  readonly contentType: string
  /** Shape of one event's data, for `events`. */
  readonly event?: Schema
  readonly '~type'?: T
}
type Result = Shape<unknown> | Raw<unknown>

/** Differences between a live call and the declared one. */
interface UpstreamCall {
  /** Base address of this endpoint; default that of the API. */
  readonly base?: string
  /** Path template at the provider; default the declared path. */
  readonly path?: string
  /** Declared parameter name to the provider's name. */
  readonly rename?: Readonly<Record<string, string>>
  /** Declared parameters that are not forwarded. */
  readonly drop?: readonly string[]
}
/** Limits of one call: sizes in bytes, times in milliseconds. */
export interface Limits {
  readonly bodyBytes: number
  readonly firstByteMs: number
  readonly idleMs: number
  readonly totalMs: number
}
/** The paging of an endpoint's results. */
export interface Pages {
  /** The parameter that selects the page. */
  readonly parameter: string
  /** The unit of the parameter: pages, or the number of results to skip. */
  readonly counts: 'pages' | 'results'
  /** First value of the parameter; default 1 for pages and 0 for results. */
  readonly first?: number
  /** Path to the results in the unwrapped response; default the response itself. */
  readonly items?: readonly string[]
}
/** Properties that a WebSocket declares in addition to those of an endpoint. */
export interface SocketTerms {
  /** Shape of the caller's JSON messages. */
  readonly sends: Schema
  /** Shape of the JSON messages to the caller. */
  readonly receives: Schema
  /** Largest size of a message in either direction, in bytes; default 1 MiB. */
  readonly messageBytes: number
  /** The query parameter that accepts a pass of the provider's kit instead of a gateway key. */
  readonly pass: string | undefined
}
interface EndpointOptions<P, B, R> {
  readonly params?: P
  readonly body?: B
  readonly returns: R
  /** Shape of one event when the same endpoint can also stream server-sent events. */
  readonly streams?: Schema
  /** Status of success; default 200. */
  readonly status?: number
  readonly doc?: string
  /** The plans of the provider that include the endpoint, and the reason, unless all do. */
  readonly restricted?: string
  /** The endpoint to use instead. */
  readonly deprecated?: string
  /** The provider's response to a call that it does not carry out. */
  readonly unimplemented?: string
  /** The reason why only a live provider can do it; the embedded one refuses with 403 or 501. */
  readonly liveOnly?: string
  /** Callable without a key. */
  readonly public?: boolean
  /** Offered by the provider, but missing from its specification. */
  readonly beyond?: boolean
  /** Overrides the API's placement of the provider key. */
  readonly auth?: Auth
  readonly limits?: Partial<Limits>
  /** Default by method: GET reads, DELETE destroys, everything else writes. */
  readonly effect?: Effect
  /** The endpoint of this API that this one repeats under another address, or in another version of its wire. */
  readonly alias?: string
  /** True if calls are safe to retry although the method is not (a search by POST); default by method. */
  readonly idempotent?: boolean
  /** The side that refuses invalid parameters: the gateway with one 400 (default), or the provider in its own words. */
  readonly invalid?: 'gateway' | 'provider'
  /**
   * The side that refuses a call without a required query or header parameter: the gateway with one 400 (default), or
   * the provider in its own words. Handlers must then check for each parameter themselves.
   */
  readonly missing?: 'gateway' | 'provider'
  readonly upstream?: UpstreamCall
  readonly pages?: Pages
  /** Set for WebSockets only. */
  readonly socket?: SocketTerms
}
export interface Endpoint<
  P extends Members = Members,
  B extends Body<unknown> | undefined = Body<unknown> | undefined,
  R extends Result = Result,
> extends EndpointOptions<P, B, R> {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly params: P
}
/** Returns the declared effect, or the default of the method. */
export function effectOf({ method, effect }: Pick<Endpoint, 'method' | 'effect'>): Effect {
  if (effect !== undefined) return effect
  if (method === 'GET') return 'read'
  return method === 'DELETE' ? 'destroy' : 'write'
}
/** Endpoints of an API by id; the id is the client method, operation id, MCP tool, docs anchor and log field. */
export interface Endpoints {
  readonly [id: string]: Endpoint
}

type Word = <
  const Path extends string,
  const P extends Members = Record<never, never>,
  B extends Body<unknown> | undefined = undefined,
  R extends Result = Result,
>(
  path: Path,
  summary: string,
  options: EndpointOptions<P, B, R>,
) => Endpoint<P, B, R> & { readonly path: Path }

function word(method: Method): Word {
  return (path, summary, options) => ({ ...options, method, path, summary, params: options.params ?? ({} as never) })
}
export const get: Word = word('GET')
export const post: Word = word('POST')
export const put: Word = word('PUT')
export const patch: Word = word('PATCH')
export const del: Word = word('DELETE')

type MustSend<M> = { [K in keyof M]: M[K] extends Required | Defaulted ? K : never }[keyof M]
/** Values of parameters or body fields as a handler receives them: required and defaulted ones are always present. */
type ValuesOf<M> = { [K in MustSend<M>]: Of<M[K]> } & {
  [K in Exclude<keyof M, MustSend<M>>]?: Of<M[K]> | undefined
}

interface BodyOptions {
  /** Accepted content types of the body; default JSON. */
  readonly as?: readonly BodyKind[]
  /** True if a call without a body fails; default true. */
  readonly required?: boolean
}
/** A body of named fields: optional unless `req`. */
export function body<const M extends Members>(fields: M, options: BodyOptions = {}): Body<ValuesOf<M>> {
  const names = Object.keys(fields).filter((name) => isRequired(fields[name]))
  const schema: Shape<ValuesOf<M>> = {
    type: 'object',
    properties: fields,
    ...(names.length > 0 ? { required: names } : {}),
  }
  return { kinds: options.as ?? ['json'], schema, fields, required: options.required ?? true }
}
/** A body of one shape other than an object of fields (a list, a choice of shapes). */
export function bodyOf<S extends Shape<unknown>>(schema: S, options: BodyOptions = {}): Body<Of<S>> {
  return {
    kinds: options.as ?? ['json'],
    schema: schema as Shape<Of<S>>,
    fields: undefined,
    required: options.required ?? true,
  }
}
/** A body that is forwarded unparsed. */
export function anyBody(options: BodyOptions = {}): Body<Buffer> {
  return {
    kinds: options.as ?? ['json', 'form', 'multipart', 'binary'],
    schema: undefined,
    fields: undefined,
    required: options.required ?? false,
  }
}

/** A body of bytes that the handler reads as they arrive, such as a file to import. */
export function streamBody(): Body<AsyncIterable<Buffer>> {
  return { kinds: ['binary'], schema: undefined, fields: undefined, required: true, streamed: true }
}

/** A response of bytes, such as an image. */
export const bytes = (contentType = 'application/octet-stream'): Raw<Buffer> => ({ raw: 'bytes', contentType })
/** A response of plain text. */
export const text = (contentType = 'text/plain; charset=utf-8'): Raw<string> => ({ raw: 'text', contentType })
/** A CSV response. */
export const csv = (contentType = 'text/csv; charset=utf-8'): Raw<string> => ({ raw: 'csv', contentType })
/** A response of server-sent events. */
export const events = (event: Schema): Raw<AsyncIterable<string>> => ({
  raw: 'events',
  contentType: 'text/event-stream',
  event,
})
/** A response without a body. */
export const empty = (): Raw<undefined> => ({ raw: 'empty', contentType: '' })

/** True if a declared response is not a single JSON value. */
export function isRaw(result: Result): result is Raw<unknown> {
  return 'raw' in result
}

type PathName<S extends string> = S extends `${infer _}{${infer Name}}${infer Rest}`
  ? Name | PathName<Rest>
  : S extends `${infer _}*${infer Name}`
    ? Name
    : never
type PathValues<S extends string, P> = { [K in Exclude<PathName<S>, keyof P>]: string } & {
  [K in Extract<PathName<S>, keyof P>]: P[K] extends Shape<infer T> ? T : string
}
/** The input of an endpoint's handler: path and other parameters by wire name, and `body`. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer B, Result>
    ? PathValues<E['path'], P> &
        ValuesOf<Omit<P, PathName<E['path']>>> &
        (B extends Body<infer T> ? { body: T } : unknown)
    : never
/** The value that an endpoint's handler returns. */
export type OutputOf<E> =
  E extends Endpoint<Members, Body<unknown> | undefined, infer R>
    ? R extends Raw<infer T>
      ? T
      : R extends Shape<infer T>
        ? T
        : never
    : never

/** Returns the placeholder names of a path template, in order; `*name` takes the rest of the path. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}|\*([A-Za-z_]\w*)/g)].map((match) => present(match[1] ?? match[2]))
}
