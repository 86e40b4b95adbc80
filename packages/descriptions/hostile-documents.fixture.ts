// Documents that are made to hurt, for tests.

const ok = { responses: { 200: { description: 'Fine.' } } }
const document = (members: object) => ({
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  servers: [{ url: 'https://hostile.test' }],
  paths: { '/a': { get: ok } },
  ...members,
})
const json = (members: object) => () => JSON.stringify(document(members))
const schemaOf = (schema: object, schemas: object = {}) =>
  json({
    components: { schemas },
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, ...returning(schema) } } },
  })
const returning = (schema: object) => ({
  responses: { 200: { description: '', content: { 'application/json': { schema } } } },
})
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const named = <T>(count: number, make: (at: number) => readonly [string, T]) => Object.fromEntries(many(count, make))
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
const parameter = (one: object) => json({ paths: { '/a': { get: { ...ok, parameters: [one] } } } })
const text = (value: string) => json({ info: { title: value, version: value, description: value } })
const path = (value: string) => json({ paths: { [value]: { get: ok }, '/other': { get: ok } } })
const yaml = (lines: string) => () =>
  `openapi: 3.1.0\ninfo: {title: Hostile, version: '1'}\npaths: {/a: {get: {responses: {200: {description: fine}}}}}\n${lines}`

/** The documents by name; `taken` ones become a description. */
export const hostileDocuments: Readonly<
  Record<string, readonly [expected: 'taken' | 'refused', make: () => string | (() => string)]>
