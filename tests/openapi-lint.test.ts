// The OpenAPI documents pass the recommended rules of a linter that others use (redocly.yaml), without a warning.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lint, lintFromString, loadConfig } from '@redocly/openapi-core'

const root = new URL('../', import.meta.url)
const documents = new URL('docs/openapi/', root)
const config = await loadConfig({ configPath: fileURLToPath(new URL('redocly.yaml', root)) })

for (const name of readdirSync(documents).filter((file) => file.endsWith('.json')))
  test(`${name} passes the linter`, async () => {
    const problems = await lint({ ref: fileURLToPath(new URL(name, documents)), config })
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`),
      [],
    )
  })

test('the linter refuses a document without a licence, and an operation without an id', async () => {
  const operation = { responses: { 200: { description: 'Yes.' }, 400: { description: 'No.' } }, summary: 'One.' }
  const document = {
    openapi: '3.1.1',
    info: { title: 'One', version: '1' },
    servers: [{ url: 'https://gateway.test' }],
    security: [],
    paths: { '/one': { get: operation } },
  }
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  assert.deepEqual(problems.map(({ ruleId }) => ruleId).sort(), ['info-license', 'operation-operationId'])
})
