// A call as filled in, as curl, Python, client code and an agent's call.
import { addressOf, bareAddressOf, choiceHeaders, type Filled } from './outgoing.ts'

/** Names of the ways to write the same call. Agents do not reach the item market. */
export const languages = { curl: 'curl', python: 'Python', client: 'TypeScript', agent: 'Agent' } as const
export type Language = keyof typeof languages

export function codeOf(language: Language, filled: Filled): string {
  return { curl: curlOf, python: pythonOf, client: clientOf, agent: agentCallOf }[language](filled)
}

export function languagesOf({ operation }: Filled): readonly Language[] {
  return isMarket(operation) ? ['curl', 'python', 'client'] : ['curl', 'python', 'client', 'agent']
}

export const isMarket = ({ keyHeader }: { readonly keyHeader: string }): boolean => keyHeader === 'x-api-key'

/** Quotes text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function curlOf(filled: Filled): string {
  const { operation, values, body, text, fields } = filled
  const parts = [
    'curl',
    ...(operation.method === 'GET' ? [] : ['-X', operation.method]),
    `-H "${operation.keyHeader}: $${isMarket(operation) ? 'MARKET_KEY' : 'KEY'}"`,
  ]
  for (const { name, in: where, value } of values)
    if (where === 'header') parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  for (const [name, value] of Object.entries(choiceHeaders(filled))) parts.push(`-H '${name}: ${value}'`)
  if (body?.kind === 'json') parts.push(`-H 'content-type: ${body.contentType}'`, `-d ${quoted(text)}`)
  for (const [name, value] of fields) {
    if (body?.kind === 'form') parts.push(`--data-urlencode ${quoted(`${name}=${String(value)}`)}`)
    if (body?.kind === 'multipart')
      parts.push(`-F ${quoted(value instanceof File ? `${name}=@${value.name}` : `${name}=${value}`)}`)
    if (body?.kind === 'binary' && value instanceof File)
      parts.push(`-H 'content-type: ${body.contentType}'`, `--data-binary ${quoted(`@${value.name}`)}`)
  }
  parts.push(quoted(addressOf(filled)))
  return parts.join(' \\\n  ').replace('curl \\\n  -X \\\n  ', 'curl -X ')
}

/** Returns a program for the package `requests`. */
function pythonOf(filled: Filled): string {
  const { operation, values, body, text, fields } = filled
  const at = (place: string) =>
    Object.fromEntries(values.filter((one) => one.in === place).map(({ name, value }) => [name, value]))
  const headers = [
    `${pythonText(operation.keyHeader)}: os.environ["${isMarket(operation) ? 'MARKET_KEY' : 'GATEHOUSE_KEY'}"]`,
    ...Object.entries({ ...at('header'), ...choiceHeaders(filled) }).map(
      ([name, value]) => `${pythonText(name)}: ${pythonText(value)}`,
    ),
    ...(body?.kind === 'binary' ? [`"content-type": ${pythonText(body.contentType)}`] : []),
  ]
  const texts = Object.fromEntries(fields.filter(([, value]) => !(value instanceof File)))
  const files = fields.flatMap(([name, value]) =>
    value instanceof File ? [[name, `open(${pythonText(value.name)}, "rb")`] as const] : [],
  )
  const parts = [
    pythonText(bareAddressOf(filled)),
    `headers={${headers.join(', ')}}`,
    ...(Object.keys(at('query')).length === 0 ? [] : [`params=${pythonValue(at('query'))}`]),
    ...(body?.kind === 'json' ? [`json=${pythonValue(parsed(text))}`] : []),
    ...(body?.kind === 'binary' ? files.map(([, open]) => `data=${open}`) : []),
    ...(body?.kind === 'form' || (body?.kind === 'multipart' && Object.keys(texts).length > 0)
      ? [`data=${pythonValue(texts)}`]
      : []),
    ...(body?.kind === 'multipart'
      ? [`files={${files.map(([name, open]) => `${pythonText(name)}: ${open}`).join(', ')}}`]
      : []),
  ]
  return `import os
import requests

answer = requests.${operation.method.toLowerCase()}(
${parts.map((part) => `    ${part},`).join('\n')}
)
print(answer.status_code, answer.text)`
}

/** Writes text in Python, whose strings have the escapes of JSON. */
const pythonText = (text: string) => JSON.stringify(text)

/** Writes a JSON value in Python. */
function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, one]) => `${pythonText(name)}: ${pythonValue(one)}`)
    .join(', ')}}`
}

/** Name of the client library in the caller's project; the console does not depend on it. */
const library = '@gatehouse/client'

function clientOf(filled: Filled): string {
  const { operation } = filled
  const member = operation.slug.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase())
  const input = inputOf(filled)
  const sent = Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2)
  if (isMarket(operation))
    return `import { connectMarket } from '${library}'

const market = connectMarket({ url: '${operation.origin}', key: process.env.MARKET_KEY })
const answer = await market.${operation.id}(${sent})`
  return `import { connect } from '${library}'

const gw = connect({ url: '${location.origin}', key: process.env.GATEHOUSE_KEY })
const answer = await gw.${member}.${operation.id}(${sent})`
}

/** Returns the message that an agent sends to the tool at /mcp. */
function agentCallOf(filled: Filled): string {
  const { operation } = filled
  const tool = operation.effect === 'read' ? 'call_read' : 'call_write'
  return `${tool} ${JSON.stringify({ operation: `${operation.slug}.${operation.id}`, arguments: inputOf(filled) }, null, 2)}`
}

function inputOf({ values, body, text, fields }: Filled): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name, value } of values) input[name] = value
  if (body?.kind === 'json') input.body = parsed(text)
  else if (body)
    input.body = Object.fromEntries(
      fields.map(([name, value]) => [name, value instanceof File ? `<${value.name}>` : value]),
    )
  return input
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
