// The formats of substances and studies: their bytes, how they are chosen, and what imported text cannot do in them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { delimited } from './provider/answers/delimited.ts'
import { openWorld, type World } from './test/world.ts'

const db = '/enm/nanoreg1'

interface Substance {
  readonly URI: string
  readonly i5uuid: string
  readonly name: string
  readonly publicname: string
  readonly ownerUUID: string
  readonly ownerName: string
  readonly substanceType: string
  readonly format: string
}

describe('formats', () => {
  let world: World
  let one: Substance
  before(async () => {
    world = await openWorld()
    const { body } = await world.ask<{ substance: Substance[] }>(`${db}/substance?pagesize=1`)
    const [first] = body.substance
    assert.ok(first)
    one = first
  })
  after(() => world.close())

  const get = (path: string, accept: string) => world.ask(`${db}/${path}`, { headers: { accept } })

  test('substances as CSV and as tab-separated text have a line of names and a line each', async () => {
    const csv = await get('substance?pagesize=3', 'text/csv')
    const tsv = await world.ask(`${db}/substance/${one.i5uuid}?media=text/tab-separated-values`)
    assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(csv.text.split('\r\n').length, 5)
    const names =
      'URI,i5uuid,name,publicname,ownerUUID,ownerName,format,substanceType,referenceSubstance,externalIdentifiers'
    assert.equal(csv.text.split('\r\n')[0], names)
    const [head, row = '', end] = tsv.text.split('\r\n')
    assert.equal(head, names.replaceAll(',', '\t'))
    const { URI, i5uuid, name, publicname, ownerUUID, ownerName, format, substanceType } = one
    assert.deepEqual(row.split('\t').slice(0, 8), [
      URI,
      i5uuid,
      name,
      publicname,
      ownerUUID,
      ownerName,
      format,
      substanceType,
    ])
    assert.equal(end, '')
  })

  test('Turtle and N-Triples are the same statements', async () => {
    const triples = await get(`substance/${one.i5uuid}`, 'application/n-triples')
    const turtle = await get(`substance/${one.i5uuid}`, 'text/turtle')
    assert.equal(triples.headers['content-type'], 'application/n-triples; charset=utf-8')
    assert.equal(turtle.headers['content-type'], 'text/turtle; charset=utf-8')
    assert.equal(turtle.text, triples.text)
    const lines = triples.text.trimEnd().split('\n')
    for (const line of lines) assert.match(line, /^<[^<>"\s]+> <[^<>"\s]+> (?:"(?:[^"\\]|\\.)*"|<[^<>"\s]+>) \.$/)
    assert.ok(lines.includes(`<${one.URI}> <http://purl.org/dc/elements/1.1/title> ${JSON.stringify(one.name)} .`))
  })

  test('JSON-LD names each substance by its address', async () => {
    const { text, headers } = await get('substance?pagesize=2', 'application/ld+json')
    const body = JSON.parse(text) as { '@context': object; '@graph': { '@id': string; title: string[] }[] }
    assert.equal(headers['content-type'], 'application/ld+json; charset=utf-8')
    assert.ok('relation' in body['@context'])
    assert.equal(body['@graph'].length, 2)
    assert.equal(body['@graph'][0]?.['@id'], one.URI)
    assert.deepEqual(body['@graph'][0]?.title, [one.name])
  })

  test('studies are the rows of the investigation of their substance', async () => {
    for (const media of ['text/csv', 'text/plain']) {
      const studies = await get(`substance/${one.i5uuid}/study`, media)
      const rows = await get(`investigation?type=bysubstance&search=${one.i5uuid}&pagesize=10000`, media)
      assert.equal(studies.headers['content-type'], `${media}; charset=utf-8`)
      assert.ok(studies.text.split('\r\n').length > 2)
      assert.equal(studies.text, rows.text)
    }
  })

  test('a format that is not there is JSON', async () => {
    const { headers } = await get('substance?pagesize=1', 'application/rdf+xml, text/html;q=0.9, */*;q=0.8')
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  })
})

test('text that begins like a formula is no formula in a spreadsheet; numbers stay numbers', () => {
  const line = (a: string, separator: ',' | '\t' = ',') => [...delimited(['a'], [{ a }], separator)][1]
  assert.equal(line('=1+1'), "'=1+1\r\n")
  assert.equal(line('@SUM(A1,"x")'), `"'@SUM(A1,""x"")"\r\n`)
  assert.equal(line('\t=1', '\t'), "' =1\r\n")
  assert.equal(line('-cmd'), "'-cmd\r\n")
  assert.equal(line('-1.5e-3'), '-1.5e-3\r\n')
})
