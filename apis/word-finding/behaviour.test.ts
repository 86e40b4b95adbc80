// The provider's rules: shapes of results, what each parameter adds or restricts, orders, bounds, headers; and the
// examples of its documentation, relation by relation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WordItem } from './provider/search/describe.ts'
import { openWorld } from './test/world.ts'

const world = openWorld()
const { ask, words } = world

async function only(path: string): Promise<WordItem> {
  const [item] = (await ask(path)).items
  assert.ok(item, `${path} found nothing`)
  return item
}
const tagsOf = (item: WordItem): readonly string[] => item.tags ?? []

test('an answer is a plain list with status 200 that may be cached for a day', async () => {
  for (const path of ['/words?ml=sea', '/sug?s=sea', '/words']) {
    const { status, headers } = await ask(path)
    assert.equal(status, 200)
    assert.deepEqual(headers, { 'content-type': 'application/json', 'cache-control': 'no-transform, max-age=86400' })
  }
})

test('an empty or unknown query, or another vocabulary, finds nothing and is not an error', async () => {
  for (const path of [
    '/words',
    '/words?ml=',
    '/words?ml=qwxzv',
    '/words?rel_syn=qwxzv',
    '/words?rel_zzz=sea',
    '/words?sp=%2A%2Aqqqqqq%2A',
    '/words?ml=%21%3F%24',
    '/words?sl=%F0%9F%90%88',
    '/words?ml=sea&rel_ant=late',
    '/sug?s=%20',
    '/words?max=10&md=dpsrf',
  ])
    assert.deepEqual((await ask(path)).items, [], path)
})

/** The example that the provider's documentation gives for each relation. */
const documented: Readonly<Record<string, string>> = {
  'rel_jja=gradual': 'increase',
  'rel_jjb=beach': 'sandy',
  'rel_syn=ocean': 'sea',
  'rel_trg=cow': 'milking',
  'rel_ant=late': 'early',
  'rel_spc=gondola': 'boat',
  'rel_gen=boat': 'gondola',
  'rel_com=car': 'accelerator',
  'rel_par=trunk': 'tree',
  'rel_bga=wreak': 'havoc',
  'rel_bgb=havoc': 'wreak',
  'rel_hom=course': 'coarse',
  'rel_cns=sample': 'simple',
  'rel_rhy=spade': 'aid',
  'rel_nry=forest': 'chorus',
}
for (const [query, expected] of Object.entries(documented)) {
  test(`${query} finds ${expected}`, async () => {
    assert.ok((await words(`/words?${query}`)).includes(expected))
  })
}

test('relations never return the word itself', async () => {
  for (const code of ['syn', 'rhy', 'nry', 'hom', 'cns', 'gen', 'spc', 'trg'])
    for (const word of ['sea', 'bear', 'course', 'house'])
      assert.ok(!(await words(`/words?rel_${code}=${word}&max=1000`)).includes(word), `${code} ${word}`)
})

test('an inflected word has the relations of its base form', async () => {
  assert.deepEqual(await words('/words?rel_gen=gondolas'), await words('/words?rel_gen=gondola'))
  assert.deepEqual(await words('/words?rel_par=Trunk'), await words('/words?rel_par=trunk'))
})

test('antonyms belong to words, not to meanings: the antonym of large is not that of big', async () => {
  assert.deepEqual(await words('/words?rel_ant=large'), ['small'])
  assert.ok((await words('/words?rel_ant=big')).includes('little'))
})

test('antonyms and parts hold in both directions', async () => {
  assert.ok((await words('/words?rel_ant=early')).includes('late'))
  assert.ok((await words('/words?rel_com=tree')).includes('trunk'))
})

test('words found by sound come with their syllables, others only with md=s', async () => {
  for (const query of ['sl=jirraf', 'rel_rhy=spade', 'rel_nry=forest', 'rel_hom=course', 'rel_cns=sample'])
    for (const item of (await ask(`/words?${query}`)).items) assert.ok((item.numSyllables ?? 0) >= 1, query)
  for (const query of ['ml=sea', 'sp=s%2A', 'rel_syn=sea', 'rel_trg=cow']) {
    for (const item of (await ask(`/words?${query}`)).items) assert.equal(item.numSyllables, undefined, query)
    for (const item of (await ask(`/words?${query}&md=s`)).items) assert.ok((item.numSyllables ?? 0) >= 1, query)
  }
})

