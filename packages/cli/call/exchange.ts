// Builds the request of `gatehouse call` from its arguments: address, headers, body. Missing arguments are reported
// before anything is sent.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
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
    const value = (parameter && valuesOf(parameter, args).join(',')) ?? ''
    const parts = parameter?.wildcard ? value.replace(/^\//, '').split('/') : [value]
    // an empty or a dot segment would change the path
    if (parts.some((part) => part === '' || part === '.' || part === '..'))
      throw usage(`--${name} may not be empty or a dot segment.`)
    return parts.map(encodeURIComponent).join('/')
  })
}

/** Returns the values of a parameter: all of a list, the last one of others. */
function valuesOf({ name, type }: Parameter, { values }: CallArguments): readonly string[] {
  const given = values.get(name) ?? []
  return type === 'array' ? given : given.slice(-1)
}

/** Returns the pairs `name=value` of the parameters at a location, encoded. */
function pairsOf(location: 'query' | 'cookie', { parameters }: Operation, args: CallArguments): string[] {
  return parameters
    .filter((one) => one.location === location)
    .flatMap((parameter) => {
      const given = valuesOf(parameter, args).map(encodeURIComponent)
      const written = parameter.repeated || given.length === 0 ? given : [given.join(parameter.joint)]
      return written.map((value) => `${encodeURIComponent(parameter.name)}=${value}`)
    })
}

function searchOf(operation: Operation, args: CallArguments): string[] {
  return [...pairsOf('query', operation, args), ...args.query.map((pair) => pair.map(encodeURIComponent).join('='))]
}

function headersOf(operation: Operation, args: CallArguments): Record<string, string> {
  const declared = operation.parameters.flatMap((parameter) => {
    const given = parameter.location === 'header' ? valuesOf(parameter, args) : []
    return given.length > 0 ? [[parameter.name, given.join(',')] as const] : []
  })
  const cookies = pairsOf('cookie', operation, args)
  const cookie = cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []
  return Object.fromEntries(
    [...declared, ...cookie, ...args.headers].map(([name, value]) => [name.toLowerCase(), value]),
  )
}

interface Sent {
  readonly contentType?: string
  readonly body?: NonNullable<SendOptions['body']>
}

async function bodyOf({ bodyTypes }: Operation, args: CallArguments, stdin: () => Promise<Buffer>): Promise<Sent> {
  if (args.body !== undefined && args.form.length > 0) throw usage('Use either --body or --form, not both.')
  if (args.form.length > 0) return formOf(args.form, bodyTypes)
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
function formOf(fields: CallArguments['form'], bodyTypes: readonly string[]): Sent {
  const hasFile = fields.some(([, value]) => value.startsWith('@'))
  if (!bodyTypes.includes('multipart/form-data')) {
    if (hasFile) throw usage('This endpoint accepts no files in a form. Send the file with --body @file.')
    return { body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])) }
  }
  const form = new FormData()
  for (const [name, value] of fields) {
    if (value.startsWith('@'))
      form.append(name, new Blob([new Uint8Array(readFile(value.slice(1)))]), basename(value.slice(1)))
    else form.append(name, value)
  }
  return { body: form }
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
