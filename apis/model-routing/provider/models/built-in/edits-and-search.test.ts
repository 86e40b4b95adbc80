// Edits by instruction, and the search over the gateway's own data.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#derive'
import { endpoints } from '../../../endpoints.ts'
import { ModelError } from '../../wire/model-error.ts'
import { answerOf, depsWith } from './fixtures/asking.ts'
import { builtInFor, builtInModels } from './models.ts'

const edit = async (instruction: string, input: string) =>
  (await answerOf('createEdit', { model: 'm', instruction, input })).choices[0].text
const refuses = (call: Promise<unknown>, param: string) =>
  assert.rejects(call, (error) => error instanceof ModelError && error.param === param && error.status === 400)

test('instructions are carried out to the letter', async () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['Make it upper case', 'a Cat', 'A CAT'],
    ['lowercase', 'A Cat', 'a cat'],
    ['replace cat with dog', 'The cat and the cat', 'The dog and the dog'],
    ['replace "a.b" with "$&"', 'x a.b y', 'x $& y'],
    ['remove "very "', 'a very good day', 'a good day'],
    ['sort the lines', 'b\na', 'a\nb'],
  ]
  for (const [instruction, input, text] of cases) assert.equal(await edit(instruction, input), text, instruction)
})

test("an edit has its wire's shape, with n copies", async () => {
  const answer = await answerOf('createEdit', { model: 'm', instruction: 'uppercase', input: 'a', n: 2 })
  assert.deepEqual(checkOf(endpoints.createEdit.returns, 'output')(answer), [])
  assert.deepEqual([answer.choices.length, answer.created], [2, Date.parse('2026-11-20T12:00:00Z') / 1000])
})

test('an unknown instruction is refused with a list of the known ones', async () => {
  for (const instruction of ['Translate into German', 'Make it sound friendlier', 'x'.repeat(5000)])
    await refuses(answerOf('createEdit', { model: 'm', instruction, input: 'a' }), 'instruction')
  await assert.rejects(answerOf('createEdit', { model: 'm', instruction: 'Translate it' }), /upper case/)
  await refuses(answerOf('createEdit', { model: 'm', instruction: 'uppercase', n: 21 }), 'n')
})

const books = {
  docs: [
    { key: '/works/OL1W', title: 'Tides of the Sea', author_name: ['Ada Lovelace'], first_publish_year: 1901 },
    {},
  ],
}
const deps = depsWith(async () => books)

test("a search answers from the gateway's own data, and says that it is not the web", async () => {
  const answer = await answerOf('searchWeb', { id: 't', commands: { search_query: [{ q: 'sea tides' }] } }, deps)
  assert.deepEqual(checkOf(endpoints.searchWeb.returns, 'output')(answer), [])
  assert.match(answer.output, /not the web/)
  assert.deepEqual(answer.results, [
    {
      url: 'https://openlibrary.org/works/OL1W',
      title: 'Tides of the Sea',
      snippet: 'A book by Ada Lovelace, first published 1901.',
    },
  ])
})

test('a search finds nothing when the book catalogue is unavailable', async () => {
  const failing = depsWith(async () => Promise.reject(new Error('gone')))
  const nothing = await answerOf('searchWeb', { query: 'sea tides' }, failing)
  assert.deepEqual([nothing.results, /Nothing was found/.test(nothing.output)], [[], true])
})

test('a search is bounded and needs a query', async () => {
  await refuses(answerOf('searchWeb', { commands: {} }, deps), 'commands')
  await refuses(answerOf('searchWeb', { commands: { search_query: Array(9).fill({ q: 'a' }) } }, deps), 'commands')
  const short = await answerOf('searchWeb', { query: 'sea tides', max_output_tokens: 5 }, deps)
  assert.ok(short.output.length < 40)
})

test("an unknown model name is answered by the first model of the kind, an unknown name of the gateway's own with a 404", () => {
  assert.equal(builtInFor('embeddings', 'text-embedding-3-small'), 'gatehouse/embed-1')
  for (const { id, abilities } of builtInModels)
    for (const ability of abilities) assert.equal(builtInFor(ability, id), id)
  assert.throws(
    () => builtInFor('speech', 'gatehouse/chat-1'),
    (error) => error instanceof ModelError && error.status === 404,
  )
})
