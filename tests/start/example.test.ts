// The example program of the README, against a gateway as it starts for the first time.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newFolder, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'

const example = fileURLToPath(new URL('../../examples/trip.js', import.meta.url))

test('the example plans a trip offline and says which answers are samples', async (t) => {
  const dataDir = newFolder(t)
  // other engines than the sample depend on the machine
  mkdirSync(join(dataDir, 'config'), { mode: 0o700 })
  writeFileSync(join(dataDir, 'config', 'translation.json'), '{"apertium":false}', { mode: 0o600 })
  const program = await startProgram(t, { dataDir })
  const environment = {
    ...process.env,
    GATEHOUSE_URL: program.baseUrl,
    GATEHOUSE_DATA: dataDir,
    GATEHOUSE_KEY: undefined,
  }
  const plan = (...words: string[]) => promisify(execFile)(process.execPath, [example, ...words], { env: environment })
  let output = ''
  // the first call of a provider may find it still being prepared
  await until(
    async () => {
      output = await plan('PT', 'Good morning, my friend').then(
        ({ stdout }) => stdout,
        () => '',
      )
      return output !== ''
    },
    'the example',
    60_000,
  )
  const lines = output.trim().split('\n')
  assert.match(lines[0] ?? '', /^Shops close on \d{4}-\d\d-\d\d: .+ \(.+\)\.$/)
  assert.match(lines[1] ?? '', /^100 USD are \d+\.\d\d EUR\.$/)
  assert.match(lines[2] ?? '', /^"Good morning, my friend" is "Bom dia.*" in PT-PT\.$/)
  assert.match(lines[3] ?? '', /^Something to do there: .+\.$/)
  assert.match(lines[4] ?? '', /^Made from sample data: .*translation/)
  await assert.rejects(plan('XX'), /Choose one of DE, PL, PT, SE/)
  environment.GATEHOUSE_URL = 'http://127.0.0.1:1'
  await assert.rejects(plan('SE'), /No gateway answers at http:\/\/127\.0\.0\.1:1\. Start it with npm start\./)
})
