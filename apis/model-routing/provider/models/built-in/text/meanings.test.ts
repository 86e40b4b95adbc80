// What embeddings know of the meaning of words that share no letters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, depsWith } from '../fixtures/asking.ts'
import { similarity } from './vector.ts'

const model = 'gatehouse/embed-1'
/** Answers in the form of the lexicon. */
const definitions: Readonly<Record<string, string>> = {
  cat: 'n\tfeline mammal usually having thick soft fur and no ability to roar: domestic cats; wildcats',
  kitten: 'n\tyoung domestic cat',
  car: 'n\ta motor vehicle with four wheels; usually propelled by an internal combustion engine',
  automobile: 'n\ta motor vehicle with four wheels; usually propelled by an internal combustion engine',
  justice: 'n\tthe quality of being just or fair',
}

function lexicon() {
  const asked: string[] = []
  const ask = async (slug: string, endpoint: string, input: Readonly<Record<string, unknown>>) => {
    assert.deepEqual([slug, endpoint, input.md], ['word-finding', 'words', 'd'])
    const word = String(input.sp)
    asked.push(word)
    const definition = definitions[word]
    return definition === undefined ? [] : [{ word, score: 2000, defs: [definition] }]
  }
  return { asked, deps: depsWith(ask) }
}

async function vectors(input: readonly string[], deps = depsWith(), dimensions?: number): Promise<number[][]> {
  const { data } = await answerOf('createEmbeddings', { model, input, dimensions }, deps)
  return data.map(({ embedding }: { readonly embedding: number[] }) => embedding)
}

for (const dimensions of [undefined, 256])
  test(`a cat is nearer to a kitten than to a car or justice, in ${dimensions ?? 'all'} dimensions`, async () => {
    const words = ['cat', 'kitten', 'car', 'automobile', 'justice']
    const [cat = [], kitten = [], car = [], automobile = [], justice = []] = await vectors(
      words,
      lexicon().deps,
      dimensions,
    )
    const near = similarity(cat, kitten)
    assert.ok(near > similarity(cat, car) + 0.15, String(near))
    assert.ok(near > similarity(cat, justice) + 0.15, String(near))
    assert.ok(similarity(car, automobile) > similarity(automobile, justice) + 0.15)
  })

test('the vector of a text does not depend on the texts beside it or on earlier calls', async () => {
  const { deps } = lexicon()
  const [alone] = await vectors(['cat'], deps)
  const [, beside] = await vectors(['kitten and car', 'cat'], deps)
  assert.deepEqual(beside, alone)
})

test('only the words of short texts are looked up', async () => {
  const { asked, deps } = lexicon()
  await vectors([Array.from({ length: 13 }, (_, at) => `word${String.fromCharCode(97 + at)}`).join(' ')], deps)
  assert.deepEqual(asked, [])
  await vectors(['the cat, the CAT and 7 katzen-größe *?'], deps)
  assert.deepEqual(asked, ['cat', 'katzen'])
})

test('without the lexicon texts still have vectors, and it is asked for once', async () => {
  let asked = 0
  const missing = depsWith(async () => {
    asked++
    throw Object.assign(new Error('no such API'), { code: 'provider.embedded_missing' })
  })
  assert.deepEqual(await vectors(['cat', 'kitten'], missing), await vectors(['cat', 'kitten']))
  assert.ok(asked <= 1)
})
