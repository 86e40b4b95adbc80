// `gatehouse call` against a stand-in server: what is sent for each kind of parameter and body, and what is printed for
// each kind of response.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openUpstream, type Received, type Upstream } from '../../../tests/harness/upstream.ts'
import { captured, emptyFolder, type RunOptions } from '../captured-io.fixture.ts'

const at = (name: string, location: string, type: string, members: object = {}) => ({
  ...{ name, in: location, schema: { type }, ...members },
})
const operation = (operationId: string, members: object = {}) => ({
  operationId,
  summary: `Does ${operationId}`,
  ...members,
})
const bodied = (...types: string[]) => ({
  requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, {}])) },
})
const document = {
  info: { title: 'Things' },
  components: {
    securitySchemes: { key: { name: 'x-gateway-key' } },
    schemas: {
      Size: { enum: ['small', 'large'] },
      Ids: { type: 'array' },
      Thing: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'What it is called.' },
          size: { $ref: '#/components/schemas/Size' },
        },
        required: ['name'],
      },
    },
  },
  paths: {
    '/things/{id}/{rest}': {
      get: operation('all', {
        parameters: [
          at('id', 'path', 'string', { required: true }),
          at('rest', 'path', 'string', {
            required: true,
            description: 'Takes the rest of the path, slashes included.',
          }),
          at('text', 'query', 'string'),
          at('raw', 'query', 'boolean'),
          at('tags', 'query', 'array', { explode: true }),
          at('codes', 'query', 'array', { explode: false }),
          at('X-Trace', 'header', 'string'),
          at('secret', 'query', 'string', { required: true, 'x-gatehouse': { filled: true } }),
        ],
      }),
    },
    '/styled': {
      get: operation('styled', {
        parameters: [
          at('ids', 'query', 'array', { explode: true, schema: { $ref: '#/components/schemas/Ids' } }),
          at('words', 'query', 'array', { style: 'spaceDelimited', schema: { type: ['array', 'null'] } }),
          at('X-List', 'header', 'array', { style: 'simple', explode: false }),
          at('session', 'cookie', 'string', { required: true, explode: true }),
          at('kinds', 'query', 'array', {
            explode: true,
            schema: { anyOf: [{ $ref: '#/components/schemas/Ids' }, { type: 'null' }] },
          }),
          at('flags', 'cookie', 'array', { style: 'form', explode: false }),
        ],
      }),
    },
    '/json': { post: operation('json', bodied('application/json')) },
    '/thing': {
      post: operation('thing', {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      }),
    },
    '/placed': {
      post: operation('placed', {
        parameters: [
          at('name', 'query', 'string', { required: true }),
          at('X-Agent', 'header', 'string', { required: true }),
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
      }),
    },
    '/files': { post: operation('files', bodied('multipart/form-data')) },
    '/form': { post: operation('form', bodied('application/x-www-form-urlencoded')) },
    '/bytes': { put: operation('bytes', bodied('application/octet-stream')) },
    '/answer': { get: operation('answer', { parameters: [at('kind', 'query', 'string')] }) },
  },
}

/** Answers of the stand-in to `?kind=`. */
const answers: Readonly<Record<string, readonly [number, string, string]>> = {
  wrapped: [200, 'application/json', '{"data":[1,2]}'],
  events: [200, 'text/event-stream', 'event: a\ndata: {"n":1}\n\n: comment\n\ndata: {"n":2}\n\ndata: [DONE]\n\n'],
  tricky: [200, 'text/plain', 'plain \u001b[31mred\u001b[0m \u0007bell'],
  empty: [200, 'application/json', ''],
  cut: [200, 'application/json', '{"a":'],
  file: [200, 'image/png', '\u0089PNG'],
  missing: [404, 'application/json', '{"error":{"code":"thing.unknown","message":"There is no thing 7."}}'],
  broken: [500, 'application/json', '{"error":{"code":"internal.bug","message":"The gateway failed."}}'],
  foreign: [422, 'application/json', '{"message":"Quota \\u001b]0;x\\u0007 exceeded"}'],
  page: [502, 'text/html', '<h1>Bad gateway</h1>'],
}

function reply(request: Received, response: ServerResponse): void {
  if (request.url.startsWith('/openapi/')) {
    const known = request.url === '/openapi/things.json'
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    return void response.end(known ? JSON.stringify(document) : '{}')
  }
  if (request.url === '/openapi') {
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end('{"apis":[{"slug":"things"},{"slug":"others"}]}')
  }
  const kind = new URL(request.url, 'http://x').searchParams.get('kind') ?? 'wrapped'
  const [status, type, body] = answers[kind] ?? [200, 'application/json', '{}']
  response.writeHead(status, { 'content-type': type, 'x-request-id': 'req_1' })
  response.end(body)
}

