// Sixty realistic queries, each with the word a user would hope for and the rank it must reach; and how long the
// answers take, which is printed and not asserted, because it says more about the machine than about the code.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openWorld } from './test/world.ts'

/** Call, expected word, and the worst rank it may have. */
const hoped: readonly (readonly [call: string, word: string, within: number])[] = [
  // descriptions
  ['/words?ml=fear of spiders', 'arachnophobia', 1],
  ['/words?ml=fear of heights', 'acrophobia', 1],
  ['/words?ml=fear of open spaces', 'agoraphobia', 2],
  ['/words?ml=fear of enclosed spaces', 'claustrophobia', 2],
  ['/words?ml=ringing in the ears', 'tinnitus', 1],
  ['/words?ml=device for measuring temperature', 'thermometer', 1],
  ['/words?ml=instrument for measuring air pressure', 'barometer', 2],
  ['/words?ml=instrument for measuring earthquakes', 'seismograph', 3],
  ['/words?ml=person who studies stars', 'astronomer', 3],
  ['/words?ml=someone who makes bread', 'baker', 3],
  ['/words?ml=person who fixes pipes', 'plumber', 3],
  ['/words?ml=person who cuts hair', 'barber', 10],
  ['/words?ml=person who writes books', 'author', 8],
  ['/words?ml=doctor who treats skin', 'dermatologist', 3],
  ['/words?ml=doctor for children', 'pediatrician', 6],
  ['/words?ml=baby cat', 'kitten', 3],
  ['/words?ml=young sheep', 'lamb', 3],
  ['/words?ml=female horse', 'mare', 2],
  ['/words?ml=male chicken', 'rooster', 4],
  ['/words?ml=animal that eats plants', 'herbivore', 10],
  ['/words?ml=place where books are kept', 'library', 4],
  ['/words?ml=large body of salt water', 'ocean', 12],
  ['/words?ml=tool for cutting wood', 'saw', 3],
  ['/words?ml=vehicle with two wheels', 'bicycle', 8],
  ['/words?ml=killing of a king', 'regicide', 2],
  ['/words?ml=brother of your mother', 'uncle', 2],
  ['/words?ml=capital of france', 'paris', 1],
  ['/words?ml=yellow fruit', 'banana', 12],
  ['/words?ml=unable to see', 'blind', 2],
  ['/words?ml=without hair', 'bald', 4],
  ['/words?ml=frozen water', 'ice', 2],
  ['/words?ml=to speak softly', 'whisper', 4],
  ['/words?ml=science of plants', 'botany', 3],
  ['/words?ml=loss of memory', 'amnesia', 2],
  ['/words?ml=inability to sleep', 'insomnia', 2],
  ['/words?ml=collector of stamps', 'philatelist', 3],
  // words
  ['/words?ml=big', 'large', 3],
  ['/words?ml=ocean', 'sea', 2],
  ['/words?ml=car', 'automobile', 4],
  ['/words?ml=angry', 'furious', 15],
  ['/words?ml=quickly', 'rapidly', 3],
  ['/words?ml=forgetful', 'oblivious', 10],
  // sounds
  ['/words?sl=jirraf', 'giraffe', 1],
  ['/words?sl=elefint', 'elephant', 1],
  ['/words?sl=fonetik', 'phonetic', 1],
  ['/words?sl=sychology', 'psychology', 3],
  ['/words?sl=nolij', 'knowledge', 2],
  ['/words?sl=pie row', 'pyro', 2],
  ['/words?sl=kwestchun', 'question', 2],
  ['/words?sl=rendezvoo', 'rendezvous', 2],
  // rhymes
  ['/words?rel_rhy=spade', 'made', 3],
  ['/words?rel_rhy=forgetful', 'regretful', 3],
  ['/words?rel_rhy=time', 'rhyme', 15],
  // spellings
  ['/words?sp=hipopatamus', 'hippopotamus', 1],
  ['/words?sp=definately', 'definitely', 1],
  ['/words?sp=recieve', 'receive', 1],
  ['/words?sp=*phobia', 'claustrophobia', 5],
  // joined
  ['/words?ml=bird&sp=e*', 'eagle', 10],
  ['/words?sl=flour&ml=plant', 'flower', 3],
  ['/words?ml=color&rel_rhy=bed', 'red', 5],
  // completions
  ['/sug?s=lanter', 'lantern', 1],
  ['/sug?s=rawand', 'rwanda', 3],
  ['/sug?s=shakspear', 'shakespeare', 2],
]

const world = openWorld()
before(() => world.ask('/sug?s=a'))

for (const [call, word, within] of hoped) {
  test(`${call} finds ${word} among the first ${within}`, async () => {
    const answered = await world.words(call.replaceAll(' ', '%20'))
    const at = answered.indexOf(word)
    assert.ok(at >= 0 && at < within, `at ${at} in ${answered.slice(0, within + 3).join(', ')}`)
  })
}

test('orange has no perfect rhyme', async () => {
  assert.deepEqual(await world.words('/words?rel_rhy=orange'), [])
})

test('the times of first answers are printed', async (t) => {
  let times: number[] = []
  // each round opens a provider with an empty cache; the code is warm by the last one
  for (let round = 0; round < 3; round++) {
    const fresh = openWorld()
    await fresh.ask('/sug?s=a')
    times = []
    for (const [call] of hoped) times.push((await fresh.ask(call.replaceAll(' ', '%20'))).ms)
  }
  times.sort((a, b) => a - b)
  const [half, most] = [times[times.length >> 1] ?? 0, times[Math.floor(times.length * 0.95)] ?? 0]
  t.diagnostic(`p50 ${half.toFixed(2)} ms, p95 ${most.toFixed(2)} ms`)
  assert.equal(times.length, hoped.length)
})
