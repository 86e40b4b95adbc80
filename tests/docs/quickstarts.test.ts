// The quickstarts are run as they are printed, against a gateway that has just been started.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { keysOf, newFolder, startProgram } from '../harness/program.ts'

const page = readFileSync(new URL('../../docs/guides/quickstarts.md', import.meta.url), 'utf8')
const run = promisify(execFile)

/** The first block of a language below a heading. */
function blockOf(heading: string, language: string): string {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  const [, code] = section.split(`\`\`\`${language}\n`)[1]?.match(/^([\s\S]*?)\n```/) ?? []
  assert.ok(code, `${heading} has a block in ${language}`)
  return code
}

test('curl, Python and JavaScript answer with holidays of Portugal', async (t) => {
  const program = await startProgram(t, { dataDir: newFolder(t) })
  const env = { PATH: process.env.PATH, GATEHOUSE_URL: program.baseUrl, GATEHOUSE_KEY: keysOf(program).gateway }
  const cases = [
    ['bash', ['-c', blockOf('curl', 'sh')]],
    ['python3', ['-c', blockOf('Python', 'python')]],
    [process.execPath, ['--input-type=module', '-e', blockOf('TypeScript', 'js')]],
  ] as const
  for (const [command, args] of cases) {
    const { stdout } = await run(command, [...args], { env })
    assert.match(stdout, /2026-01-01/, command)
  }
})

test('the Python quickstart reports an error of the gateway with its code', async (t) => {
  const program = await startProgram(t, { dataDir: newFolder(t) })
  const env = { PATH: process.env.PATH, GATEHOUSE_URL: program.baseUrl, GATEHOUSE_KEY: 'gh_live_wrong' }
  await assert.rejects(run('python3', ['-c', blockOf('Python', 'python')], { env }), /401 key\.invalid: /)
})
