// generateContent: read and written as in SOURCES 3.11 and 4.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batched, details, eventsIn, framesIn, question, richReply, whole } from './fixtures/replies.ts'
import {
  gemini,
  readBatchEmbedAnswer,
  readBatchEmbedRequest,
  readCountedRequest,
  readEmbedRequest,
  writeBatchEmbedRequest,
} from './gemini.ts'
import { ModelError } from './model-error.ts'
import { openai } from './openai.ts'
import { collectReply } from './reply.ts'

const path = { model: 'gemini-2.5-flash', stream: true }
const sse = (...frames: readonly unknown[]) => frames.map((frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`).join('')
const candidate = (parts: readonly unknown[], finishReason?: string) => ({
  content: { role: 'model', parts },
  finishReason,
})
const readText = (text: string) => eventsIn(gemini.readStream(whole(text)))

test('a stream has only data frames, each call in one piece, and the finish reason with the usage in the last', async () => {
  const frames = (await framesIn(gemini.writeStream(batched(richReply), details))).map((frame) =>
    JSON.parse(frame.slice(6)),
  )
  const tail = { modelVersion: 'any-model', responseId: 'abc' }
  const piece = (parts: unknown[]) => ({ candidates: [{ content: { role: 'model', parts }, index: 0 }], ...tail })
  assert.deepEqual(frames, [
    piece([{ text: 'Both ', thought: true }]),
    piece([{ text: 'cities.', thought: true }]),
    piece([{ text: '', thought: true, thoughtSignature: 'c2ln' }]),
    piece([{ text: 'Zürich ' }]),
    piece([{ text: 'and 東京 😀' }]),
    piece([{ functionCall: { id: 'call_a', name: 'weather', args: { city: 'Zürich' } } }]),
    piece([{ functionCall: { id: 'call_b', name: 'weather', args: { city: '東京' } } }]),
    {
      candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, index: 0, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 30,
        candidatesTokenCount: 20,
        totalTokenCount: 55,
        thoughtsTokenCount: 5,
        cachedContentTokenCount: 10,
      },
      ...tail,
    },
  ])
})

test('a vendor answer is read: thinking, signatures, images, calls without ids, opaque blocks', async () => {
  const code = { executableCode: { language: 'PYTHON', code: '1' } }
  const events = await readText(
    sse(
      { candidates: [candidate([{ text: 'Hm', thought: true }])], modelVersion: 'gemini-3-pro', responseId: 'r' },
      { candidates: [candidate([{ text: 'Hi', thoughtSignature: 'dGV4dA==' }, code])] },
      { candidates: [candidate([{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }])] },
      {
        candidates: [
          candidate(
            [
              { functionCall: { name: 'look', args: { a: 1 } }, thoughtSignature: 'c2ln' },
              { functionCall: { name: 'look' } },
            ],
            'STOP',
          ),
        ],
        usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 6, thoughtsTokenCount: 2, totalTokenCount: 12 },
      },
    ),
  )
  const [answer] = collectReply(events).choices
  const calls = answer?.blocks.filter((block) => block.kind === 'toolCall') ?? []
  assert.deepEqual(
    answer?.blocks.filter((block) => block.kind !== 'toolCall'),
    [
      { kind: 'thinking', text: 'Hm', signature: undefined },
      { kind: 'text', text: 'Hi' },
      { kind: 'opaque', wire: 'gemini', block: { text: '', thoughtSignature: 'dGV4dA==' } },
      { kind: 'opaque', wire: 'gemini', block: code },
      { kind: 'image', mediaType: 'image/png', data: 'AAAA' },
    ],
  )
  assert.deepEqual(
    calls.map(({ input, signature }) => [input, signature]),
    [
      ['{"a":1}', 'c2ln'],
      ['{}', undefined],
    ],
  )
  assert.equal(new Set(calls.map(({ id }) => id)).size, 2)
  assert.deepEqual(answer?.finish, {
    reason: 'toolCalls',
    stopSequence: undefined,
    native: { wire: 'gemini', word: 'STOP' },
  })
  assert.deepEqual(collectReply(events).usage, { prompt: 4, answer: 8, reasoning: 2 })
  const chat = Object(openai.writeAnswer(events, details)).choices[0].message
  assert.equal(chat.images[0].image_url.url, 'data:image/png;base64,AAAA')
  assert.deepEqual(chat.tool_calls[0].extra_content, { google: { thought_signature: 'c2ln' } })
})

test('grounding and safety ratings are kept on this wire, complete and streamed', async () => {
  const groundingMetadata = { webSearchQueries: ['x'] }
  const json = { candidates: [{ ...candidate([{ text: 'x' }], 'STOP'), groundingMetadata, safetyRatings: [] }] }
  const events = gemini.readAnswer(json)
  const [answer] = Object(gemini.writeAnswer(events, details)).candidates
  assert.deepEqual([answer.groundingMetadata, answer.content.parts], [groundingMetadata, [{ text: 'x' }]])
  const again = await readText((await framesIn(gemini.writeStream(batched(events), details))).join(''))
  assert.deepEqual(collectReply(again).choices[0]?.blocks, collectReply(events).choices[0]?.blocks)
})

test('generated call ids differ from answer to answer', async () => {
  const answer = (responseId?: string) => ({
    candidates: [candidate([{ functionCall: { name: 'look' } }], 'STOP')],
    responseId,
  })
  const ids = [answer('a'), answer('b'), answer(), answer()].flatMap((json) =>
    gemini.readAnswer(json).flatMap((event) => (event.kind === 'toolCall' ? [event.id] : [])),
  )
  assert.equal(new Set(ids).size, 4)
  assert.deepEqual(gemini.readAnswer(answer('a')), gemini.readAnswer(answer('a')))
})

test('finish reasons are translated between wires and kept on their own wire', async () => {
  const table = [
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['IMAGE_SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['constructor', 'length'],
  ] as const
  for (const [own, other] of table) {
    const events = gemini.readAnswer({ candidates: [candidate([{ text: 'x' }], own)] })
    assert.equal(Object(openai.writeAnswer(events, details)).choices[0].finish_reason, other)
    assert.equal(Object(gemini.writeAnswer(events, details)).candidates[0].finishReason, own)
  }
  const blocked = gemini.readAnswer({
    promptFeedback: { blockReason: 'SAFETY' },
    usageMetadata: { promptTokenCount: 3 },
  })
  assert.equal(Object(openai.writeAnswer(blocked, details)).choices[0].finish_reason, 'content_filter')
})

test('requests may use snake case, a single part, and results only by name', () => {
  const conversation = gemini.readRequest(
    {
      system_instruction: { parts: { text: 'Be brief.' } },
      generation_config: {
        max_output_tokens: 9,
        response_mime_type: 'application/json',
        thinking_config: { thinking_budget: 0 },
      },
      tools: {
        function_declarations: [
          { name: 'look', parameters: { type: 'OBJECT', properties: { n: { type: 'INTEGER', nullable: true } } } },
        ],
      },
      tool_config: { function_calling_config: { mode: 'any', allowed_function_names: ['look'] } },
      contents: [
        { role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: 'AAAA' } }] },
        {
          role: 'model',
          parts: [{ function_call: { name: 'look', args: { n: 1 } } }, { function_call: { name: 'look' } }],
        },
        {
          role: 'function',
          parts: [
            { function_response: { name: 'look', response: { output: 'x' } } },
            { function_response: { name: 'look', response: { y: 1 } } },
          ],
        },
      ],
    },
    path,
  )
  const { system, maxTokens, responseFormat, thinking, tools, toolChoice, messages, model, stream } = conversation
  assert.deepEqual(
    [system, maxTokens, responseFormat, thinking],
    [['Be brief.'], 9, { kind: 'json' }, { effort: 'none' }],
  )
  assert.deepEqual(tools[0]?.schema, { type: 'object', properties: { n: { type: ['integer', 'null'] } } })
  assert.deepEqual([toolChoice, model, stream], [{ kind: 'tool', name: 'look' }, 'gemini-2.5-flash', true])
  const ids = (index: number) => messages[index]?.parts.map((part) => ('id' in part ? part.id : undefined))
  assert.deepEqual(ids(1), ids(2))
  assert.deepEqual(
    messages[2]?.parts.flatMap((part) => (part.kind === 'toolResult' ? part.parts : [])),
    [
      { kind: 'text', text: 'x' },
      { kind: 'text', text: '{"y":1}' },
    ],
  )
})

test('settings and signatures that only this wire has are kept on it', () => {
  const body = {
    contents: [
      { role: 'user', parts: [{ text: 'Hi', videoMetadata: { fps: 1 } }] },
      {
        role: 'model',
        parts: [
          { text: 'Hm', thought: true, thoughtSignature: 'YQ==' },
          { text: 'Yes', thoughtSignature: 'Yg==' },
          { functionCall: { id: 'f', name: 'look', args: { a: 1 } }, thoughtSignature: 'Yw==' },
          { executableCode: { language: 'PYTHON', code: '1' } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'f', name: 'look', response: { output: 'x' } } }] },
    ],
    tools: [{ googleSearch: {} }],
    generationConfig: { thinkingConfig: { thinkingBudget: 99 }, responseModalities: ['TEXT'], temperature: 1 },
    cachedContent: 'c',
  }
  assert.deepEqual(JSON.parse(JSON.stringify(gemini.writeRequest(gemini.readRequest(body, path), path.model))), body)
})

test('a stream counts as cut short unless every candidate has a finish reason', async () => {
  const first = { candidates: [candidate([{ text: 'Hi' }])] }
  for (const text of [
    '',
    sse(first),
    sse({
      candidates: [
        { ...candidate([], 'STOP'), index: 0 },
        { ...candidate([]), index: 1 },
      ],
    }),
  ])
    await assert.rejects(readText(text), { code: 'cut_stream' })
  await assert.rejects(readText(sse(first, { error: { code: 503, message: 'Busy', status: 'UNAVAILABLE' } })), {
    kind: 'unavailable',
    message: 'Busy',
  })
})

test('token counts and embeddings have their own bodies', () => {
  const contents = [{ parts: [{ text: 'Hi' }] }]
  assert.equal(readCountedRequest({ contents }, path).messages.length, 1)
  assert.equal(readCountedRequest({ generateContentRequest: { model: 'models/m', contents } }, path).messages.length, 1)
  const content = { parts: [{ text: 'a' }, { text: 'b' }] }
  const request = { texts: ['ab'], dimensions: 3, task: 'RETRIEVAL_QUERY' }
  const body = { content, outputDimensionality: 3, taskType: 'RETRIEVAL_QUERY' }
  assert.deepEqual(readEmbedRequest(body), request)
  assert.deepEqual(readBatchEmbedRequest({ requests: [body, body] }).texts, ['ab', 'ab'])
  assert.throws(() => readBatchEmbedRequest({ requests: [body, { content }] }), /outputDimensionality/)
  assert.deepEqual(readBatchEmbedRequest(JSON.parse(JSON.stringify(writeBatchEmbedRequest(request, 'm')))), request)
  assert.deepEqual(readBatchEmbedAnswer({ embeddings: [{ values: [1, 2] }] }), [[1, 2]])
  assert.throws(() => readBatchEmbedAnswer({ embeddings: [{ values: ['x'] }] }), ModelError)
})

test('an image URL is an image, whatever its host or page name ends in', () => {
  const sources = [
    ['image', 'http://harbour.md', 'image/jpeg'],
    ['image', 'https://a.test/tide.html', 'image/jpeg'],
    ['image', 'https://a.test/tide.png?size=2', 'image/png'],
    ['document', 'https://a.test/tide.pdf', 'application/pdf'],
    ['document', 'https://harbour.md', undefined],
  ] as const
  for (const [kind, url, mimeType] of sources) {
    const parts = [{ kind, source: { at: 'url', url } } as const]
    const written = Object(gemini.writeRequest({ ...question, messages: [{ role: 'user', parts }] }, 'm'))
    assert.equal(written.contents[0].parts[0].fileData.mimeType, mimeType, url)
  }
})
