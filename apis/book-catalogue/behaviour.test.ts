// The rules of the provider (SOURCES 1) over the sample, on each database: parameters, query language, orders, pages.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { checkOf } from '#derive'
import { eachStore } from '../../tests/harness/services.ts'
import { endpoints } from './endpoints.ts'
import { type Doc, type World, worldOn } from './test/world.ts'

await eachStore('book catalogue', (database) => {
  let world: World
  before(async () => {
    world = await worldOn(database.store)
  })

  const ask = (path: string) => world.answered(path)
  const search = async (q: string, more = ''): Promise<Doc[]> => {
    const { body } = await ask(`/search.json?q=${encodeURIComponent(q)}&limit=1000${more}`)
    assert.equal(Math.min(1000, body.numFound ?? 0), body.docs?.length, q)
    return [...(body.docs ?? [])]
  }
  const titles = async (q: string, more = ''): Promise<string[]> =>
    (await search(q, more)).map((doc) => String(doc.title)).sort()
  const refused = (path: string) => world.refused(path)

  test('a search answers with its members in order and with the default fields of works', async () => {
    const { body, headers } = await ask('/search.json?q=title:moby-dick+author:melville&limit=5')
    assert.equal(Object.keys(body).join(), 'numFound,start,numFoundExact,num_found,documentation_url,q,offset,docs')
    assert.deepEqual(
      { ...body, docs: [] },
      {
        numFound: 1,
        start: 0,
        numFoundExact: true,
        num_found: 1,
        documentation_url: 'https://openlibrary.org/dev/docs/api/search',
        q: 'title:moby-dick author:melville',
        offset: null,
        docs: [],
      },
    )
    const { key, author_key, ...doc } = body.docs?.[0] ?? {}
    assert.match(String(key), /^\/works\/OL99\d{7}W$/)
    assert.match(String(author_key), /^OL99\d{7}A$/)
    assert.deepEqual(doc, {
      author_name: ['Herman Melville'],
      ebook_access: 'no_ebook',
      edition_count: 1,
      first_publish_year: 1851,
      has_fulltext: false,
      language: ['eng'],
      public_scan_b: false,
      title: 'Moby-Dick',
    })
    assert.equal(headers['x-gateway-sample'], 'true')
  })

  test('a query that is too short, only "the", or for an invalid page is a 422 with details', async () => {
    for (const q of ['ab', 'a', 'the', 'THE', '%20%20a%20']) {
      const detail = await refused(`/search.json?q=${q}`)
      assert.deepEqual([detail.type, detail.loc], ['value_error', ['query', 'q']], q)
    }
    assert.equal(
      (await refused('/search.json?q=ab')).msg,
      'Value error, Query too short, must be at least 3 characters',
    )
    const cases = {
      'limit=-1': 'greater_than_equal',
      'offset=-1': 'greater_than_equal',
      'page=0': 'greater_than_equal',
      'limit=ten': 'int_parsing',
      'page=1.5': 'int_parsing',
      'query={': 'json_invalid',
      'query=[]': 'json_invalid',
      'sort=sideways': 'value_error',
      'has_fulltext=perhaps': 'bool_parsing',
      'first_publish_year=old': 'int_parsing',
    }
    for (const [pair, type] of Object.entries(cases))
      assert.equal((await refused(`/search.json?q=hobbit&${pair}`)).type, type, pair)
    assert.equal((await ask('/search.json?q=the+hobbit')).body.numFound, 1)
  })

  test('no query matches everything, and limit 0 only counts', async () => {
    const { body } = await ask('/search.json')
    assert.ok((body.numFound ?? 0) >= 1500)
    assert.equal(body.docs?.length, 100)
    assert.equal(body.q, '')
    const counted = (await ask('/search.json?q=holmes&limit=0')).body
    assert.deepEqual(counted.docs, [])
    assert.ok((counted.numFound ?? 0) > 5)
  })

  test('no match is 200 without works', async () => {
    for (const q of ['qqxxzz', '???', '"..."', 'NOT *', 'title:()', 'isbn:0000000000', 'key:/works/OL1W', 'rating:x'])
      assert.deepEqual((await ask(`/search.json?q=${encodeURIComponent(q)}`)).body.docs, [], q)
  })

  test('pages join without gap or overlap in every order, and offset wins over page', async () => {
    const ranked = (await search('english fiction')).map((doc) => doc.key)
    assert.ok(ranked.length > 320, 'more than are ranked')
    assert.equal(new Set(ranked).size, ranked.length)
    for (const sort of ['', '&sort=new', '&sort=title', '&sort=random_7', '&sort=editions,old']) {
      const all = (await search('english fiction', sort)).map((doc) => doc.key)
      const some = await ask(`/search.json?q=english+fiction&limit=70&page=5${sort}`)
      assert.equal(some.body.start, 280)
      assert.deepEqual(
        some.body.docs?.map((doc) => doc.key),
        all.slice(280, 350),
        sort,
      )
      const same = await ask(`/search.json?q=english+fiction&limit=70&page=2&offset=280${sort}`)
      assert.deepEqual(same.body.docs, some.body.docs)
      assert.equal(same.body.offset, 280)
    }
  })

  test('fields returns the requested members that have a value, even with spaces around names', async () => {
    const { body } = await ask('/search.json?q=the+hobbit&fields=title,%20isbn,%20subtitle,nonsense')
    assert.deepEqual(body.docs, [{ isbn: ['9780547928227', '054792822X'], title: 'The Hobbit' }])
    const [all] = await search('the hobbit', '&fields=*')
    assert.deepEqual(all?.subject_key, ['fantasy_fiction', 'dragons', "children's_stories"])
    assert.deepEqual(all?.person, ['Bilbo Baggins', 'Gandalf'])
    assert.equal(all?.type, 'work')
    const [extra] = await search('the hobbit', '&fields=key,editions,availability')
    const { docs, ...found } = Object(extra?.editions)
    assert.deepEqual(found, { numFound: 1, start: 0, numFoundExact: true })
    assert.deepEqual([docs[0]?.title, docs[0]?.isbn, docs[0]?.language], ['The Hobbit', ['9780547928227'], ['eng']])
    const [without] = await search('barnaby rudge', '&fields=editions')
    assert.deepEqual(without?.editions, { numFound: 0, start: 0, numFoundExact: true, docs: [] })
    assert.equal(Object(extra?.availability).status, 'error')
  })

  test('words are combined with AND, and phrases, OR, NOT, plus, minus and parentheses work as documented', async () => {
    assert.deepEqual(await titles('sherlock memoirs'), ['The Memoirs of Sherlock Holmes'])
    assert.deepEqual(await titles('"two cities"'), ['A Tale of Two Cities'])
    assert.deepEqual(await titles('"cities two"'), [])
    assert.deepEqual(await titles('title:(typee OR omoo)'), ['Omoo', 'Typee'])
    assert.deepEqual(await titles('typee OR omoo || mardi'), ['Mardi', 'Omoo', 'Typee'])
    assert.deepEqual(await titles('author:brontë love NOT jane'), [
      'Shirley',
      'The Professor',
      'Villette',
      'Wuthering Heights',
    ])
    assert.deepEqual(await titles('author:bronte +love -jane -title:villette -place:yorkshire'), ['The Professor'])
    assert.deepEqual(await titles('author:"emily bronte" AND (heights OR grey)'), ['Wuthering Heights'])
    assert.deepEqual(await titles('emma NOT (person:bovary)'), ['Emma'])
    assert.deepEqual(await titles('typee^2 OR "omoo"^3'), ['Omoo', 'Typee'])
  })

  test('accents, case and apostrophes do not matter', async () => {
    assert.deepEqual(await titles('LES MISERABLES hugo'), ['Les Misérables'])
    assert.deepEqual(await titles('Švejk'), await titles('svejk'))
    assert.deepEqual(await titles('title:salems'), ["'Salem's Lot"])
  })

  test('fields have aliases, in any case, and an unknown one is plain text', async () => {
    const austen = await titles('author_name:austen')
    assert.equal(austen.length, 9)
    for (const name of ['author', 'authors', 'by', 'BY', 'Author_Name'])
      assert.deepEqual(await titles(`${name}:austen`), austen, name)
    assert.deepEqual(await titles('work_title:persuasion'), ['Persuasion'])
    assert.deepEqual(await titles('2001: a space odyssey'), ['2001: A Space Odyssey'])
    assert.deepEqual(await titles('dune:messiah'), ['Dune Messiah'])
    assert.deepEqual(await titles('author:austen title: emma'), ['Emma'])
  })

  test('keys, subjects, places and persons are looked up exactly', async () => {
    const [emma] = await search('title:emma author:austen')
    assert.deepEqual(await titles(`key:${emma?.key}`), ['Emma'])
    assert.deepEqual(await titles(`key:"${emma?.key}"`), ['Emma'])
    assert.equal((await titles(`author_key:${emma?.author_key}`)).length, 9)
    assert.deepEqual(await titles('subject_key:time_travel subject:love'), [])
    assert.ok((await titles('subject:"time travel"')).includes('The Time Machine'))
    assert.ok((await titles('subject_key:time_t*')).includes('The Time Machine'))
    assert.deepEqual(await titles('place:nantucket'), ['Moby-Dick'])
    assert.deepEqual(await titles('person:"Captain Ahab"'), ['Moby-Dick'])
    assert.ok((await titles('language:dut')).includes('Max Havelaar'))
  })

  test('ranges are open or closed at either end, with brackets or braces', async () => {
    const years = async (q: string) =>
      (await search(`author:melville ${q}`)).map((doc) => Number(doc.first_publish_year)).sort()
    assert.deepEqual(await years('first_publish_year:[1846 TO 1849]'), [1846, 1847, 1849, 1849])
    assert.deepEqual(await years('first_publish_year:{1846 TO 1849}'), [1847])
    assert.deepEqual(await years('first_publish_year:[1876 TO *]'), [1876, 1924])
    assert.deepEqual(await years('first_publish_year:[* TO 1846]'), [1846])
    assert.deepEqual(await years('first_publish_year:1851'), [1851])
    assert.deepEqual(await years('NOT first_publish_year:[1847 TO 2000]'), [1846])
    assert.deepEqual(await years('(first_publish_year:1846 OR title:omoo)'), [1846, 1847])
    assert.ok((await titles('title:iliad NOT first_publish_year:*')).includes('Iliad'))
  })

  test('a prefix matches every word that begins with it, and never a key', async () => {
    assert.deepEqual(await titles('title:frankenst*'), ['Frankenstein'])
    assert.deepEqual(await titles('author:dosto* crime'), ['Crime and Punishment'])
    const all = await titles('*:*')
    for (const letter of 'xq') assert.ok((await titles(`(${letter}*)`)).length < all.length / 2, letter)
    assert.deepEqual(await titles('(xen*)'), ['Xenocide'])
    assert.deepEqual(await titles('wuther*gs'), ['Wuthering Heights'])
  })

  test('an ISBN is looked up with and without hyphens, in both forms, alone or as a field', async () => {
    for (const q of ['9780441013593', '978-0-441-01359-3', '0441013597', 'isbn:0-441-01359-7', 'isbn:9780441013593'])
      assert.deepEqual(await titles(q), ['Dune'], q)
    assert.deepEqual(await titles('herbert 9780441013593'), ['Dune'])
    assert.deepEqual((await ask('/search.json?isbn=978-0441013593&fields=title')).body.docs, [{ title: 'Dune' }])
  })

  test('titles come before authors of that name when one plain word is searched', async () => {
    for (const word of ['king', 'london', 'wolf', 'may', 'brown', 'grass']) {
      const { body } = await ask(`/search.json?q=${word}&limit=100&fields=title`)
      const found = body.docs?.map(({ title }) => String(title)) ?? []
      const isTitle = found.map((title) =>
        title
          .toLowerCase()
          .split(/[^a-z]+/)
          .includes(word),
      )
      assert.ok(found.length > 0, word)
      assert.deepEqual(
        isTitle,
        isTitle.toSorted((a, b) => Number(b) - Number(a)),
        `${word}: ${found}`,
      )
    }
  })

  test('a malformed query is searched word for word', async () => {
    for (const q of [
      '"moby dick',
      'moby (dick',
      'moby dick)',
      'moby [dick',
      'moby AND',
      'OR moby',
      'title:',
      'moby ~ ? /',
    ])
      await ask(`/search.json?q=${encodeURIComponent(q)}`)
    assert.deepEqual(await titles('moby (dick'), ['Moby-Dick'])
    assert.deepEqual(await titles('war AND peace AND'), ['War and Peace'])
    assert.deepEqual(await titles('what/is?history~'), [])
    assert.deepEqual(await titles('/kidnapped?~'), ['Kidnapped'])
  })

  test('the words of all parameters must match, each in its field', async () => {
    const fields = async (pairs: string) =>
      (await ask(`/search.json?${pairs}&fields=title&sort=title`)).body.docs?.map((doc) => doc.title)
    assert.deepEqual(await fields('title=time&author=wells'), ['The Time Machine'])
    assert.deepEqual(await fields('q=science&author=wells&first_publish_year=1895'), ['The Time Machine'])
    assert.deepEqual(await fields('author=austen&first_publish_year=1811&first_publish_year=1815'), [
      'Emma',
      'Sense and Sensibility',
    ])
    assert.deepEqual(await fields('author=beckett&language=eng'), ["Krapp's Last Tape", 'Murphy'])
    const both = await fields('author=beckett&language=eng&language=fre')
    assert.equal(both?.length, 7)
    assert.deepEqual(await fields('subject_facet=Whaling'), ['Moby-Dick'])
    assert.deepEqual(await fields('person_facet=Sherlock+Holmes&place_facet=Dartmoor'), [
      'The Hound of the Baskervilles',
    ])
    assert.deepEqual(await fields('author=austen&has_fulltext=true'), [])
    assert.equal((await fields('author=austen&has_fulltext=false'))?.length, 9)
    const json = encodeURIComponent('{"author":"austen","title":"emma"}')
    assert.deepEqual(await fields(`q=moby&query=${json}`), ['Emma'])
  })

  test('orders sort, and works without the value come last in either direction', async () => {
    const years = async (sort: string) =>
      (await search('author:homer OR author:melville', `&sort=${sort}`)).map((doc) => doc.first_publish_year)
    const old = await years('old')
    assert.deepEqual(old.slice(0, 2), [1846, 1847])
    assert.deepEqual(old.slice(-2), [undefined, undefined])
    assert.deepEqual((await years('new')).slice(0, 1), [1924])
    assert.deepEqual((await years('new')).slice(-2), [undefined, undefined])
    const byTitle = (await search('author:austen', '&sort=title')).map((doc) => doc.title)
    assert.deepEqual(byTitle, [...byTitle].sort())
    assert.deepEqual(
      (await search('author:austen', '&sort=title desc')).map((doc) => doc.title),
      [...byTitle].reverse(),
    )
    for (const sort of ['rating', 'rating asc', 'readinglog', 'trending', 'scans', 'lcc_sort', 'ddc_sort', 'osp_count'])
      assert.equal((await search('author:austen', `&sort=${sort}`)).length, 9, sort)
    const random = async (seed: string) => (await search('author:austen', `&sort=${seed}`)).map((doc) => doc.title)
    assert.deepEqual(await random('random_1'), await random('random_1'))
    assert.notDeepEqual(await random('random_1'), await random('random_2'))
    assert.deepEqual([...(await random('random.daily'))].sort(), byTitle)
  })

  test('titles and authors come before subjects, and a whole title before a longer one', async () => {
    const first = async (q: string) => (await search(q))[0]?.title
    assert.equal(await first('dune'), 'Dune')
    assert.equal(await first('emma'), 'Emma')
    assert.equal(await first('dracula'), 'Dracula')
    assert.equal(await first('the trial'), 'The Trial')
    assert.equal(await first('peter pan'), 'Peter Pan in Kensington Gardens')
  })

  test('letters that Unicode does not decompose are found as they are and in plain letters', async () => {
    for (const q of ['author:"Stanisław Lem"', 'author:"Stanislaw Lem"', 'STANISLAW LEM', 'author:stanislaw'])
      assert.equal((await ask(`/search.json?q=${encodeURIComponent(q)}`)).body.numFound, 9, q)
    for (const q of ['Søren Kierkegaard', 'soren kierkegaard'])
      assert.equal(
        (await ask(`/search/authors.json?q=${encodeURIComponent(q)}`)).body.docs?.[0]?.name,
        'Søren Kierkegaard',
      )
  })

  test('authors are found by all words of a name, the most prolific first', async () => {
    const { body } = await ask('/search/authors.json?q=bronte')
    assert.equal(Object.keys(body).join(), 'numFound,start,numFoundExact,docs')
    assert.equal(body.docs?.[0]?.name, 'Charlotte Brontë')
    assert.equal(body.numFound, 3)
    const { key, top_subjects, ...author } = (await ask('/search/authors.json?q=herman+melville')).body.docs?.[0] ?? {}
    assert.match(String(key), /^OL99\d{7}A$/)
    assert.ok(Array.isArray(top_subjects) && top_subjects.includes('Sea stories') && top_subjects.length <= 10)
    assert.deepEqual(author, {
      type: 'author',
      name: 'Herman Melville',
      birth_date: '1819',
      death_date: '1891',
      top_work: 'Typee',
      work_count: 15,
    })
    assert.deepEqual((await ask('/search/authors.json?q=')).body.docs, [])
    assert.deepEqual((await ask('/search/authors.json?q=melville&fields=name')).body.docs, [
      { name: 'Herman Melville' },
    ])
  })

  test('authors are paged and sorted, and an unknown order is a 422', async () => {
    const names = async (more: string) =>
      (await ask(`/search/authors.json?q=john${more}`)).body.docs?.map((doc) => String(doc.name)) ?? []
    const lower = (name: string) => name.toLowerCase()
    const byName = await names('&sort=name')
    assert.ok(byName.length > 5)
    assert.deepEqual(byName.map(lower), byName.map(lower).sort())
    assert.deepEqual(await names('&sort=name&limit=2&offset=2'), byName.slice(2, 4))
    assert.deepEqual(await names('&sort=name&limit=2&page=2'), byName.slice(2, 4))
    assert.deepEqual((await names('&sort=birth_date asc')).slice(0, 1), ['John Milton'])
    assert.deepEqual(await names('&sort=random_1'), await names('&sort=random_1'))
    assert.equal((await refused('/search/authors.json?q=john&sort=sideways')).type, 'value_error')
    assert.equal((await refused('/search/authors.json?q=john&limit=-1')).type, 'greater_than_equal')
  })

  test('every answer has the declared shape', async () => {
    const cases = {
      searchBooks: ['/search.json?fields=*,editions,availability&limit=1000', '/search.json?q=zzzz'],
      searchAuthors: ['/search/authors.json?q=john'],
      subject: ['/subjects/love_stories.json?details=true', '/subjects/none.json'],
    } as const
    for (const [id, paths] of Object.entries(cases))
      for (const path of paths) {
        const returns = endpoints[id as keyof typeof cases].returns
        assert.deepEqual(checkOf(returns, 'output')((await ask(path)).body), [], path)
      }
  })
})
