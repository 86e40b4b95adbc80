// The vendors' own SDKs write the requests; the declared bodies must accept every variant they may send, null included.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { Endpoint } from '#define'
import { checkOf } from '#derive'
import api from './api.ts'
import { endpoints } from './endpoints.ts'

interface Sent {
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}
const origin = 'https://upstream.example.com'

/** Runs one SDK call against a fake transport and returns what it sent. */
async function sentBy(call: (openai: OpenAI, anthropic: Anthropic) => Promise<unknown>): Promise<Sent> {
  const sent: Sent[] = []
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const isJson = request.headers.get('content-type') === 'application/json'
    const body: unknown = isJson ? await request.json() : [...new Set((await request.formData()).keys())]
    sent.push({ path: new URL(request.url).pathname, headers: request.headers, body })
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  }
  const options = { apiKey: 'unused', fetch, maxRetries: 0 }
  await call(
    new OpenAI({ ...options, baseURL: `${origin}/v1`, organization: 'org-example', project: 'proj-example' }),
    new Anthropic({ ...options, baseURL: origin }),
  )
  const [first] = sent
  assert.ok(first)
  return first
}

function takes(endpoint: Endpoint, sent: Sent): void {
  assert.equal(sent.path, endpoint.path)
  fits(endpoint, sent.body)
}

function fits(endpoint: Endpoint, body: unknown): void {
  assert.ok(endpoint.body?.schema)
  assert.deepEqual(checkOf(endpoint.body.schema, 'body')(body), [])
}

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } } as const
const tool = { type: 'function', function: { name: 'tide', parameters: {} } } as const

test('chat accepts text, parts and null as content, and null for every optional field', async () => {
  const sent = await sentBy((openai) =>
    openai.chat.completions.create({
      model: 'm',
      messages: [
        { role: 'developer', content: [{ type: 'text', text: 'a' }] },
        { role: 'user', content: [{ type: 'text', text: 'a' }, image] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'tide', arguments: '{}' } }],
        },
        { role: 'assistant', tool_calls: [] },
        { role: 'tool', tool_call_id: 'c', content: 'low' },
        { role: 'function', name: 'tide', content: null },
      ],
      tools: [tool],
      tool_choice: { type: 'function', function: { name: 'tide' } },
      audio: null,
      frequency_penalty: null,
      logit_bias: null,
      logprobs: null,
      max_completion_tokens: null,
      max_tokens: null,
      metadata: null,
      modalities: null,
      n: null,
      prediction: null,
      presence_penalty: null,
      prompt_cache_key: null,
      reasoning_effort: null,
      safety_identifier: null,
      seed: null,
      service_tier: null,
      stop: null,
      store: null,
      stream: null,
      stream_options: null,
      temperature: null,
      top_logprobs: null,
      top_p: null,
      verbosity: null,
    }),
  )
  takes(endpoints.chatCompletions, sent)
})

test('chat accepts one stop string or several, and the older form of tools', async () => {
  for (const stop of ['.', ['.', '!']])
    takes(
      endpoints.chatCompletions,
      await sentBy((openai) =>
        openai.chat.completions.create({
          model: 'm',
          messages: [{ role: 'user', content: 'a' }],
          stop,
          functions: [{ name: 'tide' }],
          function_call: 'auto',
          tool_choice: 'auto',
          logit_bias: { '50256': -100 },
        }),
      ),
    )
})

test('completions accept a string, strings, tokens, lists of tokens and null as prompt', async () => {
  for (const prompt of ['a', ['a', 'b'], [1, 2], [[1], [2, 3]], null])
    takes(
      endpoints.completions,
      await sentBy((openai) => openai.completions.create({ model: 'm', prompt, suffix: null, logprobs: null })),
    )
})

test('embeddings accept a string, strings, tokens and lists of tokens', async () => {
  for (const input of ['a', ['a', 'b'], [1, 2], [[1], [2, 3]]])
    takes(endpoints.createEmbeddings, await sentBy((openai) => openai.embeddings.create({ model: 'm', input })))
})

test('moderations accept a string, strings and parts, with or without a model', async () => {
  for (const input of ['a', ['a', 'b'], [{ type: 'text' as const, text: 'a' }, image]])
    takes(endpoints.createModeration, await sentBy((openai) => openai.moderations.create({ input })))
})

