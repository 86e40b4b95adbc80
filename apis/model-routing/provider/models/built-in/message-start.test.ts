// Where clients of the messages wire read how long the prompt was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGatewayWorld } from '../../../test/world.ts'

test('a stream of messages says the tokens of the prompt in its first event', async (t) => {
  const { anthropic } = await openGatewayWorld(t)
  const asked = {
    model: 'gatehouse/chat-1',
    max_tokens: 50,
    messages: [{ role: 'user', content: 'What is 2 + 3?' }],
  } as const
  const { usage } = await anthropic.messages.create({ ...asked, messages: [...asked.messages] })
  const events = []
  for await (const event of await anthropic.messages.create({ ...asked, messages: [...asked.messages], stream: true }))
    events.push(event)
  const first = events.find((event) => event.type === 'message_start')
  assert.ok(usage.input_tokens > 0)
  assert.equal(first?.message.usage.input_tokens, usage.input_tokens)
  const last = events.find((event) => event.type === 'message_delta')
  assert.equal(last?.usage.input_tokens, usage.input_tokens)
})
