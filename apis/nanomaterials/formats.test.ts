// The formats of substances and studies: their bytes, how they are chosen, and what imported text cannot do in them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { delimited } from './provider/answers/delimited.ts'
import { workbook } from './provider/answers/workbook.ts'
import { rowsOfCsv, rowsOfWorkbook, statementsOf } from './test/read-formats.ts'
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

interface Node {
  readonly '@id': string
}
interface IsaStudy {
  readonly title: string
  readonly materials: { readonly samples: readonly Node[] }
  readonly protocols: readonly Node[]
  readonly assays: readonly {
    readonly dataFiles: readonly (Node & { readonly comments: readonly object[] })[]
    readonly processSequence: readonly {
      readonly name: string
      readonly executesProtocol: Node
      readonly inputs: readonly Node[]
      readonly outputs: readonly Node[]
    }[]
  }[]
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

  test('RDF/XML is the same statements as N-Triples', async () => {
    const triples = await get('substance?pagesize=3', 'application/n-triples')
    const { text, headers } = await get('substance?pagesize=3', 'application/rdf+xml')
    assert.equal(headers['content-type'], 'application/rdf+xml; charset=utf-8')
    assert.deepEqual(statementsOf(text).sort(), triples.text.trimEnd().split('\n').sort())
  })

  test('workbooks have the rows of the CSV, as texts and numbers', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    for (const path of [
      'substance?pagesize=3',
      `substance/${one.i5uuid}/study`,
      `investigation?type=bysubstance&search=${one.i5uuid}&pagesize=7`,
    ]) {
      const { bytes, headers } = await get(path, type)
      assert.equal(headers['content-type'], type)
      const csv = await get(path, 'text/csv')
      assert.deepEqual(rowsOfWorkbook(bytes), await rowsOfCsv(csv.text), path)
    }
  })

  test('ISA-JSON has a study for each substance, and a process for each protocol application', async () => {
    const { text, headers } = await get(`substance/${one.i5uuid}`, 'application/isa+json')
    assert.equal(headers['content-type'], 'application/isa+json; charset=utf-8')
    const { studies } = JSON.parse(text) as { studies: IsaStudy[] }
    const { body } = await world.ask<{ study: { uuid: string; effects: object[] }[] }>(
      `${db}/substance/${one.i5uuid}/study`,
    )
    const [study] = studies
    assert.ok(study && studies.length === 1)
    assert.equal(study.title, one.name)
    const processes = study.assays.flatMap(({ processSequence }) => processSequence)
    assert.deepEqual(processes.map(({ name }) => name).sort(), body.study.map(({ uuid }) => uuid).sort())
    const data = new Map(study.assays.flatMap(({ dataFiles }) => dataFiles.map((file) => [file['@id'], file] as const)))
    const protocols = new Set(study.protocols.map((protocol) => protocol['@id']))
    for (const { name, executesProtocol, inputs, outputs } of processes) {
      assert.ok(protocols.has(executesProtocol['@id']))
      assert.deepEqual(
        inputs.map((input) => input['@id']),
        study.materials.samples.map((sample) => sample['@id']),
      )
      const effects = body.study.find(({ uuid }) => uuid === name)?.effects
      assert.equal(outputs.flatMap((output) => data.get(output['@id'])?.comments ?? []).length, effects?.length)
    }
  })

  test('a format that is not there is JSON', async () => {
    const { headers } = await get('substance?pagesize=1', 'application/pdf, text/html;q=0.9, */*;q=0.8')
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  })
})

test('a workbook has no formulas, and no characters that XML cannot have', async () => {
  const texts = ['=1+1', '<&">', 'a\u0001b\ud800', ' two  blanks\n', 'x'.repeat(40_000)]
  const chunks = await Array.fromAsync(
    workbook(
      ['a'],
      texts.map((a) => ({ a })),
    ),
  )
  const bytes = Buffer.concat(chunks)
  assert.deepEqual(rowsOfWorkbook(bytes), [
    ['a'],
    ['=1+1'],
    ['<&">'],
    ['ab\ufffd'],
    [' two  blanks\n'],
    ['x'.repeat(32_767)],
  ])
  assert.doesNotMatch(Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString(), /<f>/)
})

test('text that begins like a formula is no formula in a spreadsheet; numbers stay numbers', () => {
  const line = (a: string, separator: ',' | '\t' = ',') => [...delimited(['a'], [{ a }], separator)][1]
  assert.equal(line('=1+1'), "'=1+1\r\n")
  assert.equal(line('@SUM(A1,"x")'), `"'@SUM(A1,""x"")"\r\n`)
  assert.equal(line('\t=1', '\t'), "' =1\r\n")
  assert.equal(line('-cmd'), "'-cmd\r\n")
  assert.equal(line('-1.5e-3'), '-1.5e-3\r\n')
})
