// Guarantees of scripts apart from a gateway: which rule a conversation matches, work that is linear in it, and a pace
// that ends with the call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../../tests/harness/growth.ts'
import { searchTexts } from '../router/guardrails/matching.ts'
import { oneBatch } from '../wire/batches.ts'
import { openai } from '../wire/openai.ts'
import { firstMatch } from './matching.ts'
import { paced } from './paced.ts'
import { readScript } from './read-script.ts'

const answer = { text: 'a' }
const user = (content: string) => ({ role: 'user', content })
const called = {
  role: 'assistant',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const result = (content: string) => ({ role: 'tool', tool_call_id: 'c', content })

/** Returns the place of the rule that a conversation matches. */
function matchOf(matches: readonly object[], messages: readonly object[], model = 'gpt-9') {
  const { rules } = readScript({ rules: matches.map((match) => ({ match, answer })) })
  return firstMatch(rules, openai.readRequest({ model, messages }), searchTexts)
}

test('a rule matches where all its conditions hold, and the first of several decides', async () => {
  const second = [user('Weather?'), called, result('rain'), result('wind')]
  for (const [match, messages, expected] of [
    [{}, [user('Hi')], true],
    [{ text: 'Hi' }, [user('Hi')], true],
    [{ text: 'Hi' }, [user('Hi!')], false],
    [{ text: { contains: 'ath' } }, second, true],
    [{ text: { pattern: '^W.*\\?$' } }, second, true],
    [{ text: { pattern: '^w' } }, second, false],
    [{ model: 'gpt-*' }, [user('Hi')], true],
    [{ model: 'gpt' }, [user('Hi')], false],
    [{ turn: 0 }, [user('Hi')], true],
    [{ turn: 1 }, second, true],
    [{ turn: 1, text: 'Hi' }, second, false],
    [{ toolResult: 'rain\nwind' }, second, true],
    [{ toolResult: { contains: 'wind' } }, second, true],
    [
      { toolResult: { contains: 'rain' } },
      [...second, { role: 'assistant', content: 'Wet.' }, user('Weather?')],
      false,
    ],
    [{ toolResult: { pattern: 'rain' } }, [user('rain')], false],
    [{ system: { contains: 'brief' } }, [{ role: 'system', content: 'Be brief.' }, user('Hi')], true],
    [
      { system: { pattern: 'b.*f' }, text: { pattern: 'x' } },
      [{ role: 'system', content: 'brief' }, user('Hi')],
      false,
    ],
  ] as const)
    assert.equal((await matchOf([match], messages)) === 0, expected, JSON.stringify([match, messages]))
  const ordered = [{ text: { pattern: '^x' } }, { text: { pattern: 'H' } }, { text: 'Hi' }, {}]
  assert.equal(await matchOf(ordered, [user('Hi')]), 1)
  assert.equal(await matchOf(ordered, [user('hello')]), 3)
  assert.equal(await matchOf([], [user('Hi')]), undefined)
})

test('looking for a rule is linear in what the caller says', async () => {
  const matches = [
    { text: { pattern: '(a+)+b' } },
    { text: { pattern: '^(.*a){20}c' } },
    { text: { contains: `${'a'.repeat(100)}b` } },
    { system: { pattern: '(x|xx)*y' } },
  ]
  await assertLinear({
    text: (length) => [{ role: 'system', content: 'x'.repeat(length) }, user('a'.repeat(length))],
    work: (messages) => matchOf(matches, messages),
    longest: 2 ** 17,
  })
})

test('a paced answer ends when its call does', async () => {
  const ended = new AbortController()
  const events = [{ kind: 'start', model: 'a' }, { kind: 'text', choice: 0, text: 'late' }, { kind: 'end' }] as const
  const answer = paced(oneBatch(events), { firstMs: 60_000, perSecond: 1, jitter: 0 }, ended.signal)
  assert.deepEqual((await answer.next()).value, [{ kind: 'start', model: 'a' }])
  const next = answer.next()
  ended.abort()
  await assert.rejects(next, { name: 'AbortError' })
})
