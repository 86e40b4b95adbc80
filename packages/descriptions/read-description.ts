// readDescription: the text of an OpenAPI document becomes a Description, or is refused with the place and the reason.
import type { Description, LeftOut } from './description.ts'
import { type KeyChoice, withChosenKeys } from './reading/chosen-keys.ts'
import { ExampleRoom, type Reading } from './reading/context.ts'
import { parseDocument } from './reading/document.ts'
import { type Json, memberOf, objectIn, textIn } from './reading/json.ts'
import { keysIn, securityIn } from './reading/keys.ts'
import { operationsIn, webhooksIn } from './reading/operations.ts'
import { References } from './reading/references.ts'
import { Schemas } from './reading/schemas.ts'
import { addressOf, baseOf, serversIn, unknownVariables } from './reading/servers.ts'
import { upgradedSwagger } from './reading/swagger.ts'
import { docOf, lineOf } from './reading/texts.ts'
import { DescriptionRefused } from './refused.ts'

export interface ReadOptions extends KeyChoice {
  /** The base address of live calls, in place of the document's servers. */
  readonly base?: string | undefined
  /** Values for variables of servers. */
  readonly server?: Readonly<Record<string, string>> | undefined
  readonly title?: string | undefined
}

/**
 * Reads OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0, as JSON or YAML. Throws DescriptionRefused. Long documents hold the
 * thread for seconds: run it on one of its own, with limits of time and memory.
 */
export async function readDescription(text: string, options: ReadOptions = {}): Promise<Description> {
  const parsed = await parseDocument(text)
  const openapi = versionOf(parsed)
  const document = openapi === '2.0' ? await upgradedSwagger(parsed) : parsed
  const leftOut: LeftOut[] = []
  const references = new References(document)
  const reading: Reading = {
    openapi,
    references,
    schemas: new Schemas(references, leftOut, hasSchemaDialect(openapi)),
    leftOut,
    room: new ExampleRoom(),
  }
  const declared = serversIn({ value: memberOf(document, 'servers'), pointer: '/servers' })
  const variables = options.server ?? {}
  const components = { value: memberOf(document, 'components'), pointer: '/components' }
  const keys = keysIn(
    { value: memberOf(components.value, 'securitySchemes'), pointer: '/components/securitySchemes' },
    reading,
  )
  const security = securityIn(memberOf(document, 'security'), keys) ?? []
  const base = addressIn(options)
  const context = { keys, security, servers: declared, variables, base }
  const { operations: found, servers } = operationsIn(document, context, reading)
  const { operations, keys: sent } = withChosenKeys({ keys, operations: found }, options)
  const schemas = reading.schemas.all()
  refuseExternal(references.external)
  leftOut.push(...references.broken, ...unknownVariables(servers, variables), ...webhooksLeftOut(document))
  if (operations.length === 0) throw nothingTaken(leftOut)
  const info = objectIn(document, 'info')
  const title = lineOf(options.title) ?? lineOf(textIn(info, 'title')) ?? 'Untitled API'
  const doc = docOf(textIn(info, 'description')) ?? ''
  return {
    form: 1,
    title,
    summary: lineOf(textIn(info, 'summary')) ?? lineOf(doc) ?? title,
    doc,
    version: lineOf(String(memberOf(info, 'version') ?? '')) ?? '',
    openapi,
    ...optionalBase(base ?? baseOf(servers, variables)),
    servers,
    operations,
    schemas,
    keys: sent,
    leftOut,
  }
}

/** Reports whether schemas are those of JSON Schema, as since OpenAPI 3.1. */
function hasSchemaDialect(openapi: string): boolean {
  return !/^(?:2|3\.0)/.test(openapi)
}

function versionOf(document: Json): string {
  const written = memberOf(document, 'openapi') ?? memberOf(document, 'swagger')
  const version = typeof written === 'number' ? written.toFixed(1) : written
  if (version === '2.0' && memberOf(document, 'openapi') === undefined) return version
  if (typeof version === 'string' && /^3\.[012](?:\.\d+)?(?:-[\w.]+)?$/.test(version)) return version
  const says = typeof version === 'string' ? `is ${version.slice(0, 20)}` : 'is missing'
  throw new DescriptionRefused(
    '/openapi',
    `The version ${says}. OpenAPI 3.0, 3.1 and 3.2 and Swagger 2.0 can be read; convert the document to one of them.`,
  )
}

const optionalBase = (base: string | undefined) => (base === undefined ? {} : { base })

/** Returns the address that was given. */
function addressIn({ base }: ReadOptions): string | undefined {
  if (base === undefined) return undefined
  const address = addressOf(base)
  if (address === undefined)
    throw new DescriptionRefused('', 'The base address must be an http or https address without query and user name.')
  return address
}

function refuseExternal(external: readonly LeftOut[]): void {
  const [first] = external
  if (!first) return
  const shown = external.slice(0, 10).map(({ pointer, reason }) => `${pointer} ${reason}`)
  const more = external.length > shown.length ? `, and ${external.length - shown.length} more` : ''
  throw new DescriptionRefused(
    first.pointer,
    `References to other files and hosts are not followed. Bundle the document into one file first: ${shown.join('; ')}${more}.`,
  )
}

function webhooksLeftOut(document: Json): LeftOut[] {
  return webhooksIn(document).length === 0
    ? []
    : [{ pointer: '/webhooks', reason: 'Webhooks are requests of the provider; the gateway does not receive them.' }]
}

function nothingTaken(leftOut: readonly LeftOut[]): DescriptionRefused {
  const [first] = leftOut
  return first
    ? new DescriptionRefused(first.pointer, `No operation can be served. The first reason: ${first.reason}`)
    : new DescriptionRefused('/paths', 'The document has no operations.')
}
