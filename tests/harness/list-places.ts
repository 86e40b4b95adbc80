// The lists that a caller writes in JSON bodies: each is made as long as wished of its own items, alike or with ids and
// texts of their own.
import { type EveryEndpoint, type ExampleCall, exampleCall, withoutCredentials } from './every-endpoint.ts'

interface ListPlace {
  readonly title: string
  /** Returns a call whose list takes about this many characters. */
  call(length: number): ExampleCall
}

/** Bodies with more lists than those of the examples, by operation. */
const fuller: Readonly<Record<string, object>> = {
  'model-routing.chatCompletions': {
    model: 'any',
    messages: [{ role: 'assistant', content: null, tool_calls: [call('call_1')] }, result('call_1')],
    tools: [{ type: 'function', function: { name: 'find', parameters: { type: 'object', required: ['id'] } } }],
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'n',
        schema: { type: 'object', properties: {}, required: ['id'], anyOf: [{ type: 'null' }] },
      },
    },
    stop: ['stop'],
  },
  'model-routing.createMessage': {
    model: 'any',
    max_tokens: 9,
    system: [{ type: 'text', text: 'x' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'x' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'find', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'x' }] }],
      },
    ],
    tools: [{ name: 'find', input_schema: { type: 'object', required: ['id'] } }],
    stop_sequences: ['stop'],
  },
  'model-routing.createResponse': {
    model: 'any',
    input: [
      { type: 'function_call', call_id: 'call_1', name: 'find', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'x' },
      { role: 'user', content: [{ type: 'input_text', text: 'x' }] },
    ],
    tools: [{ type: 'function', name: 'find', parameters: { type: 'object' } }],
    include: ['reasoning.encrypted_content'],
  },
  'model-routing.callBetaModel': {
    contents: [
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [{ functionCall: { name: 'find', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'find', response: {} } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'find' }] }],
    generationConfig: { stopSequences: ['stop'] },
  },
  'model-routing.createEmbeddings': { model: 'any', input: ['x'] },
}

function call(id: string) {
  return { id, type: 'function', function: { name: 'find', arguments: '{}' } }
}
function result(id: string) {
  return { role: 'tool', tool_call_id: id, content: 'x' }
}

/** Returns the places of an operation whose example, or fuller body, has lists. */
export function listPlaces(entry: EveryEndpoint): readonly ListPlace[] {
  if (!entry.endpoint.body?.kinds.includes('json')) return []
  const example = withoutCredentials(entry)
  const bodies = [example.body, fuller[entry.title]].filter((body) => typeof body === 'object' && body !== null)
  return bodies.flatMap((body) =>
    listsIn(body).flatMap(([path, list]) =>
      [true, false].map((isAlike) => ({
        title: `list ${path.join('.')}, items ${isAlike ? 'alike' : 'of their own'}`,
        call(length) {
          const each = JSON.stringify(list).length
          const times = Math.max(1, Math.floor(length / each))
          const items = Array.from({ length: times }, (_none, at) =>
            isAlike ? list : list.map((item) => numbered(item, at)),
          )
          return exampleCall(entry, { ...example, body: replaced(body, path, items.flat()) })
        },
      })),
    ),
  )
}

type Path = readonly (string | number)[]

/** Finds the lists of a value that have items, those within the first item of another included. */
function listsIn(value: unknown, path: Path = []): [Path, readonly unknown[]][] {
  if (typeof value !== 'object' || value === null) return []
  const own: [Path, readonly unknown[]][] = Array.isArray(value) && value.length > 0 ? [[path, value]] : []
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [...own, ...members.flatMap(([name, member]) => listsIn(member, [...path, name]))]
}

const named = /(?:^|_)(?:id|key|name|title|text|content|email)$|^(?:input|required)$/i

/** Returns a value whose ids, names and texts end with a number. */
function numbered(value: unknown, at: number, name = 'input'): unknown {
  if (typeof value === 'string') return named.test(name) ? `${value}${at}` : value
  if (Array.isArray(value)) return value.map((item) => numbered(item, at, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, numbered(one, at, member)]))
}

function replaced(value: unknown, [name, ...rest]: Path, list: readonly unknown[]): unknown {
  if (name === undefined) return list
  if (Array.isArray(value)) return value.map((item, at) => (at === name ? replaced(item, rest, list) : item))
  const members: Record<string, unknown> = { ...Object(value) }
  return { ...members, [name]: replaced(members[name], rest, list) }
}