test("every combination of md adds exactly what it names, in the provider's order", async () => {
  const letters = ['d', 'p', 's', 'r', 'f']
  for (let mask = 0; mask < 32; mask++) {
    const md = letters.filter((_, at) => (mask >> at) & 1).join('')
    const item = await only(`/words?sp=flower&max=1&md=${md}`)
    assert.equal(item.word, 'flower')
    assert.equal(item.defs !== undefined, md.includes('d'), md)
    assert.equal(item.numSyllables, md.includes('s') ? 2 : undefined, md)
    const expected = [
      ...(md.includes('p') ? ['n', 'v'] : []),
      ...(md.includes('r') ? ['pron:F L AW1 ER0 '] : []),
      ...(md.includes('f') ? [tagsOf(item).at(-1) ?? ''] : []),
    ]
    assert.deepEqual(item.tags ?? [], expected, md)
    if (md.includes('f')) assert.match(expected.at(-1) ?? '', /^f:\d+\.\d{6}$/)
    const order = ['word', 'score', 'numSyllables', 'tags', 'defs', 'defHeadword'].filter((name) => name in item)
    assert.deepEqual(Object.keys(item), order)
  }
})

test('a definition is a part of speech, a tab and a sentence', async () => {
  const { defs = [], defHeadword } = await only('/words?sp=spade&max=1&md=d')
  assert.ok(defs.length > 1)
  for (const definition of defs) assert.match(definition, /^(?:n|v|adj|adv|u)\t\S.*\S$/)
  assert.equal(defHeadword, undefined)
})

test('an inflected word has the definitions of its base form in the same part of speech, and names the base form', async () => {
  for (const [word, base, parts] of [
    ['results', 'result', ['n', 'v']],
    ['children', 'child', ['n']],
    ['went', 'go', ['v']],
    ['happier', 'happy', ['adj']],
  ] as const) {
    const item = await only(`/words?sp=${word}&max=1&md=d`)
    assert.deepEqual([item.word, item.defHeadword], [word, base])
    const { defs = [] } = await only(`/words?sp=${base}&max=1&md=d`)
    assert.deepEqual(
      item.defs,
      defs.filter((definition) => parts.some((part) => definition.startsWith(`${part}\t`))),
    )
  }
  assert.deepEqual(tagsOf(await only('/words?sp=made&max=1&md=p')), ['adj', 'v'])
})

test('a word of unknown part of speech is tagged u, a name prop', async () => {
  assert.deepEqual(tagsOf(await only('/words?sp=abramowitz&max=1&md=p')), ['u'])
  assert.deepEqual(tagsOf(await only('/words?sp=gutenberg&max=1&md=p')), ['n', 'prop'])
})

test('with ipa=1 the phonetic alphabet stands behind the pronunciation', async () => {
  const item = await only('/words?sp=moron&max=1&md=r&ipa=1')
  assert.deepEqual(tagsOf(item), ['pron:M AO1 R AA2 N ', 'ipa_pron:mˈɔrˌɑn'])
  assert.deepEqual(tagsOf(await only('/words?sp=moron&max=1&md=p&ipa=1')), ['n'])
})

test('metadata describes the pronunciation that matched: tear as in bear, tear as in beer', async () => {
  const pronunciations: string[] = []
  for (const rhyme of ['bear', 'beer']) {
    const tear = (await ask(`/words?rel_rhy=${rhyme}&md=r&max=1000`)).items.find(({ word }) => word === 'tear')
    pronunciations.push(...(tear?.tags ?? []))
  }
  assert.deepEqual(pronunciations, ['pron:T EH1 R ', 'pron:T IH1 R '])
})

test('of two pronunciations equally close to the query, the more common one is reported', async () => {
  for (const [spoken, word] of [
    ['worker', 'warrior'],
    ['fire', 'hour'],
    ['farther', 'fortier'],
  ] as const) {
    const { items } = await ask(`/words?sl=${spoken}&md=r&max=1000`)
    const match = items.find((item) => item.word === word)
    assert.deepEqual(match?.tags, (await only(`/words?sp=${word}&md=r&max=1`)).tags, word)
  }
})

test('the definition of the meaning that matched comes first', async () => {
  const asFruit = (await ask('/words?ml=lemon&md=d&max=200')).items.find(({ word }) => word === 'orange')
  const asColor = (await ask('/words?ml=red&md=d&max=1000')).items.find(({ word }) => word === 'orange')
  assert.match(asFruit?.defs?.[0] ?? '', /fruit/)
  assert.match(asColor?.defs?.[0] ?? '', /colou?r/)
})

