// Reasoning across wires: signatures of calls come back to the provider that made them, and reasoning within the
// content is reasoning.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor } from './test/vendor.ts'
import { openGatewayWorld } from './test/world.ts'

const tools = [{ name: 'tide', description: 'The tide.', input_schema: { type: 'object' as const, properties: {} } }]
const question = { role: 'user' as const, content: 'How is the tide?' }

for (const stream of [false, true])
  test(`the signature of a call is remembered for messages clients (stream: ${stream})`, async (t) => {
    const signed = {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ functionCall: { name: 'tide', args: {} }, thoughtSignature: 'c2lnbmVk' }],
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2 },
      responseId: 'r1',
    }
    const vendor = await openVendor(t, 'gemini', () =>
      stream ? { frames: [`data: ${JSON.stringify(signed)}\n\n`] } : { json: signed },
    )
    const channel = { name: 'only', kind: 'gemini', base: vendor.base, models: ['gemini-3-pro'] }
    const { anthropic } = await openGatewayWorld(t, { channels: [channel] })
    const request = { model: 'gemini-3-pro', max_tokens: 50, tools, messages: [question] }
    const answer = stream
      ? await anthropic.messages.stream(request).finalMessage()
      : await anthropic.messages.create(request)
    const [call] = answer.content
    assert.equal(call?.type, 'tool_use')
    const result = {
      type: 'tool_result' as const,
      tool_use_id: call?.type === 'tool_use' ? call.id : '',
      content: 'low',
    }
    const next = {
      ...request,
      messages: [
        question,
        { role: 'assistant' as const, content: answer.content },
        { role: 'user' as const, content: [result] },
      ],
    }
    vendor.script(() => undefined)
    await anthropic.messages.create(next)
    assert.equal(signatureIn(vendor.received.at(-1)?.text), 'c2lnbmVk')
  })

const signatureIn = (text = ''): string | undefined => /"thoughtSignature":"([^"]*)"/.exec(text)?.[1]

test('reasoning that a provider puts into the content is reasoning on every wire', async (t) => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Moon and Sun.' }] }
  const head = { id: 'c', object: 'chat.completion', created: 1, model: 'v' }
  const whole = {
    ...head,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: [thinking, { type: 'text', text: 'It is low.' }] },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }
  const delta = (content: unknown, finish: string | null = null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
  const vendor = await openVendor(t, 'openai', ({ body }) =>
    body?.stream ? { frames: [delta([thinking]), delta('It is low.', 'stop'), 'data: [DONE]\n\n'] } : { json: whole },
  )
  const { anthropic } = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['m'] }] })
  const request = { model: 'm', max_tokens: 50, messages: [question] }
  for (const answer of [
    await anthropic.messages.create(request),
    await anthropic.messages.stream(request).finalMessage(),
  ])
    assert.deepEqual(
      answer.content.map((block) => (block.type === 'thinking' ? block.thinking : block.type === 'text' && block.text)),
      ['Moon and Sun.', 'It is low.'],
    )
})
