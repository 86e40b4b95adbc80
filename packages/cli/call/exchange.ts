// Builds the request of `gatehouse call` from its arguments: address, headers, body. Missing arguments are reported
// before anything is sent.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  cookieText,
  formText,
  headerText,
  multipartPieces,
  pathText,
  queryText,
  type WrittenStyle,
} from '#client/written'
import { CliError, exitCodes } from '../failure.ts'
import type { SendOptions } from '../request.ts'
import { requireKey, type Target } from '../target.ts'
import type { CallArguments } from './arguments.ts'
import type { BodyMember } from './body-members.ts'
import type { ApiDocument, Operation, Parameter } from './document.ts'

interface Exchange {
  readonly url: string
  readonly options: SendOptions
}
interface Order {
  readonly document: ApiDocument
  readonly operation: Operation
  readonly args: CallArguments
}

/** Longer than any endpoint takes; language models take minutes. */
const longestMs = 30 * 60_000

/** Builds the request. Throws CliError for a missing key, parameter or body. */
export async function exchangeOf(
  { document, operation, args }: Order,
  target: Target,
  stdin: () => Promise<Buffer>,
): Promise<Exchange> {
  refuseMissing(operation, args)
  const { contentType, body } = await bodyOf(operation, args, stdin)
  const headers: Record<string, string> = {
    ...keyOf(document, target),
    accept: args.stream ? 'text/event-stream' : '*/*',
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...headersOf(operation, args),
  }
  const search = searchOf(operation, args).join('&')
  const url = `${baseOf(document, target)}${pathOf(operation, args)}${search === '' ? '' : `?${search}`}`
  return {
    url,
    options: { method: operation.method, headers, timeoutMs: longestMs, ...(body !== undefined && { body }) },
  }
}

function refuseMissing(operation: Operation, args: CallArguments): void {
  const { id, parameters, bodyRequired, bodyTypes, bodyMembers } = operation
  const hasBody = args.body !== undefined || args.form.length > 0
  const missing = parameters
    .filter((one) => one.required && !isGiven(one, args) && !(hasBody && mayBeInBody(one, bodyMembers)))
    .map((one) => `--${one.name}`)
  if (bodyRequired && !hasBody) missing.push(bodyTypes.includes('application/json') ? '--body' : '--form or --body')
  if (missing.length > 0) throw usage(`${id} needs ${missing.join(', ')}.${bodyHint(bodyMembers, hasBody)}`)
  if (hasBody && bodyTypes.length === 0) throw usage(`${id} accepts no body.`)
}

function isGiven({ name, location }: Parameter, { values, query, headers }: CallArguments): boolean {
  if (values.has(name)) return true
  if (location === 'query') return query.some(([given]) => given === name)
  const header = { header: name.toLowerCase(), cookie: 'cookie', path: undefined }[location]
  return headers.some(([given]) => given.toLowerCase() === header)
}

/** True if a query parameter can also be in the body, as some providers allow; the gateway checks it. */
function mayBeInBody({ name, location }: Parameter, members: readonly BodyMember[]): boolean {
  return location === 'query' && members.some((member) => member.name === name)
}

/** Longest list of members in a message; the help has the rest. */
const mostNamed = 6

function bodyHint(members: readonly BodyMember[], hasBody: boolean): string {
  if (hasBody || members.length === 0) return ''
  const namesOf = (required: boolean) =>
    members.filter((member) => member.required === required).map(({ name }) => name)
  const [must, may] = [namesOf(true), namesOf(false)]
  const others = may.length > mostNamed ? 'what --help lists' : may.join(', ')
  if (must.length === 0) return ` The body may have ${others}.`
  return ` The body must have ${must.join(' and ')}${may.length > 0 ? `, and may have ${others}` : ''}.`
}

/** Returns the key for the surface of the key header. */
function keyOf({ keyHeader }: ApiDocument, target: Target): Record<string, string> {
  if (keyHeader === 'x-gateway-admin-key') return { [keyHeader]: requireKey(target, 'adminKey') }
  return { [keyHeader]: requireKey(target, keyHeader === 'x-api-key' ? 'marketKey' : 'key') }
}

function baseOf({ slug, keyHeader, mount }: ApiDocument, { url, marketUrl }: Target): string {
  if (keyHeader === 'x-api-key') return marketUrl
  if (mount !== undefined && slug.endsWith('-operator')) return url + mount
  if (keyHeader === 'x-gateway-admin-key') return `${url}/v1/admin`
  return slug === 'me' ? `${url}/v1` : `${url}/v1/proxy/${slug}`
}

function pathOf({ path, parameters }: Operation, args: CallArguments): string {
  return path.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((one) => one.name === name && one.location === 'path')
    const value = (parameter && givenValue(parameter, args)) ?? ''
    const parts = parameter?.wildcard ? String(value).replace(/^\//, '').split('/') : [value]
    const texts = parts.map((part) => (parameter && part !== '' ? pathText(name, part, parameter.style) : ''))
    // an empty or a dot segment would change the path
    if (texts.some((text) => text === '' || text === '.' || text === '..'))
      throw usage(`--${name} may not be empty or a dot segment.`)
    return texts.join('/')
  })
}

