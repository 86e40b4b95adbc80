// Names of members that only some services of chat completions know (SOURCES 10.13).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from '../anthropic.ts'
import { openai } from '../openai.ts'
import { asServedAt } from './served.ts'

test('reasoning goes back under the name that the service takes', () => {
  const read = anthropic.readRequest({
    model: 'm',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: '' },
          { type: 'text', text: 'a' },
        ],
      },
      { role: 'user', content: 'and?' },
    ],
  })
  const written = openai.writeRequest(read, 'openai/gpt-oss-120b')
  const answerAt = (base: string) => Object(asServedAt(base, written)).messages[1]
  for (const base of ['https://api.groq.com/openai/v1', 'https://api.cerebras.ai/v1', 'https://eu.api.cerebras.ai'])
    assert.deepEqual(answerAt(base), { role: 'assistant', content: 'a', reasoning: 'hm' }, base)
  for (const base of ['https://api.deepseek.com/v1', 'https://groq.com.example/v1', 'http://127.0.0.1:8000/groq.com/'])
    assert.deepEqual(answerAt(base), { role: 'assistant', content: 'a', reasoning_content: 'hm' }, base)
})
