// The built-in models refuse what providers refuse, so that mistakes show before money is spent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type OpenAI from 'openai'
import { openGatewayWorld } from '../../../test/world.ts'

const model = 'gatehouse/chat-1'
const question = { role: 'user', content: 'How is the tide?' } as const
const called = (id: string): OpenAI.ChatCompletionAssistantMessageParam => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'tide', arguments: '{}' } }],
})
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'low' }) as const

test('results of tools that answer no call, and calls without a result, are refused', async (t) => {
  const { openai, anthropic } = await openGatewayWorld(t)
  const chat = (messages: OpenAI.ChatCompletionMessageParam[]) => openai.chat.completions.create({ model, messages })
  const refused = (message: RegExp) => ({ status: 400, message })
  await assert.rejects(chat([question, result('c1')]), refused(/'c1' answers no call/))
  await assert.rejects(chat([question, called('c1'), result('c2')]), refused(/'c2' answers no call/))
  await assert.rejects(chat([question, called('c1'), question]), refused(/'c1' has no result/))
  await assert.rejects(chat([question, called('c1'), result('c1'), result('c1')]), refused(/'c1' answers no call/))
  assert.ok(await chat([question, called('c1'), result('c1'), question]))
  const orphan = {
    role: 'user' as const,
    content: [{ type: 'tool_result' as const, tool_use_id: 'c9', content: 'low' }],
  }
  await assert.rejects(anthropic.messages.create({ model, max_tokens: 9, messages: [question, orphan] }), {
    status: 400,
  })
})

test('an answer in sound is refused aloud', async (t) => {
  const { openai, call } = await openGatewayWorld(t)
  const request = { model, messages: [question], modalities: ['text' as const, 'audio' as const] }
  await assert.rejects(openai.chat.completions.create(request), { status: 400, param: 'modalities' })
  assert.ok(await openai.chat.completions.create({ ...request, modalities: ['text'] }))
  const body = JSON.stringify({
    contents: [{ parts: [{ text: '?' }] }],
    generationConfig: { responseModalities: ['AUDIO'] },
  })
  const answer = await call(`/v1/models/${model}:generateContent`, { method: 'POST', body })
  assert.equal(answer.status, 400)
})