test('scores are integers that never rise down the list, and are omitted where they would be 0', async () => {
  for (const query of [
    'ml=big',
    'ml=fear of spiders',
    'sl=home',
    'rel_rhy=nation',
    'rel_nry=time',
    'sp=hipopatamus',
    'sp=t??k',
  ]) {
    const { items } = await ask(`/words?${new URLSearchParams([query.split('=') as [string, string]])}&max=1000`)
    let last = Number.POSITIVE_INFINITY
    for (const { score = 0 } of items) {
      assert.ok(Number.isInteger(score) && score <= last, query)
      last = score
    }
    assert.ok(items.every((item) => item.score !== 0))
  }
  const rarest = (await ask('/words?rel_rhy=time&max=1000')).items.at(-1)
  assert.deepEqual(Object.keys(rarest ?? {}), ['word', 'numSyllables'])
})

test("meaning uses the provider's score scales: synonyms from 40 million, others from 30 million", async () => {
  const { items } = await ask('/words?ml=ocean&max=1000')
  assert.deepEqual(items[0]?.tags, ['syn', 'n', 'results_type:primary_rel'])
  for (const item of items) {
    const scale = tagsOf(item).includes('syn') ? 40_000_000 : 30_000_000
    assert.ok((item.score ?? 0) >= scale && (item.score ?? 0) < scale + 1_000_000, item.word)
  }
  assert.equal(items.filter((item) => tagsOf(item).includes('results_type:primary_rel')).length, 1)
  const cold = (await ask('/words?ml=hot&max=1000')).items.find(({ word }) => word === 'cold')
  assert.ok(cold && tagsOf(cold).includes('ant'))
})

test("sound uses the provider's score scale: 100 for the same sounds, falling in steps of 5", async () => {
  const { items } = await ask('/words?sl=home&max=1000')
  for (const { score } of items) assert.ok(score !== undefined && score <= 100 && score % 5 === 0)
  const scores = Object.fromEntries(items.map(({ word, score }) => [word, score]))
  assert.deepEqual([scores.home, scores.holm, scores.him], [100, 100, 95])
})

test('max is 100 by default and 1000 at most; an invalid number counts as omitted', async () => {
  const count = async (search: string) => (await ask(`/words?sp=s%2A${search}`)).items.length
  assert.deepEqual(
    [await count(''), await count('&max=7'), await count('&max=5000'), await count('&max=0')],
    [100, 7, 1000, 0],
  )
  for (const max of ['', 'many', '-3', '2.5', '99999999999999999999'])
    assert.equal(await count(`&max=${max}`), 100, max)
  assert.deepEqual(await words('/words?sp=s%2A&max=7'), (await words('/words?sp=s%2A&max=1000')).slice(0, 7))
  assert.equal((await ask('/sug?s=s')).items.length, 10)
  assert.equal((await ask('/sug?s=s&max=25')).items.length, 25)
})

test('qe puts the query itself first, known or not, and that counts toward max', async () => {
  const known = (await ask('/words?rel_rhy=spade&qe=rel_rhy&md=pr&max=3')).items
  assert.equal(known.length, 3)
  assert.deepEqual(known[0], {
    word: 'spade',
    score: 2_147_483_647,
    numSyllables: 1,
    tags: ['query', 'n', 'v', 'pron:S P EY1 D '],
  })
  assert.deepEqual((await ask('/words?sp=kjxluaydoaiu&qe=sp')).items, [
    { word: 'kjxluaydoaiu', score: 2_147_483_647, tags: ['query'] },
  ])
  const [misspelt] = (await ask('/words?sp=hipopatamus&qe=sp&md=s')).items
  assert.deepEqual(misspelt?.tags, ['query', 'spellcor:hippopotamus'])
  assert.equal(misspelt?.numSyllables, 5)
  assert.deepEqual(await words('/words?ml=sea&qe=sl&max=2'), await words('/words?ml=sea&max=2'))
})

test('a pattern matches whole words: an asterisk any characters, a question mark one', async () => {
  for (const word of await words('/words?sp=t%3F%3Fk&max=1000')) assert.match(word, /^t..k$/)
  for (const word of await words('/words?sp=b%2Aing&max=1000')) assert.match(word, /^b.*ing$/)
  for (const word of await words('/words?sp=%2Asp%3Fder%2A&max=1000')) assert.match(word, /sp.der/)
  const five = await words('/words?sp=%3F%3F%3F%3F%3F&max=1000')
  assert.equal(five.length, 1000)
  assert.ok(five.every((word) => word.length === 5))
  assert.deepEqual(await words('/words?sp=new+y%2Ak'), ['new york'])
})

test('a word that exists comes first among those spelt like it', async () => {
  for (const word of ['spade', 'unbox', 'giraffe', 'new york'])
    assert.equal((await words(`/words?sp=${encodeURIComponent(word)}`))[0], word)
})

