// Citations and metadata: kept on their own wire, translated for others as far as those can express them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import { batched, details, eventsIn, framesIn, whole } from './fixtures/replies.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import { collectReply } from './reply.ts'
import type { StreamEvent } from './stream-event.ts'

const page = (url: string) => ({
  type: 'web_search_result_location',
  ...{ url, title: `At ${url}`, cited_text: 'low', encrypted_index: 'x' },
})
const inDocument = {
  type: 'char_location',
  ...{ cited_text: 'low', document_index: 0, document_title: 'Tides', start_char_index: 1, end_char_index: 4 },
}
const [brest, lorient] = ['https://brest.test/', 'https://lorient.test/']
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    { type: 'text', text: 'The tables say: ' },
    { type: 'text', text: 'low at noon', citations: [page(brest), inDocument] },
    { type: 'text', text: ', high at ' },
    { type: 'text', text: 'six', citations: [page(lorient)] },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 9, service_tier: 'priority' },
}
const answerOf = async (events: readonly StreamEvent[], format: typeof openai) =>
  Object(format.writeAnswer(events, details))
const streamed = async (events: readonly StreamEvent[], format: typeof openai): Promise<StreamEvent[]> =>
  eventsIn(format.readStream(whole((await framesIn(format.writeStream(batched(events), details))).join(''))))

test('each text of a message keeps its own citations, complete and streamed', async () => {
  const events = anthropic.readAnswer(message)
  const { content, usage } = await answerOf(events, anthropic)
  assert.deepEqual(content, message.content, 'a text without citations has no such member')
  assert.equal(usage.service_tier, 'priority')
  const again = await streamed(events, anthropic)
  assert.deepEqual((await answerOf(again, anthropic)).content, message.content)
  assert.deepEqual(again[0]?.kind === 'start' && again[0].metadata, {
    wire: 'anthropic',
    members: { service_tier: 'priority' },
  })
})

test('web pages become annotations of chat completions at their offset; documents become none', async () => {
  const events = anthropic.readAnswer(message)
  const { message: said } = (await answerOf(events, openai)).choices[0]
  assert.equal(said.content, 'The tables say: low at noon, high at six')
  const annotations = said.annotations.map(({ type, url_citation }: Cited) => {
    const { url, title, start_index, end_index } = url_citation
    return [type, url, title, said.content.slice(start_index, end_index)]
  })
  assert.deepEqual(annotations, [
    ['url_citation', brest, `At ${brest}`, 'low at noon'],
    ['url_citation', lorient, `At ${lorient}`, 'six'],
  ])
  assert.deepEqual(
    (await answerOf(await streamed(events, openai), openai)).choices[0].message.annotations,
    said.annotations,
  )
})
interface Cited {
  readonly type: string
  readonly url_citation: { url: string; title: string; start_index: number; end_index: number }
}

const chat = {
  id: 'chatcmpl-1',
  model: 'm',
  service_tier: 'flex',
  system_fingerprint: 'fp_1',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Low at noon.',
        annotations: [
          { type: 'url_citation', url_citation: { url: brest, title: 'Tides', start_index: 0, end_index: 3 } },
          { type: 'file_citation', file_citation: { file_id: 'file_1' } },
        ],
      },
      finish_reason: 'stop',
    },
  ],
}

test('annotations of chat completions become citations of messages where they are web pages', async () => {
  const { content } = await answerOf(openai.readAnswer(chat), anthropic)
  assert.deepEqual(content, [
    {
      type: 'text',
      text: 'Low at noon.',
      citations: [
        { type: 'web_search_result_location', url: brest, title: 'Tides', cited_text: '', encrypted_index: '' },
      ],
    },
  ])
})

test('service tier and fingerprint are returned on their own wire, complete and streamed, and on no other', async () => {
  const events = openai.readAnswer(chat)
  const answer = await answerOf(events, openai)
  assert.deepEqual([answer.service_tier, answer.system_fingerprint], ['flex', 'fp_1'])
  assert.deepEqual(answer.choices[0].message.annotations, chat.choices[0]?.message.annotations)
  const frames = await framesIn(openai.writeStream(batched(events), details))
  assert.match(frames[0] ?? '', /"service_tier":"flex"/)
  assert.equal((await answerOf(events, anthropic)).usage.service_tier, undefined)
  assert.equal((await answerOf(anthropic.readAnswer(message), openai)).service_tier, undefined)
})

test('grounding becomes citations on other wires and stays next to the content on its own', async () => {
  const groundingMetadata = {
    groundingChunks: [{ web: { uri: brest, title: 'brest.test' } }, { retrievedContext: {} }],
  }
  const candidate = { content: { role: 'model', parts: [{ text: 'Low.' }] }, groundingMetadata, finishReason: 'STOP' }
  const events = gemini.readAnswer({ candidates: [candidate], modelVersion: 'm' })
  const { annotations } = (await answerOf(events, openai)).choices[0].message
  assert.deepEqual(annotations, [
    { type: 'url_citation', url_citation: { url: brest, title: 'brest.test', start_index: 0, end_index: 4 } },
  ])
  assert.equal((await answerOf(events, anthropic)).content[0].citations[0].url, brest)
  assert.deepEqual((await answerOf(events, gemini)).candidates[0].groundingMetadata, groundingMetadata)
})

test('several choices and their logprobs pass through chat completions, complete and streamed', async () => {
  const logprobs = { content: [{ token: 'Low', logprob: -0.1, bytes: [76], top_logprobs: [] }], refusal: null }
  const choices = [0, 1, 2].map((index) => ({
    index,
    message: { role: 'assistant', content: `Low ${index}` },
    logprobs,
    finish_reason: 'stop',
  }))
  const events = openai.readAnswer({ id: 'x', model: 'm', choices })
  for (const one of [events, await streamed(events, openai)]) {
    const answer = await answerOf(one, openai)
    assert.deepEqual(
      answer.choices.map((choice: (typeof choices)[number]) => [choice.index, choice.message.content, choice.logprobs]),
      choices.map(({ index, message }) => [index, message.content, logprobs]),
    )
  }
  assert.equal(collectReply(events).choices.length, 3)
  assert.equal((await answerOf(events, anthropic)).content[0].text, 'Low 0')
})

test('pages that a vendor names beside the choices are citations on other wires, whole and streamed', async () => {
  const found = [{ title: 'Tides', url: brest, date: null }, { url: lorient }]
  const cited = [brest, lorient]
  const said = { role: 'assistant', content: 'Low [1].' }
  for (const pages of [{ search_results: found, citations: [] }, { citations: cited }]) {
    const events = openai.readAnswer({ choices: [{ index: 0, message: said, finish_reason: 'stop' }], ...pages })
    const [block] = (await answerOf(events, anthropic)).content
    assert.deepEqual(
      block.citations.map(({ url }: { url: string }) => url),
      cited,
    )
    const chunks = [
      { delta: { content: 'Low [1].' }, finish_reason: null },
      { delta: {}, finish_reason: 'stop' },
    ]
    const frames = chunks.map((chunk) => `data: ${JSON.stringify({ choices: [{ index: 0, ...chunk }], ...pages })}\n\n`)
    const streamedEvents = await eventsIn(openai.readStream(whole(frames.join(''))))
    const urls = (await answerOf(streamedEvents, gemini)).candidates[0].groundingMetadata.groundingChunks
    assert.deepEqual(
      urls.map(({ web }: { web: { uri: string } }) => web.uri),
      cited,
    )
  }
})
