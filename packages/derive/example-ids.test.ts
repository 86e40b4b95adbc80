// Ids of examples that other operations assign, and the commands that name them.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { body, defineApi, del, get, hosted, keyless, obj, post, put, str } from '#define'
import { curlOf } from './curl.ts'
import { createAssignedIds, withVariables } from './example-ids.ts'

const Glossary = obj({ glossary_id: str(), owner: obj({ id: str() }) })
const api = defineApi({
  slug: 'glossaries',
  title: 'Glossaries',
  summary: 'Glossaries of a test.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: {
    createGlossary: post('/glossaries', 'A new glossary', { body: body({ name: str() }), returns: Glossary }),
    getGlossary: get('/glossaries/{id}', 'One glossary', { returns: Glossary }),
    renameGlossary: put('/glossaries/{id}', 'Another name', { body: body({ of: str() }), returns: Glossary }),
    deleteGlossary: del('/glossaries/{id}x', 'Removal', { returns: Glossary }),
    getName: get('/names/{name}', 'Its name', { returns: Glossary }),
  },
})
const answer = { glossary_id: 'g-7', owner: { id: 'u-1' } }
const examples = {
  createGlossary: { body: { name: 'mine' }, output: answer },
  getGlossary: { params: { id: 'g-7' }, output: answer },
  renameGlossary: { params: { id: 'g-7' }, body: { of: 'u-1' }, output: { ...answer, glossary_id: 'g-8' } },
  deleteGlossary: { params: { id: 'g-7' }, output: answer },
  getName: { params: { name: 'mine' }, output: answer },
}
const idsOf = createAssignedIds(api.endpoints, examples)

test('an id that a creating operation answers is assigned by it, at its top or below', () => {
  const shown = idsOf('renameGlossary').map(({ variable, operation, path }) => [variable, operation, path.join('.')])
  assert.deepEqual(shown, [
    ['GLOSSARY_ID', 'createGlossary', 'glossary_id'],
    ['OWNER_ID', 'createGlossary', 'owner.id'],
  ])
})
test("what the creating operation was sent is its caller's, and nothing assigns its own ids", () => {
  assert.deepEqual([idsOf('getName'), idsOf('createGlossary')], [[], []])
})
test('a shell puts the values of the variables into the command', () => {
  const argumentsOf = (id: keyof typeof examples) => {
    const command = curlOf(api, api.endpoints[id], withVariables(examples[id], idsOf(id)))
    const env = {
      PATH: process.env.PATH ?? '',
      GATEHOUSE_URL: 'http://g',
      GATEHOUSE_KEY: 'k',
      GLOSSARY_ID: '1',
      OWNER_ID: '2',
    }
    return execFileSync('/bin/sh', ['-c', command.replace(/^curl/, "printf '%s\\n'")], { env, encoding: 'utf8' })
  }
  assert.match(argumentsOf('getGlossary'), /^http:\/\/g\/v1\/proxy\/glossaries\/glossaries\/1$/m)
  assert.match(argumentsOf('deleteGlossary'), /^http:\/\/g\/v1\/proxy\/glossaries\/glossaries\/1x$/m)
  assert.match(argumentsOf('renameGlossary'), /^\{"of":"2"\}$/m)
})