describe('gatehouse call', () => {
  const closers: (() => unknown)[] = []
  const later = (close: () => unknown) => void closers.unshift(close)
  const folder = emptyFolder(later)
  const state: { server?: Upstream } = {}
  const server = (): Upstream => {
    assert.ok(state.server)
    return state.server
  }
  before(async () => {
    state.server = await openUpstream({ after: later }, reply)
  })
  after(async () => {
    for (const close of closers) await close()
  })
  const call = (words: readonly string[], options: RunOptions = {}) =>
    captured(['--url', server().url, '--key', 'gh_live_k', '--data', folder, 'call', ...words], options)
  const last = (): Received => {
    const received = server().received.at(-1)
    assert.ok(received)
    return received
  }

  test('each parameter is sent where and as it is declared', async () => {
    const words = ['--id', 'a/b c', '--rest', 'x/y z', '--text', '1&2', '--raw', '--tags', 'p', '--tags=--q']
    const ran = await call([
      'things',
      'all',
      ...words,
      '--codes',
      '1',
      '--codes',
      '2',
      '--X-Trace',
      't',
      '--query',
      'more=1',
    ])
    assert.equal(ran.code, 0, ran.err)
    const { url, headers, method } = last()
    assert.equal(method, 'GET')
    assert.equal(url, '/v1/proxy/things/things/a%2Fb%20c/x/y%20z?text=1%262&raw=true&tags=p&tags=--q&codes=1,2&more=1')
    assert.deepEqual([headers['x-trace'], headers['x-gateway-key']], ['t', 'gh_live_k'])
  })

  test('lists and cookies are written in the style that an added API declares', async () => {
    const lists = [
      '--kinds',
      'k',
      '--kinds',
      'l',
      '--ids',
      '1',
      '--ids',
      '2,3',
      '--words',
      'a b',
      '--words',
      'c',
      '--X-List',
      'p',
      '--X-List',
      'q',
    ]
    const ran = await call(['things', 'styled', ...lists, '--session', 'a;b', '--flags', 'x', '--flags', 'y'])
    assert.equal(ran.code, 0, ran.err)
    const { url, headers } = last()
    assert.equal(url, '/v1/proxy/things/styled?ids=1&ids=2%2C3&words=a%20b%20c&kinds=k&kinds=l')
    assert.deepEqual([headers['x-list'], headers.cookie], ['p,q', 'session=a%3Bb; flags=x,y'])
    assert.match((await call(['things', 'styled'])).err, /styled needs --session/)
    assert.equal((await call(['things', 'styled', '--header', 'cookie=session=1'])).code, 0)
    assert.equal(last().headers.cookie, 'session=1')
  })

  test('anything missing, unknown or without a value is reported before a request is sent', async () => {
    const calls = () => server().received.filter(({ url }) => url.startsWith('/v1/')).length
    const sent = calls()
    const wrong: [string[], RegExp][] = [
      [['things', 'all', '--id', '1'], /all needs --rest\./],
      [['things', 'all', '--id', '..', '--rest', 'x'], /dot segment/],
      [['things', 'all', '--ident', '1'], /--ident is not a parameter .*--id, --rest/],
      [['things', 'thing', '--name', 'x'], /name is a member of the body of thing\. Give it as --body '\{"name": …\}'/],
      [['things', 'all', '--id'], /--id needs a value/],
      [['things', 'all', 'stray'], /stray is not an option/],
      [['things', 'json'], /json needs --body/],
      [['things', 'json', '--body', '{bad'], /not JSON/],
      [['things', 'answer', '--body', '{}'], /accepts no body/],
      [['things', 'form', '--form', 'file=@x'], /no files/],
      [['things', 'json', '--body', '@/nonexistent'], /cannot be read \(ENOENT\)/],
    ]
    for (const [words, message] of wrong) {
      const ran = await call(words)
      assert.deepEqual([ran.code, message.test(ran.err)], [2, true], ran.err)
    }
    assert.equal(calls(), sent)
    for (const words of [
      ['nope', 'all'],
      ['things', 'nope'],
      ['../admin', 'x'],
    ])
      assert.equal((await call(words)).code, 5)
    for (const [words, hint] of [
      [['thinks', 'all'], 'There is no API thinks. Did you mean things?'],
      [['things', 'fils'], 'things has no endpoint fils. Did you mean files?'],
      [['things', 'quite-other'], 'things has no endpoint quite-other. See'],
    ] as const)
      assert.ok((await call([...words])).err.includes(hint), hint)
  })

  test('bodies are sent as the endpoint expects them: JSON, form, files, bytes, from arguments, a file or the standard input', async () => {
    const path = join(folder, 'body.json')
    writeFileSync(path, '{"from":"file"}')
    await call(['things', 'json', '--body', '{"a": 1}'])
    assert.deepEqual([last().body.toString(), last().headers['content-type']], ['{"a": 1}', 'application/json'])
    await call(['things', 'json', '--body', `@${path}`])
    assert.equal(last().body.toString(), '{"from":"file"}')
    await call(['things', 'json', '--body', '@-'], { stdin: '{"from":"stdin"}' })
    assert.equal(last().body.toString(), '{"from":"stdin"}')
    await call(['things', 'form', '--form', 'a=1=2', '--form', 'b=ü'])
    assert.equal(last().body.toString(), 'a=1%3D2&b=%C3%BC')
    await call(['things', 'files', '--form', `file=@${path}`, '--form', 'lang=DE'])
    assert.match(last().headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
    assert.match(last().body.toString(), /filename="body\.json"[\s\S]*\{"from":"file"\}[\s\S]*name="lang"\r\n\r\nDE/)
    await call(['things', 'bytes', '--body', `@${path}`])
    assert.deepEqual([last().method, last().headers['content-type']], ['PUT', 'application/octet-stream'])
  })

  test('a required parameter may be given as --query or --header, and in a body that has a member of its name', async () => {
    for (const words of [
      ['--query', 'name=a', '--header', 'x-agent=b'],
      ['--body', '{"name":"a"}', '--X-Agent', 'b'],
    ]) {
      const ran = await call(['things', 'placed', ...words])
      assert.equal(ran.code, 0, ran.err)
      assert.equal(last().headers['x-agent'], 'b')
      assert.match(`${last().url} ${last().body}`, /name=a|"name":"a"/)
    }
    const ran = await call(['things', 'placed', '--header', 'x-other=b', '--query', 'x-agent=b'])
    assert.deepEqual([ran.code, /placed needs --name, --X-Agent\./.test(ran.err)], [2, true], ran.err)
  })

  test('responses are printed for people, or unchanged', async () => {
    const kind = (name: string, ...words: string[]) => call(['things', 'answer', '--kind', name, ...words])
    assert.equal((await kind('wrapped')).out, '[\n  1,\n  2\n]\n')
    assert.equal((await kind('wrapped', '--raw')).out, '{"data":[1,2]}')
    const json = await captured([
      '--url',
      server().url,
      '--key',
      'k',
      '--json',
      'call',
      'things',
      'answer',
      '--kind',
      'wrapped',
    ])
    assert.equal(json.out, '{"data":[1,2]}\n')
    assert.equal((await kind('events')).out, '{"n":1}\n{"n":2}\n')
    assert.deepEqual([(await kind('empty')).out, (await kind('empty')).code], ['', 0])
    assert.deepEqual([(await kind('cut')).out, (await kind('cut')).code], ['{"a":', 0])
    assert.equal((await kind('file')).out, '\u0089PNG')
    const path = join(folder, 'kept.png')
    assert.equal((await kind('file', '--output', path)).out, '')
    assert.equal(readFileSync(path, 'utf8'), '\u0089PNG')
  })

  test('a response cannot move the cursor of the terminal', async () => {
    const ran = await call(['things', 'answer', '--kind', 'tricky'], { terminal: true })
    assert.equal(ran.out, 'plain red bell\n')
    const file = await call(['things', 'answer', '--kind', 'file'], { terminal: true })
    assert.deepEqual([file.code, file.out, /--output/.test(file.err)], [2, '', true])
    const foreign = await call(['things', 'answer', '--kind', 'foreign'], { terminal: true })
    assert.equal(foreign.err, 'gatehouse: Quota  exceeded\n')
  })

  test('a refusal is one sentence and an exit code; with --json it is JSON', async () => {
    const kind = (name: string, ...first: string[]) =>
      captured(['--url', server().url, '--key', 'k', ...first, 'call', 'things', 'answer', '--kind', name])
    const missing = await kind('missing')
    assert.deepEqual([missing.code, missing.out, missing.err], [5, '', 'gatehouse: There is no thing 7.\n'])
    const broken = await kind('broken')
    assert.deepEqual([broken.code, broken.err], [1, 'gatehouse: The gateway failed. (request req_1)\n'])
    assert.match((await kind('page')).err, /The gateway answered 502/)
    assert.deepEqual(JSON.parse((await kind('missing', '--json')).err), {
      error: { message: 'There is no thing 7.', code: 'thing.unknown', status: 404, requestId: 'req_1' },
    })
  })

  test('the parameters of an endpoint are shown on request', async () => {
    const { out, code } = await call(['things', 'all', '--help'])
    assert.equal(code, 0)
    assert.match(out, /^all: Does all\nGET \/things\/\{id\}\/\{rest\}\n/)
    assert.match(out, /^--id +string +required$/m)
    assert.match(out, /^--secret +string$/m)
  })

  test('the members of a body are shown on request and named when the body is missing', async () => {
    assert.match((await call(['things', '--help'])).out, /^thing +POST +\/thing/m)
    const help = await call(['things', 'thing', '--help'])
    assert.match(help.out, /^name +string +required +What it is called\.$/m)
    assert.match(help.out, /^size +string +One of small, large\.$/m)
    const missing = await call(['things', 'thing'])
    assert.match(missing.err, /thing needs --body\. The body must have name, and may have size\./)
  })
})