test('every constraint must hold', async () => {
  const duck = await words('/words?ml=duck&max=1000')
  const both = await words('/words?ml=duck&sp=b%2A&max=1000')
  assert.deepEqual(
    both,
    duck.filter((word) => word.startsWith('b')),
  )
  assert.ok(both.length > 3)
  const rhymes = new Set(await words('/words?rel_rhy=bed&max=1000'))
  const colors = await words('/words?ml=color&rel_rhy=bed')
  assert.ok(colors.includes('red') && colors.every((word) => rhymes.has(word)))
  const wider = await words('/words?rel_jja=yellow&max=1000')
  assert.ok((await words('/words?rel_jja=yellow&rel_jja=green')).every((word) => wider.includes(word)))
})

test('several relations in one call, and one relation twice, all count', async () => {
  const [big, small] = [
    await words('/words?rel_gen=dog&max=1000'),
    await words('/words?rel_gen=dog&rel_gen=animal&max=1000'),
  ]
  assert.ok(small.length < big.length)
  assert.deepEqual(await words('/words?rel_syn=big&rel_ant=small'), ['large'])
})

test('topics and context words change the order and exclude nothing', async () => {
  const plain = await words('/words?rel_jjb=ocean')
  const bent = await words('/words?rel_jjb=ocean&topics=temperature')
  assert.deepEqual([...bent].sort(), [...plain].sort())
  assert.ok(bent.indexOf('warm') < plain.indexOf('warm'))
  const [left, none] = [await words('/words?ml=sea&lc=north&max=1000'), await words('/words?ml=sea&max=1000')]
  assert.deepEqual([...left].sort(), [...none].sort())
  assert.notDeepEqual(left, none)
  const money = await words('/words?sp=ban%2A&topics=money,credit&max=5')
  assert.equal(money[0], 'bank')
  // the provider's own example of a word to the left, and neighbours that are rare in general
  assert.equal((await words('/words?lc=drink&sp=w*&max=3'))[0], 'wine')
  assert.equal((await words('/words?lc=wreak&sp=h*&max=3'))[0], 'havoc')
  assert.equal((await words('/words?rc=havoc&sp=w*&max=3'))[0], 'wreak')
  assert.ok((await words('/words?lc=wreak&sp=h*&max=1000')).includes('house'))
})

test('an answer does not depend on earlier calls', async () => {
  const fresh = openWorld()
  for (const word of ['set', 'go', 'take', 'money', 'light', 'cut', 'line', 'point', 'hand', 'turn', 'head', 'house'])
    for (const name of ['ml', 'sl', 'sp', 'rel_nry', 'rel_trg', 'topics', 'rel_gen'])
      await ask(`/words?${name}=${word}`)
  const paths = ['/words?ml=run', '/words?sl=knight', '/words?sp=recieve', '/sug?s=shakspear', '/words?rel_trg=bank']
  paths.push('/words?rel_jjb=bank&topics=river', '/words?ml=fear+of+water&md=dp')
  for (const path of paths) assert.deepEqual((await ask(path)).items, (await fresh.ask(path)).items, path)
  for (const path of paths) assert.deepEqual((await ask(path)).items, (await fresh.ask(path)).items, path)
})

test('completions begin with what was typed, most popular first', async () => {
  for (const typed of ['a', 'ca', 'lanter', 'new y', 'Psych']) {
    const suggested = await words(`/sug?s=${encodeURIComponent(typed)}`)
    assert.ok(suggested.length > 3 && suggested.every((word) => word.startsWith(typed.toLowerCase())), typed)
  }
  assert.ok((await words('/sug?s=new%20')).every((word) => word.startsWith('new ')))
  const { items } = await ask('/sug?s=thermo')
  assert.deepEqual(Object.keys(items[0] ?? {}), ['word', 'score'])
})

test('a prefix that no word has is corrected, or answered by meaning', async () => {
  assert.equal((await words('/sug?s=hipopot'))[0], 'hippopotamus')
  assert.ok((await words('/sug?s=rawand')).includes('rwanda'))
  assert.ok((await words('/sug?s=fear%20of%20spiders')).includes('arachnophobia'))
})

test('queries of any length and any characters are answered', async () => {
  const long = 'spider '.repeat(2000)
  for (const text of [
    long,
    'é'.repeat(500),
    '\u0000\u0001',
    '%',
    "don't",
    'CAFÉ',
    '*'.repeat(300),
    '?*'.repeat(200),
    'a-b-c-d',
    '123',
  ])
    for (const name of ['ml', 'sl', 'sp', 'rel_rhy', 'rel_trg', 'topics', 'qe'])
      await ask(`/words?${new URLSearchParams({ [name]: text, max: '5', md: 'dpsrf' })}`)
  assert.equal((await words(`/words?sp=${encodeURIComponent('CAFÉ')}`))[0], 'cafe')
})
