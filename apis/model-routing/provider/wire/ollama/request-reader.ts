// Reads the requests of Ollama's clients as those of chat completions, which have a counterpart for everything in them
// that does not concern the memory of a local server (SOURCES 3.19).
import type { ChatRequest } from '../chat-request.ts'
import { type Field, openBody } from '../field.ts'
import { compact, isJson, type Json } from '../json.ts'
import { readRequest as readChat } from '../openai/request-reader.ts'

const mostMessages = 10_000
const mostCalls = 1_000
const mostImages = 100

/** Throws ModelError 'invalid'. */
export function readChatRequest(body: unknown): ChatRequest {
  const root = openBody(body, 'brackets')
  return read(root, readMessages(root.member('messages')))
}

/** Throws ModelError 'invalid'. */
export function readGenerateRequest(body: unknown): ChatRequest {
  const root = openBody(body, 'brackets')
  for (const name of ['suffix', 'template', 'context']) {
    const { value } = root.member(name)
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    if (!isEmpty) throw root.member(name).error('is not supported; send the conversation to /api/chat')
  }
  const system = root.member('system').maybeText() ?? ''
  const prompt = userMessage(root.member('prompt').maybeText() ?? '', root.member('images'))
  return read(root, system === '' ? [prompt] : [{ role: 'system', content: system }, prompt])
}

/** True if a call asks only that the model be loaded. */
export function isLoading(body: unknown): boolean {
  if (!isJson(body)) return false
  const { messages, prompt, images } = body
  const isEmptyList = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  return isEmptyList(messages) && isEmptyList(images) && (prompt === undefined || prompt === null || prompt === '')
}

function read(root: Field, messages: readonly Json[]): ChatRequest {
  const options = root.member('options')
  const option = (name: string): unknown => (options.absent ? undefined : (options.member(name).value ?? undefined))
  const most = option('num_predict')
  const request = readChat(
    compact({
      model: root.member('model').value,
      messages,
      tools: root.member('tools').value ?? undefined,
      // unlike everywhere else, answers are streamed by default
      stream: root.member('stream').value ?? true,
      // below 1 means no limit
      max_completion_tokens: typeof most === 'number' && most < 1 ? undefined : most,
      temperature: option('temperature'),
      top_p: option('top_p'),
      top_k: option('top_k'),
      seed: option('seed'),
      stop: option('stop'),
      presence_penalty: option('presence_penalty'),
      frequency_penalty: option('frequency_penalty'),
      logprobs: root.member('logprobs').value ?? undefined,
      top_logprobs: root.member('top_logprobs').value ?? undefined,
      response_format: readFormat(root.member('format')),
      reasoning_effort: readThink(root.member('think')),
    }),
  )
  return { ...request, includeUsage: true, dropped: droppedIn(options) }
}

/** Options that concern the memory and the machine of a local server, and those that are read. */
const knownOptions = new Set([
  ...['num_predict', 'temperature', 'top_p', 'top_k', 'seed', 'stop', 'presence_penalty', 'frequency_penalty'],
  ...['num_ctx', 'num_batch', 'num_gpu', 'main_gpu', 'num_thread', 'num_keep', 'numa', 'low_vram', 'vocab_only'],
  ...['f16_kv', 'use_mmap', 'use_mlock'],
])

/** Names of options that no other server has. */
const droppedIn = (options: Field): readonly string[] =>
  options.absent ? [] : Object.keys(options.rest(knownOptions) ?? {}).map((name) => `options.${name}`)

function readFormat(format: Field): Json | undefined {
  if (format.absent || format.value === '') return undefined
  if (format.value === 'json') return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { name: 'answer', schema: format.json() } }
}

function readThink(think: Field): string | undefined {
  if (think.absent) return undefined
  if (typeof think.value === 'string') return think.value
  return think.maybeBoolean() === true ? 'medium' : 'none'
}

/** Calls and results of older clients have no ids: a result belongs to the first call of its name without one. */
function readMessages(field: Field): Json[] {
  const open: { readonly id: string; readonly ownId: string | undefined; readonly name: string }[] = []
  return field.maybeItems(mostMessages).map((message, index) => {
    const role = message.member('role').oneOf(['system', 'user', 'assistant', 'tool'])
    const content = message.member('content').maybeText() ?? ''
    if (role === 'system') return { role, content }
    if (role === 'user') return userMessage(content, message.member('images'))
    if (role === 'tool') {
      const name = message.either('tool_name', 'name').maybeText()
      const ownId = message.member('tool_call_id').maybeText()
      const byId = ownId === undefined ? -1 : open.findIndex((call) => call.ownId === ownId)
      const at = byId < 0 ? open.findIndex((call) => call.name === name) : byId
      const [call] = open.splice(Math.max(0, at), 1)
      if (!call) throw message.error('answers no call of a tool')
      return { role, tool_call_id: call.id, content }
    }
    const calls = message
      .member('tool_calls')
      .maybeItems(mostCalls)
      .map((call, position) => {
        const called = call.member('function')
        const name = called.member('name').name()
        const id = `call_${index}_${position}`
        open.push({ id, ownId: call.member('id').maybeText(), name })
        const input = called.member('arguments')
        return {
          id,
          type: 'function',
          function: { name, arguments: input.absent ? '{}' : JSON.stringify(input.json()) },
        }
      })
    return compact({
      role,
      content: content === '' && calls.length > 0 ? null : content,
      reasoning_content: message.member('thinking').maybeText(),
      tool_calls: calls.length > 0 ? calls : undefined,
    })
  })
}

function userMessage(text: string, images: Field): Json {
  const pictures = images.maybeItems(mostImages).map((image) => image.text())
  if (pictures.length === 0) return { role: 'user', content: text }
  const parts = pictures.map((data) => ({
    type: 'image_url',
    image_url: { url: data.startsWith('data:') ? data : `data:${typeOf(data)};base64,${data}` },
  }))
  return { role: 'user', content: text === '' ? parts : [{ type: 'text', text }, ...parts] }
}

/** Returns the type of a picture by the first bytes of its base64. */
function typeOf(data: string): string {
  if (data.startsWith('iVBOR')) return 'image/png'
  if (data.startsWith('R0lG')) return 'image/gif'
  return data.startsWith('UklG') ? 'image/webp' : 'image/jpeg'
}
