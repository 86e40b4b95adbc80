// One call, built from the API's OpenAPI document and shown with its whole response.
import { el, field, problem } from '../elements.ts'
import { sentence } from '../session.ts'
import type { ViewContext } from './view.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema?: {
    readonly default?: unknown
    readonly enum?: readonly unknown[]
    readonly examples?: readonly unknown[]
  }
}
interface Operation {
  readonly summary?: string
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}
interface Document {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
interface Choice {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

export async function tryCall(context: ViewContext): Promise<HTMLElement> {
  const { listings } = await context.gateway.me.listListings()
  const slug = context.rest[0] ?? listings[0]?.slug ?? ''
  const api: Document = await (await fetch(`/openapi/${encodeURIComponent(slug)}.json`)).json()
  const choices = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const form = el('div')
  const show = (index: number) => {
    const choice = choices[index]
    if (choice) form.replaceChildren(formOf(choice, api.servers[0]?.url ?? '', context.key))
  }
  show(0)
  const pick = (event: Event) => show(Number((event.target as HTMLSelectElement).value))
  const move = (event: Event) => {
    location.hash = `#try/${(event.target as HTMLSelectElement).value}`
  }
  return el(
    'section',
    {},
    el('h1', {}, 'Try a call'),
    el(
      'div',
      { class: 'row' },
      field('api', {
        label: 'API',
        control: el(
          'select',
          { onchange: move },
          ...listings.map((one) => el('option', { value: one.slug, selected: one.slug === slug }, one.title)),
        ),
      }),
      field('endpoint', {
        label: 'Endpoint',
        control: el(
          'select',
          { onchange: pick },
          ...choices.map(({ method, path }, index) =>
            el('option', { value: index }, `${method.toUpperCase()} ${path}`),
          ),
        ),
      }),
    ),
    form,
  )
}

function formOf(choice: Choice, server: string, key: string): HTMLElement {
  const { operation } = choice
  const inputs = (operation.parameters ?? []).map((parameter) => ({ parameter, input: inputOf(parameter) }))
  const [contentType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const text =
    contentType === 'application/json' ? el('textarea', {}, JSON.stringify(body?.example ?? {}, null, 2)) : undefined
  const provider = el(
    'select',
    {},
    ...['', 'embedded', 'live'].map((value) => el('option', { value }, value === '' ? 'as chosen' : value)),
  )
  const result = el('div')
  const send = async (event: Event) => {
    event.preventDefault()
    const values = inputs
      .map(({ parameter, input }) => ({ parameter, value: input.value }))
      .filter(({ value }) => value !== '')
    result.replaceChildren(await resultOf({ choice, server, key, values, body: text?.value, provider: provider.value }))
  }
  return el(
    'form',
    { onsubmit: (event) => void send(event) },
    el('p', {}, operation.summary ?? ''),
    ...inputs.map(({ parameter, input }) =>
      field(parameter.name, {
        label: `${parameter.name}${parameter.required ? ' *' : ''}`,
        hint: parameter.description ?? '',
        control: input,
      }),
    ),
    text ? field('body', { label: 'Body', control: text }) : undefined,
    operation.requestBody && !text
      ? el('p', {}, `This call takes a ${contentType} body; use the client or curl for it.`)
      : undefined,
    field('provider', { label: 'Provider', control: provider }),
    el('button', {}, 'Send'),
    result,
  )
}

function inputOf(parameter: Parameter): HTMLInputElement | HTMLSelectElement {
  const { schema } = parameter
  if (schema?.enum)
    return el(
      'select',
      {},
      el('option', { value: '' }, ''),
      ...schema.enum.map((value) => el('option', { value: String(value) }, String(value))),
    )
  const preset = parameter.example ?? schema?.examples?.[0]
  return el('input', {
    required: parameter.required === true,
    value: preset === undefined ? '' : String(preset),
    placeholder: schema?.default === undefined ? '' : String(schema.default),
  })
}

interface Sent {
  readonly choice: Choice
  readonly server: string
  readonly key: string
  readonly values: readonly { parameter: Parameter; value: string }[]
  readonly body: string | undefined
  readonly provider: string
}

const sampleNote = 'Sample data that comes with the gateway, not data of the provider.'

async function resultOf(sent: Sent): Promise<HTMLElement> {
  try {
    const response = await fetch(addressOf(sent), requestOf(sent))
    const text = await response.text()
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    return el(
      'div',
      {},
      el('h2', {}, `${response.status} ${response.statusText}`),
      response.headers.get('x-gateway-sample') === 'true' ? el('p', { class: 'sample' }, sampleNote) : undefined,
      el('pre', {}, headers),
      el('pre', {}, pretty(text)),
    )
  } catch (error) {
    return problem(sentence(error))
  }
}

function addressOf({ choice, server, values }: Sent): string {
  const url = new URL(server, location.origin)
  let path = choice.path
  for (const { parameter, value } of values) {
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value))
    else if (parameter.in === 'query') url.searchParams.append(parameter.name, value)
  }
  return `${location.origin}${url.pathname.replace(/\/$/, '')}${path}${url.search}`
}

function requestOf({ choice, key, values, body, provider }: Sent): RequestInit {
  const headers: Record<string, string> = { 'x-gateway-key': key }
  for (const { parameter, value } of values) if (parameter.in === 'header') headers[parameter.name] = value
  if (provider !== '') headers['x-gateway-provider'] = provider
  if (body === undefined || choice.method === 'get') return { method: choice.method.toUpperCase(), headers }
  return { method: choice.method.toUpperCase(), headers: { ...headers, 'content-type': 'application/json' }, body }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