/** Returns the value of a parameter: all of a list, the last one of others, an object from JSON. */
function givenValue({ name, type, style }: Parameter, { values }: CallArguments): unknown {
  const given = values.get(name) ?? []
  const last = given.at(-1)
  if (last === undefined) return undefined
  if (isStructured(style, type)) return parsedOption(last, style, `--${name}`)
  return type === 'array' ? given : last
}

/** Reports whether a value of this style is given as JSON. */
function isStructured(style: WrittenStyle | undefined, type: string | undefined): boolean {
  return style !== undefined && (type === 'object' || style.name === 'deepObject' || style.name === 'json')
}

function parsedOption(text: string, style: WrittenStyle | undefined, option: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw usage(`${option} takes JSON, such as '{"name":"value"}'.`)
  }
  if (style?.name !== 'json' && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw usage(`${option} takes an object, such as '{"name":"value"}'.`)
  return value
}

/** Returns the text of each parameter at a location that has a value. */
function written(
  location: Parameter['location'],
  { parameters }: Operation,
  { args, write }: { args: CallArguments; write: (parameter: Parameter, value: unknown) => string },
): string[] {
  return parameters
    .filter((one) => one.location === location)
    .flatMap((parameter) => {
      const value = givenValue(parameter, args)
      return value === undefined ? [] : [write(parameter, value)]
    })
}

function searchOf(operation: Operation, args: CallArguments): string[] {
  return [
    ...written('query', operation, { args, write: ({ name, style }, value) => queryText(name, value, style) }),
    ...args.query.map((pair) => pair.map(encodeURIComponent).join('=')),
  ].filter((text) => text !== '')
}

function headersOf(operation: Operation, args: CallArguments): Record<string, string> {
  const declared = operation.parameters.flatMap((parameter) => {
    const value = parameter.location === 'header' ? givenValue(parameter, args) : undefined
    return value === undefined ? [] : [[parameter.name, headerText(value, parameter.style)] as const]
  })
  const cookies = written('cookie', operation, {
    args,
    write: ({ name, style }, value) => cookieText(name, value, style),
  })
  const cookie = cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []
  return Object.fromEntries(
    [...declared, ...cookie, ...args.headers].map(([name, value]) => [name.toLowerCase(), value]),
  )
}

interface Sent {
  readonly contentType?: string
  readonly body?: NonNullable<SendOptions['body']>
}

async function bodyOf(operation: Operation, args: CallArguments, stdin: () => Promise<Buffer>): Promise<Sent> {
  if (args.body !== undefined && args.form.length > 0) throw usage('Use either --body or --form, not both.')
  const { bodyTypes } = operation
  if (args.form.length > 0) return formOf(args.form, operation)
  if (args.body === undefined) return {}
  const bytes = args.body.startsWith('@') ? await contentOf(args.body.slice(1), stdin) : Buffer.from(args.body)
  const json = bodyTypes.includes('application/json')
  if (json) refuseBadJson(bytes)
  const contentType = json ? 'application/json' : (bodyTypes[0] ?? 'application/octet-stream')
  return { contentType, body: new Uint8Array(bytes) }
}

async function contentOf(path: string, stdin: () => Promise<Buffer>): Promise<Buffer> {
  return path === '-' ? stdin() : readFile(path)
}

/** Builds multipart if the endpoint accepts it: the only form that carries files. */
function formOf(given: CallArguments['form'], { bodyTypes, bodyMembers, encoding }: Operation): Sent {
  const isMultipart = bodyTypes.includes('multipart/form-data')
  if (!isMultipart && given.some(([, text]) => text.startsWith('@')))
    throw usage('This endpoint accepts no files in a form. Send the file with --body @file.')
  const kind = isMultipart ? 'multipart' : 'form'
  const fields = [...Map.groupBy(given, ([name]) => name)].map(([name, pairs]) => {
    const type = bodyMembers.find((member) => member.name === name)?.type
    const style = Object.hasOwn(encoding[kind], name) ? encoding[kind][name]?.style : undefined
    const values = pairs.map(([, text]) => {
      if (text.startsWith('@')) return new File([new Uint8Array(readFile(text.slice(1)))], basename(text.slice(1)))
      return isStructured(style, type) ? parsedOption(text, style, `--form ${name}=…`) : text
    })
    return [name, values.length === 1 ? values[0] : values] as const
  })
  if (!isMultipart) return { contentType: 'application/x-www-form-urlencoded', body: formText(fields, encoding.form) }
  const boundary = `gatehouse-${randomUUID()}`
  const fileIn = (value: unknown) =>
    value instanceof File ? { bytes: value, fileName: value.name, contentType: undefined } : undefined
  const body = new Blob(multipartPieces(fields, { encoding: encoding.multipart, boundary, fileIn }))
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error'
    throw usage(`The file ${path} cannot be read (${code}).`)
  }
}

function refuseBadJson(bytes: Buffer): void {
  try {
    JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw usage(`The body is not JSON: ${error instanceof Error ? error.message : 'it does not parse'}.`)
  }
}

function usage(message: string): CliError {
  return new CliError(message, exitCodes.usage)
}
