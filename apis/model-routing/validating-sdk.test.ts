// SDKs that check every answer against schemas of their own, and so notice a member of a wrong kind that others ignore.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { GoogleGenAI } from '@google/genai'
import { embed, generateText, jsonSchema, type LanguageModel, streamText, type ToolSet } from 'ai'
import { openVendor, toolInput, words } from './test/vendor.ts'
import { openGatewayWorld, type World } from './test/world.ts'

const sentence = words.join('')
const model = 'asked-model'
const tools: ToolSet = {
  tide: {
    description: 'Looks up the tide',
    inputSchema: jsonSchema({ type: 'object', properties: { place: { type: 'string' } }, required: ['place'] }),
  },
}

/** The AI SDK's providers with default settings, each over its own wire. */
function modelsOf({ gateway }: World): Record<string, LanguageModel> {
  const root = `${gateway.baseUrl}/v1/proxy/model-routing`
  const options = { baseURL: `${root}/v1`, apiKey: 'unused', headers: { 'x-gateway-key': gateway.key } }
  return {
    'chat completions': createOpenAI(options).chat(model),
    'text completions': createOpenAI(options).completion(model),
    'compatible chat completions': createOpenAICompatible({ ...options, name: 'compatible', includeUsage: true })(
      model,
    ),
    messages: createAnthropic(options)(model),
    generateContent: createGoogleGenerativeAI(options)(model),
  }
}

for (const kind of ['openai', 'anthropic', 'gemini'] as const)
  describe(`before a provider of the kind ${kind}`, () => {
    const closing: (() => unknown)[] = []
    const t = { after: (close: () => unknown) => void closing.unshift(close) }
    let world: World
    before(async () => {
      const vendor = await openVendor(t, kind)
      world = await openGatewayWorld(t, { channels: [{ name: 'only', kind, base: vendor.base, models: ['*'] }] })
    })
    after(async () => {
      for (const close of closing) await close()
    })

    for (const wire of ['chat completions', 'compatible chat completions', 'messages', 'generateContent'])
      test(`${wire}: complete, streamed and with a tool`, async () => {
        const model = modelsOf(world)[wire]
        assert.ok(model)
        const whole = await generateText({ model, prompt: 'How is the tide?', maxRetries: 0 })
        assert.deepEqual([whole.text, whole.finishReason, whole.usage.totalTokens], [sentence, 'stop', 18])
        const streamed = streamText({ model, prompt: 'How is the tide?', maxRetries: 0 })
        assert.equal(await streamed.text, sentence)
        assert.deepEqual([await streamed.finishReason, (await streamed.usage).totalTokens], ['stop', 18])
        const withTool = { model, prompt: 'How is the tide?', tools, maxRetries: 0 }
        for (const calls of [(await generateText(withTool)).toolCalls, await streamText(withTool).toolCalls])
          assert.deepEqual(
            calls.map(({ toolName, input }) => [toolName, input]),
            [['tide', toolInput]],
          )
      })

    test('@google/genai: complete and streamed', async () => {
      const { baseUrl, key } = world.gateway
      const { models } = new GoogleGenAI({
        apiKey: 'unused',
        httpOptions: { baseUrl: `${baseUrl}/v1/proxy/model-routing`, headers: { 'x-gateway-key': key } },
      })
      const question = { model, contents: 'How is the tide?' }
      assert.equal((await models.generateContent(question)).text, sentence)
      let text = ''
      for await (const chunk of await models.generateContentStream(question)) text += chunk.text ?? ''
      assert.equal(text, sentence)
    })
  })

test('the built-in models answer SDKs that check what they get', async (t) => {
  const world = await openGatewayWorld(t)
  const root = `${world.gateway.baseUrl}/v1/proxy/model-routing`
  const options = { baseURL: `${root}/v1`, apiKey: 'unused', headers: { 'x-gateway-key': world.gateway.key } }
  const question = { prompt: 'How is the tide?', maxRetries: 0 }
  for (const model of [
    createOpenAI(options).chat('chat-1'),
    createOpenAI(options).completion('chat-1'),
    createOpenAICompatible({ ...options, name: 'compatible' })('chat-1'),
    createAnthropic(options)('chat-1'),
    createGoogleGenerativeAI(options)('chat-1'),
  ]) {
    const { text } = await generateText({ model, ...question })
    assert.notEqual(text, '')
    assert.equal(await streamText({ model, ...question }).text, text)
  }
  const { embedding } = await embed({ model: createOpenAI(options).embedding('embed-1'), value: 'tide' })
  assert.ok(embedding.length > 0)
})