test('speech accepts a named voice and a custom one', async () => {
  for (const voice of ['alloy', { id: 'voice_1' }])
    takes(
      endpoints.createSpeech,
      await sentBy((openai) => openai.audio.speech.create({ model: 'm', input: 'a', voice })),
    )
})

test('decisions, compaction and remixes accept what the SDK sends', async () => {
  const decision = await sentBy((openai) =>
    openai.decisions.create({
      model: 'm',
      input: [{ role: 'user', content: 'a' }],
      questions: [{ type: 'predicate', instructions: 'a?' }],
      prompt_cache_key: null,
      prompt_cache_options: null,
      safety_identifier: null,
    }),
  )
  takes(endpoints.createDecision, decision)
  for (const input of ['a', [{ role: 'user' as const, content: 'a' }], null])
    takes(
      endpoints.compactResponse,
      await sentBy((openai) => openai.responses.compact({ model: null, input, instructions: null })),
    )
  const remix = await sentBy((openai) => openai.videos.remix('v', { prompt: 'a' }))
  fits(endpoints.remixVideo, remix.body)
})

test('keyed decisions of the other dialect are accepted too', () => {
  const body = {
    model: 'm',
    state: ['a', { b: 1 }],
    questions: { late: { type: 'noul', instructions: { ask: 'late?' } } },
  }
  fits(endpoints.createDecision, body)
})

test('multipart parts have the names that the SDK uses', async () => {
  const file = new File(['a'], 'a.wav')
  const transcription = await sentBy((openai) =>
    openai.audio.transcriptions.create({
      file,
      model: 'm',
      language: 'en',
      prompt: 'a',
      temperature: 0,
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
      include: ['logprobs'],
      chunking_strategy: 'auto',
    }),
  )
  declares(endpoints.createTranscription, transcription)
  declares(
    endpoints.createTranslation,
    await sentBy((openai) => openai.audio.translations.create({ file, model: 'm', prompt: 'a', temperature: 0 })),
  )
  declares(
    endpoints.uploadFile,
    await sentBy((openai) =>
      openai.files.create({ file, purpose: 'batch', expires_after: { anchor: 'created_at', seconds: 3600 } }),
    ),
  )
})

function declares(endpoint: Endpoint, sent: Sent): void {
  assert.equal(sent.path, endpoint.path)
  const { body } = endpoint
  assert.ok(body?.kinds.includes('multipart'))
  assert.ok(body?.fields)
  assert.ok(Array.isArray(sent.body))
  for (const name of sent.body) assert.ok(name in body.fields, `${name} is not declared`)
}

test('messages accept text and blocks, tools of every kind, and null where the SDK allows it', async () => {
  const sent = await sentBy((_openai, anthropic) =>
    anthropic.messages.create({
      model: 'm',
      max_tokens: 16,
      system: [{ type: 'text', text: 'a' }],
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'tide', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'low' }] },
      ],
      tools: [{ name: 'tide', input_schema: { type: 'object' } }],
      tool_choice: { type: 'auto' },
      thinking: { type: 'adaptive' },
      metadata: { user_id: null },
      container: null,
      cache_control: null,
    }),
  )
  takes(endpoints.createMessage, sent)
  const count = await sentBy((_openai, anthropic) =>
    anthropic.messages.countTokens({ model: 'm', system: 'a', messages: [{ role: 'user', content: 'a' }] }),
  )
  takes(endpoints.countMessageTokens, count)
})

test('headers that matter to an upstream are passed on, and caller keys are in the header that a stored key replaces', async () => {
  const chat = await sentBy((openai) => openai.embeddings.create({ model: 'm', input: 'a' }))
  const message = await sentBy((_openai, anthropic) =>
    anthropic.messages.countTokens({ model: 'm', messages: [], user_profile_id: 'p', workspace_id: 'w' }),
  )
  const names = [...chat.headers.keys(), ...message.headers.keys()]
  const meant = names.filter((name) => /^(openai|anthropic)-/.test(name))
  assert.deepEqual(
    meant.filter((name) => !api.passHeaders?.includes(name)),
    [],
  )
  assert.ok(meant.includes('anthropic-version') && meant.includes('openai-project'))
  assert.ok(api.auth.kind === 'own')
  const keyed = [...chat.headers, ...message.headers].filter(([, value]) => value.includes('unused'))
  const headerNames = [...api.auth.places.map(({ name }) => name), ...api.auth.also]
  assert.deepEqual(
    keyed.map(([name]) => name).filter((name) => !headerNames.includes(name)),
    [],
  )
})