> = {
  'references that double each time': [
    'taken',
    () =>
      schemaOf(
        ref('S0'),
        named(60, (at) => [`S${at}`, { allOf: [ref(`S${at + 1}`), ref(`S${at + 1}`)] }]),
      ),
  ],
  'references to themselves': ['taken', () => schemaOf(ref('A'), { A: ref('A') })],
  'references in a circle': ['taken', () => schemaOf(ref('A'), { A: ref('B'), B: ref('C'), C: ref('A') })],
  'a circle through allOf': ['taken', () => schemaOf(ref('A'), { A: { allOf: [ref('B')] }, B: { anyOf: [ref('A')] } })],
  'a circle through members, lists and maps': [
    'taken',
    () =>
      schemaOf(ref('A'), {
        A: { properties: { a: ref('A') }, items: ref('A'), additionalProperties: ref('A'), not: ref('B') },
        B: { if: ref('A'), oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'a', mapping: { b: 'B' } } },
      }),
  ],
  'a chain of 20,000 references': [
    'taken',
    () =>
      schemaOf(
        ref('S0'),
        named(20_000, (at) => [`S${at}`, at === 19_999 ? {} : ref(`S${at + 1}`)]),
      ),
  ],
  'parameters that refer to each other': [
    'taken',
    () =>
      json({
        components: {
          parameters: { A: { $ref: '#/components/parameters/B' }, B: { $ref: '#/components/parameters/A' } },
        },
        paths: { '/a': { get: { ...ok, parameters: [{ $ref: '#/components/parameters/A' }] } } },
      }),
  ],
  'a path item that refers to itself': [
    'taken',
    () => json({ paths: { '/a': { $ref: '#/paths/~1a' }, '/b': { get: ok } } }),
  ],
  'a reference to the document': ['taken', () => schemaOf({ $ref: '#' })],
  'a reference through a prototype': ['taken', () => schemaOf({ $ref: '#/constructor/prototype' })],
  'a reference to an odd pointer': ['taken', () => schemaOf({ $ref: '#/%E0%A4%A' })],
  'a reference to a file': ['refused', () => schemaOf({ $ref: 'file:///etc/passwd' })],
  'a reference to a host': ['refused', () => schemaOf({ $ref: 'http://169.254.169.254/latest/meta-data' })],
  'a reference to a folder': ['refused', () => schemaOf({ $ref: '../../secrets.json' })],
  'a shared response with a large schema in 10,000 operations': [
    'taken',
    () =>
      json({
        components: {
          responses: {
            R: returning({ properties: named(500, (at) => [`p${at}`, { type: 'string' }]) }).responses[200],
          },
        },
        paths: named(10_000, (at) => [
          `/p${at}`,
          { get: { responses: { 200: { $ref: '#/components/responses/R' } } } },
        ]),
      }),
  ],
  'a shared example in 10,000 operations': [
    'taken',
    () =>
      json({
        components: { examples: { E: { value: 'x'.repeat(60_000) } } },
        paths: named(10_000, (at) => [
          `/p${at}`,
          {
            get: {
              responses: {
                200: {
                  description: '',
                  content: { 'application/json': { examples: { e: { $ref: '#/components/examples/E' } } } },
                },
              },
            },
          },
        ]),
      }),
  ],
  'YAML aliases that multiply': [
    'refused',
    () =>
      yaml(
        `x-a: &a0 [x, x, x, x, x, x, x, x, x, x]\n${many(12, (at) => `x-${at}: &a${at + 1} [${many(10, () => `*a${at}`).join(', ')}]`).join('\n')}`,
      ),
  ],
  'a YAML alias inside its own anchor': ['refused', () => yaml('x-a: &a [*a, *a]')],
  'YAML merge keys': ['taken', () => yaml('x-a: &a {b: c}\nx-b: {<<: *a}')],
  'YAML merges that multiply': [
    'refused',
    () =>
      yaml(
        `x-0: &m0 {${many(1000, (at) => `k${at}: 1`).join(', ')}}\n${many(6000, (at) => `x-${at + 1}: &m${at + 1} {<<: *m${Math.floor(at / 100) * 100}, l${at}: 1}`).join('\n')}`,
      ),
  ],
  'YAML merges sixty levels deep': ['refused', () => yaml(`x-a: ${'{<<: '.repeat(60)}{a: 1}${'}'.repeat(60)}`)],
  'a YAML map that merges itself': ['taken', () => yaml('x-a: &a {b: 1, <<: *a}')],
  'a YAML merge of a text': ['refused', () => yaml('x-a: {<<: text}')],
  'YAML merges of __proto__': ['taken', () => yaml('x-a: &a {__proto__: {polluted: true}}\nx-b: {<<: *a}')],
  'YAML with a key that repeats': ['refused', () => yaml('x-a: {a: 1, a: 2}\nx-a: 3')],
  'JSON with keys that repeat': ['taken', () => json({})().replace('{', `{${'"paths":{},'.repeat(100_000)}`)],
  'NUL bytes everywhere': [
    'taken',
    () =>
      json({
        info: { title: 'a\0b', version: '\0' },
        paths: {
          '/a\0b': { get: ok },
          '/b': { get: { ...ok, operationId: '\0', parameters: [{ name: 'a\0b', in: 'header', schema: {} }] } },
        },
      }),
  ],
  'paths of other scripts, of joiners and of half characters': [
    'taken',
    () =>
      json({ paths: { '/приве́т/{имя}': { get: ok }, '/a\u202e\u200d/{\ud800}': { get: ok }, '/b/{é}': { get: ok } } }),
  ],
  'addresses inside the network': [
    'taken',
    () =>
      json({
        servers: [
          'http://169.254.169.254',
          'https://localhost:2375',
          'https://[::1]',
          'https://0x7f.1',
          'file:///etc',
        ].map((url) => ({ url })),
      }),
  ],
  'a token address inside the network': [
    'taken',
    () =>
      json({
        components: {
          securitySchemes: {
            k: {
              type: 'oauth2',
              flows: { clientCredentials: { tokenUrl: 'http://169.254.169.254/token', scopes: {} } },
            },
          },
        },
        security: [{ k: [] }],
      }),
  ],
  'a choice of a million numbers': ['taken', () => schemaOf({ enum: many(1_000_000, (at) => at) })],
  'numbers of a thousand digits': [
    'taken',
    () =>
      schemaOf({ type: 'integer', multipleOf: 1, minimum: 0 })().replace(
        '"minimum":0',
        `"minimum":${'9'.repeat(1000)}`,
      ),
  ],
  '15,000 paths that begin with a placeholder': [
    'taken',
    () => json({ paths: named(15_000, (at) => [`/{id}/p${at}`, { get: ok }]) }),
  ],
  '10,000 levels of allOf': [
    'taken',
    () =>
      schemaOf(
        ref('S0'),
        named(10_000, (at) => [`S${at}`, { allOf: [ref(`S${at + 1}`), ref(`S${Math.floor(at / 2)}`)] }]),
      ),
  ],
  '1,000 security schemes, all needed at once': [
    'taken',
    () =>
      json({
        components: {
          securitySchemes: named(1000, (at) => [`k${at}`, { type: 'apiKey', in: 'header', name: `x-k${at}` }]),
        },
        security: [named(1000, (at) => [`k${at}`, []])],
      }),
  ],
  'YAML nested 100,000 deep': ['refused', () => yaml(`x-a: ${nested(100_000, '[', ']')}`)],
  'YAML indented 5,000 deep': ['refused', () => yaml(many(5000, (at) => `${' '.repeat(at)}a:`).join('\n'))],
  'YAML with odd tags': ['taken', () => yaml('x-a: !!js/function "function () { process.exit(1) }"')],
  'YAML with 200,000 keys in one map': [
    'taken',
    () => yaml(`x-a:\n${many(200_000, (at) => `  k${at}: 1`).join('\n')}`),
  ],
  'YAML with a long quoted text': ['taken', () => yaml(`x-a: "${'\\n'.repeat(1_000_000)}"`)],
  'JSON nested 1,000,000 deep': ['refused', () => nested(1_000_000, '{"a":', '}').replace('{"a":}', '{"a":1}')],
  'schemas nested 10,000 deep': [
    'refused',
    () => `{"openapi":"3.1.0","paths":{},"x":${'{"items":'.repeat(10_000)}{}${'}'.repeat(10_000)}}`,
  ],
  'schemas nested 150 deep': ['taken', () => deepSchema(150)],
  '300,000 paths': ['refused', () => json({ paths: named(300_000, (at) => [`/${at}`, { get: ok }]) })],
  '300,000 paths without operations': ['refused', () => json({ paths: named(300_000, (at) => [`/${at}`, {}]) })],
  '15,001 operations': ['refused', () => json({ paths: named(15_001, (at) => [`/${at}`, { get: ok }]) })],
  'more than 32 MB': ['refused', () => text('x'.repeat(33 * 1024 * 1024))],
  '33 MB of blanks': ['refused', () => ' '.repeat(33 * 1024 * 1024)],
  'a megabyte of text everywhere': ['taken', () => text('<b>x '.repeat(200_000))],
  'a path of prototype names': ['taken', () => path('/__proto__/{constructor}/{toString}')],
  'a placeholder called __proto__': ['taken', () => path('/{__proto__}')],
  'members called __proto__': [
    'taken',
    () => JSON.stringify(document({})).replace('"paths"', '"__proto__":{"openapi":"2.0","polluted":true},"paths"'),
  ],
  'schemas called like members of objects': [
    'taken',
    () => schemaOf(ref('constructor'), { constructor: { type: 'object' }, toString: {}, hasOwnProperty: {} }),
  ],
  'operation ids called like members of objects': [
    'taken',
    () =>
      json({
        paths: named(3, (at) => [
          `/${at}`,
          { get: { ...ok, operationId: ['__proto__', 'constructor', 'toString'][at] } },
        ]),
      }),
  ],
  'encodings of 5,000 fields, one called __proto__': [
    'taken',
    () => {
      const names = many(5000, (at) => (at === 7 ? '__proto__' : `f${at}`))
      const each = (value: object) => `{${names.map((name) => `"${name}":${JSON.stringify(value)}`).join()}}`
      const media = `{"schema":{"type":"object","properties":${each({ type: 'object' })}},"encoding":${each({ style: 'deepObject' })}}`
      const content = `{"application/x-www-form-urlencoded":${media},"multipart/form-data":${media}}`
      return json({ paths: { '/a': { post: { ...ok, requestBody: { content: '…' } } } } })().replace('"…"', content)
    },
  ],
  'a parameter with 50,000 members of its own': [
    'taken',
    () => parameter({ name: 'o', in: 'query', schema: { properties: named(50_000, (at) => [`p${at}`, {}]) } }),
  ],
  'a parameter called __proto__': ['taken', () => parameter({ name: '__proto__', in: 'query', schema: {} })],
  'a parameter called constructor': ['taken', () => parameter({ name: 'constructor', in: 'query', schema: {} })],
  'a property called __proto__': [
    'taken',
    () => schemaOf({ type: 'object', properties: { polluted: {} } })().replace('"polluted"', '"__proto__"'),
  ],
  'security schemes called like members of objects': [
    'taken',
    () =>
      json({
        components: { securitySchemes: { constructor: { type: 'http', scheme: 'bearer' } } },
        security: [{ toString: [] }, { constructor: [] }],
      }),
  ],
  'a header that smuggles another': ['taken', () => parameter({ name: 'x\r\nhost: evil', in: 'header', schema: {} })],
  'a key in a header that smuggles another': [
    'taken',
    () =>
      json({
        components: { securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'x\r\nhost' } } },
        security: [{ k: [] }],
      }),
  ],
  'the session cookie of the console as a parameter': [
    'taken',
    () => parameter({ name: 'gatehouse-console-8787', in: 'cookie', schema: {} }),
  ],
  'patterns that explode': ['taken', () => schemaOf({ type: 'string', pattern: '^(a+)+$', minLength: 5 }, {})],
  'patterns that look around': ['taken', () => schemaOf({ type: 'string', pattern: '(?=(a+))\\1(?!b)' })],
  'patterns that repeat repetitions': [
    'taken',
    () => schemaOf({ type: 'string', pattern: '(((x{999}){999}){999}){999}' }),
  ],
  'patterns that are none': ['taken', () => schemaOf({ type: 'string', pattern: '[(*' })],
  'patterns of 100,000 characters': ['taken', () => schemaOf({ type: 'string', pattern: '(a|'.repeat(50_000) })],
  'patterns as names of members': ['taken', () => schemaOf({ patternProperties: { '^(a|a)*$': {}, '[': {} } })],
  'names with slashes and dots': [
    'taken',
    () => schemaOf(ref('..~1..~1etc~1passwd'), { '../../etc/passwd': { type: 'string' }, 'a/b\\c': {}, '': {} }),
  ],
  'operation ids with paths': [
    'taken',
    () => json({ paths: { '/a': { get: { ...ok, operationId: '../../../etc/passwd', tags: ['../x', '\0'] } } } }),
  ],
  'dot segments in a path': ['taken', () => path('/../../admin')],
  'an encoded slash and a backslash in a path': ['taken', () => path('/a%2f..%5c\\b')],
  'thirty placeholders in a segment': ['taken', () => path(`/${many(30, (at) => `{p${at}}`).join('-')}`)],
  'braces without partners': ['taken', () => path('/{a/{b}}/}{')],
  'stars in a path': ['taken', () => path('/*a/**/b*')],
  'HTML in texts': [
    'taken',
    () => text('<script>alert(1)</script><img src=x onerror=alert(1)>"><svg/onload=alert(1)>'),
  ],
  'HTML in names': [
    'taken',
    () =>
      json({
        paths: { '/<script>': { get: ok }, '/b': { get: { ...ok, operationId: '<img src=x>', tags: ['<b>'] } } },
      }),
  ],
  'comments that end early': ['taken', () => text('*/ process.exit(1) /* `')],
  'code in names of schemas': [
    'taken',
    () => schemaOf(ref("x']; process.exit() //"), { "x']; process.exit() //": { type: 'string' } }),
  ],
  'an address with credentials': ['taken', () => json({ servers: [{ url: 'https://user:secret@hostile.test' }] })],
  'an address that is none': [
    'taken',
    () => json({ servers: [{ url: 'javascript:alert(1)' }, { url: 'https://{a}{a}{a}' }, { url: 7 }] }),
  ],
  'variables that fill each other': [
    'taken',
    () => json({ servers: [{ url: 'https://{a}.test', variables: { a: { default: '{a}{a}' } } }] }),
  ],
  'everything of the wrong kind': [
    'refused',
    () =>
      json({
        info: [],
        servers: 'x',
        tags: 1,
        security: {},
        components: [],
        paths: { '/a': [], '/b': { get: 7 }, '/c': null },
      }),
  ],
  'lists where objects belong': [
    'taken',
    () =>
      json({
        components: { schemas: [], parameters: 'x' },
        paths: { '/a': { get: { parameters: {}, responses: [], requestBody: [], security: 'x', tags: {} } } },
      }),
  ],
  'numbers out of all bounds': [
    'taken',
    () =>
      schemaOf({ type: 'integer', minimum: 1, maxLength: -1, multipleOf: 0 })().replace(
        '"minimum":1',
        '"minimum":1e999',
      ),
  ],
  '100,000 choices': ['taken', () => schemaOf({ enum: many(100_000, String) })],
  '100,000 parameters': [
    'taken',
    () =>
      json({
        paths: { '/a': { get: { ...ok, parameters: many(100_000, (at) => ({ name: `p${at}`, in: 'query' })) } } },
      }),
  ],
}

function deepSchema(depth: number): string {
  const schema = `${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}`
  return `{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":${schema}}}}}}}}}`
}
