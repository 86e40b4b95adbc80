// The same seed, the same clock and the same calls give the same bytes, for every API: its examples are run in a
// sandbox, each with what the ones before it have created, and once more after a reset.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isRaw } from '#define/reflect'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'
import {
  type EveryEndpoint,
  everyEndpoint,
  exampleCall,
  inTurns,
  withoutCredentials,
} from '../harness/every-endpoint.ts'
import { createExampleIds } from '../harness/example-ids.ts'
import { comparable } from './comparable.ts'
import { openEverySandbox } from './every-sandbox.ts'

const { loaded, manage, within, answerTo } = await openEverySandbox({ after })

/** Runs the examples of an API, with a clock that goes on by a minute after each that writes. */
async function runExamples(endpoints: readonly EveryEndpoint[], slug: string): Promise<Map<string, string>> {
  const names = createExampleIds()
  const answers = new Map<string, string>()
  for (const entry of endpoints) {
    const { status, text } = await answerTo(entry.api, exampleCall(entry, names.applied(withoutCredentials(entry))))
    const isAnswered = entry.endpoint.unimplemented === undefined && entry.endpoint.liveOnly === undefined
    if (isAnswered) assert.ok(status < 300, `${entry.title}: ${status} ${text.slice(0, 300)}`)
    answers.set(entry.title, `${status} ${comparable(text)}`)
    if (entry.endpoint.method === 'GET') continue
    if (!isRaw(entry.endpoint.returns)) names.learn(entry.example.output, JSON.parse(text))
    await manage('PATCH', `/${slug}/clock`, { advance: 'PT1M' })
  }
  return answers
}

async function answersAlike({ api }: LoadedApi): Promise<void> {
  const { slug, surface } = api
  // an API of two listings answers alike at both
  const endpoints = inTurns(
    everyEndpoint(loaded, surface.name).filter(({ listing }) => listing === api.listings[0]?.slug),
  )
  await within(api, async () => {
    const first = await runExamples(endpoints, slug)
    await manage('POST', `/${slug}/reset`)
    const second = await runExamples(endpoints, slug)
    const different = [...first].filter(([title, answer]) => second.get(title) !== answer)
    assert.deepEqual(
      different.map(([title, answer]) => [title, answer.slice(0, 300), second.get(title)?.slice(0, 300)]),
      [],
    )
  })
}

// some wait for threads while others compute
suite('the examples answer alike before and after a reset', { concurrency: 3, timeout: 900_000 }, () => {
  for (const one of loaded) test(one.api.slug, () => answersAlike(one))
})
