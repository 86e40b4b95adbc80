// The reference pages of an API with one of everything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '#define/present'
import { errors } from '#define/reflect'
import { examples, kitchenSink, marketSink } from './kitchen-sink.ts'
import { errorsMarkdown, generatedMark, indexMarkdown, markdownOf, stateOf } from './markdown.ts'

const page = markdownOf(kitchenSink, examples)

/** The part of the page under the heading of an endpoint. */
function section(id: string): string {
  return page.split(/^### /m).find((part) => part.startsWith(`${id}\n`)) ?? assert.fail(`no section ${id}`)
}

test('a page is marked as generated and begins with the summary of the API', () => {
  assert.ok(page.startsWith(`${generatedMark}\n\n# Kitchen sink\n\nOne of everything.\n`))
  assert.match(
    page,
    /\| Address \| `\{base_url\}\/v1\/proxy\/kitchen-sink`, `\{base_url\}\/v1\/proxy\/kitchen-sink-two` \|/,
  )
  assert.match(page, /\| Key \| `x-gateway-key: <key>` \|/)
  assert.match(page, /Sample data: Five invented things\./)
  assert.match(markdownOf(marketSink, examples), /`\{market_base_url\}`.*`x-api-key: <key>`.*under `data`/s)
})
test('every endpoint is in the table, which links to its section', () => {
  for (const [id, { method, path }] of Object.entries(kitchenSink.endpoints)) {
    assert.ok(page.includes(`| [${id}](#${id.toLowerCase()}) | \`${method} ${path}\` |`))
    assert.ok(section(id).includes(`\`${method} ${path}\``))
  }
})
test('parameters are listed with their location, kind, rules and who fills them', () => {
  const rows = section('listThings')
  assert.match(rows, /^\| `limit` \| query \| integer \| How many\. 1 to 100\. Default `20`\. \|$/m)
  assert.match(rows, /^\| `ids` \| query \| list of integer \| .*Repeated for several\. \|$/m)
  assert.match(rows, /^\| `fields` \| query \| list of text \| .*Comma-separated\. \|$/m)
  assert.match(rows, /^\| `api-key` \| query \| text \| Key of the provider\. Filled by the gateway\. \|$/m)
  assert.match(section('getThing'), /^\| `id` \* \| path \| integer or text \|/m)
  assert.match(section('getThing'), /^\| `format` \* \| path \| text \| One of `json`, `xml`\. \|$/m)
})
test('bodies are listed with their fields', () => {
  assert.match(section('addThing'), /Body: json, form, multipart\./)
  assert.match(section('addThing'), /^\| `name` \* \| text \| At most 20 characters\. \|$/m)
  assert.match(section('addThing'), /^\| `picture` \| file \| A picture\. \|$/m)
  assert.match(section('callRaw'), /Body \(optional\): json, form, multipart, binary\. Passed on as it is\./)
})
test('the questions that an endpoint answers are shown where they are declared', () => {
  assert.match(section('listThings'), /^Questions it answers: Which things are there\? Show me everything\.$/m)
  assert.doesNotMatch(section('getThing'), /Questions it answers/)
})
test('notes are shown', () => {
  assert.match(section('addThing'), /Restricted: only for supporters/)
  assert.match(section('forget'), /Deprecated: use archive/)
  assert.match(section('archive'), /Not implemented by the provider: answers 501/)
  assert.match(section('report'), /Answers without a key/)
})
test('examples show the call and the response, under data where the API has that envelope', () => {
  assert.match(section('getThing'), /curl "\$GATEHOUSE_URL\/v1\/proxy\/kitchen-sink\/things\/7\.json"/)
  assert.match(section('chat'), /```json\n\{\n {2}"id": "c1",/)
  assert.match(section('listen'), /```\ndata: \{"topic":"a"\}\n\ndata: plain\n```/)
  assert.match(section('report'), /```\na,b\n1,2\n```/)
  assert.match(section('getRaw'), /Answers bytes, `image\/png`\./)
  assert.match(section('sendPicture'), /Answers 204 without a body\./)
  assert.match(markdownOf(marketSink, examples), /```json\n\{\n {2}"data": \{\n {4}"id": "c1",/)
})
test('an alias follows the operation that it repeats, with what differs', () => {
  const { endpoints } = kitchenSink
  const [listThings, hello] = [present(endpoints.listThings), present(endpoints.hello)]
  const again = Object.assign({}, listThings, { path: '/all', alias: 'listThings' })
  const other = Object.assign({}, listThings, { path: '/v2/things', params: {}, alias: 'listThings' })
  const page = markdownOf({ ...kitchenSink, sockets: {}, endpoints: { listThings, hello, again, other } }, {})
  const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, id]) => id)
  assert.deepEqual(headings, ['listThings', 'again', 'other', 'hello'])
  assert.match(page, /`GET \/all`\n\nThe same as \[listThings\]\(#listthings\)\.\n\n### other/)
  assert.match(page, /The same as \[listThings\]\(#listthings\), except for what follows\.\n\nNo parameters\./)
})
test('secrets are not shown', () => {
  assert.doesNotMatch(page, /hush/)
})
test('a long response is truncated', () => {
  const many = { listThings: { output: Array.from({ length: 100 }, (_, index) => index) } }
  assert.match(markdownOf(kitchenSink, many), /\n {2}58,\n…\n```/)
})
test('no string can break a table or become a tag', () => {
  const listThings = { ...kitchenSink.endpoints.listThings, summary: 'A | B\nC', doc: 'a <b> and `<c>`' }
  const odd = { ...kitchenSink, endpoints: { listThings: Object.assign({}, kitchenSink.endpoints.hello, listThings) } }
  assert.match(markdownOf(odd, {}), /A \\\| B C \|$/m)
  assert.match(markdownOf(odd, {}), /^a &lt;b> and `<c>`$/m)
})

test('the page of errors has every code of the registry', () => {
  const text = errorsMarkdown(errors)
  for (const [code, { status }] of Object.entries(errors)) assert.ok(text.includes(`| \`${code}\` | ${status} |`))
})
test('the index says of each API which providers it has', () => {
  assert.equal(stateOf(kitchenSink, true), 'embedded and live')
  assert.equal(stateOf(kitchenSink, false), 'live')
  assert.equal(stateOf(marketSink, true), 'embedded')
  assert.match(stateOf({ ...kitchenSink, upstream: { base: null } }, false), /operator names the address/)
  const index = indexMarkdown([{ api: kitchenSink, embedded: true }])
  assert.match(
    index,
    /^\| \[Kitchen sink\]\(kitchen-sink\.md\) \| `kitchen-sink`, `kitchen-sink-two` \| 14 \| your own \| embedded and live \|$/m,
  )
})
