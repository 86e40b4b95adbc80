// A Description: what a listing needs of an OpenAPI document, as plain data. It is stored in the database as JSON and
// sent between threads; it holds no functions, no cycles and nothing of the document that is not named here.
import type { Schema } from '#define'
import type { Method } from '#define/reflect'

export interface Description {
  /** Version of this form of data, for readers of stored descriptions. */
  readonly form: 1
  readonly title: string
  /** One line. */
  readonly summary: string
  /** The document's own text about itself, as Markdown that is shown as text. */
  readonly doc: string
  /** The document's own version. */
  readonly version: string
  /** The version of OpenAPI in which the document was written, such as `2.0` or `3.1.0`. */
  readonly openapi: string
  /**
   * The base address of live calls, without a trailing slash: an absolute http or https address. Undefined if the
   * document names none and none was given; somebody must name it before the listing can be live.
   */
  readonly base?: string
  /** The addresses that the document names, as written. */
  readonly servers: readonly DescribedServer[]
  readonly operations: readonly Operation[]
  /** Shared schemas by name. `{ "$ref": "#/components/schemas/<name>" }` refers to them, also in circles. */
  readonly schemas: Readonly<Record<string, Schema>>
  /** Ways to send a key, by the name of the document's security scheme. */
  readonly keys: Readonly<Record<string, KeyScheme>>
  readonly leftOut: readonly LeftOut[]
}

export interface DescribedServer {
  /** A template with variables in braces; relative if it does not begin with a scheme. */
  readonly url: string
  readonly doc?: string
  readonly variables: Readonly<Record<string, ServerVariable>>
}
export interface ServerVariable {
  readonly default: string
  readonly enum?: readonly string[]
  readonly doc?: string
}

export interface Operation {
  /** Unique, `[A-Za-z0-9_-]`, at most 64 characters; stable for the same method, path and declared id. */
  readonly id: string
  /** The id as the document declares it, if that differs. */
  readonly declaredId?: string
  readonly method: Method
  /** Path template below the base, beginning with a slash. */
  readonly path: string
  /** One line. */
  readonly summary: string
  readonly doc?: string
  readonly tags: readonly string[]
  readonly deprecated?: true
  readonly parameters: readonly DescribedParameter[]
  readonly body?: DescribedBody
  readonly responses: readonly DescribedResponse[]
  /**
   * Alternatives of keys; each names all schemes that it needs at once. An empty list means that no key is needed, and
   * an empty alternative that a call may also go without one.
   */
  readonly security: readonly (readonly string[])[]
  /** JSON Pointer to the operation in the document. */
  readonly pointer: string
}

/** The style in which a parameter's value is written as text (OpenAPI 3.1, section 4.8.12.3). */
export type ParameterStyle = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'

export interface DescribedParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly doc?: string
  readonly required: boolean
  readonly deprecated?: true
  readonly style: ParameterStyle
  readonly explode: boolean
  readonly allowReserved?: true
  /** The media type of the value, for a parameter with `content`; style and explode then mean nothing. */
  readonly content?: string
  readonly schema: Schema
  readonly examples: readonly DescribedExample[]
}

export interface DescribedBody {
  readonly required: boolean
  readonly doc?: string
  readonly types: readonly DescribedMedia[]
}
/** The content of a body or a response in one media type. */
export interface DescribedMedia {
  /** Lower case, without parameters; possibly a range such as `image/*`. */
  readonly type: string
  readonly schema?: Schema
  readonly examples: readonly DescribedExample[]
  /** Per field of a form or multipart body. */
  readonly encoding?: Readonly<Record<string, DescribedEncoding>>
}
export interface DescribedEncoding {
  readonly contentType?: string
  readonly style?: ParameterStyle
  readonly explode?: boolean
  readonly allowReserved?: true
}
export interface DescribedExample {
  /** Empty for a single example without a name. */
  readonly name: string
  readonly value: unknown
}
export interface DescribedResponse {
  /** A status such as `200`, a range such as `4XX`, or `default`. */
  readonly status: string
  readonly doc: string
  readonly types: readonly DescribedMedia[]
}

/** A way to send a key. `doc` is the document's own text. */
export type KeyScheme =
  | {
      readonly kind: 'apiKey'
      readonly in: 'header' | 'query' | 'cookie'
      readonly name: string
      readonly doc?: string
    }
  | { readonly kind: 'basic'; readonly doc?: string }
  | { readonly kind: 'bearer'; readonly doc?: string }
  | { readonly kind: 'oauth2'; readonly flows: readonly OAuthFlow[]; readonly doc?: string }
  | { readonly kind: 'openIdConnect'; readonly url: string; readonly doc?: string }
  /** A scheme for which no key can be kept, such as digest or a client certificate. */
  | { readonly kind: 'unsupported'; readonly scheme: string; readonly doc?: string }

export interface OAuthFlow {
  readonly flow: 'clientCredentials' | 'authorizationCode' | 'implicit' | 'password' | 'deviceAuthorization'
  readonly tokenUrl?: string
  /** The scopes that the document names. */
  readonly scopes: readonly string[]
  /** The scopes that tokens are asked for, if the operator has chosen some. */
  readonly chosen?: readonly string[]
}

/** A part of the document that the listing does not have. */
export interface LeftOut {
  /** JSON Pointer into the document. */
  readonly pointer: string
  /** A sentence for people. */
  readonly reason: string
  /** The address that serves an operation instead. */
  readonly address?: string
}
