// The examples of the guides to sandboxes and scripts, run as they are.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openGateway } from '../harness/open-gateway.ts'
import { newFolder, projectFolder } from '../harness/program.ts'

const run = promisify(execFile)

const guideOf = (name: string) => readFileSync(join(projectFolder, `docs/guides/${name}.md`), 'utf8')

/** Returns the code after a heading of a guide. */
function codeAfter(heading: string, name = 'sandboxes'): string {
  const guide = guideOf(name)
  const [, code] = /```\w+\n(.*?)```/s.exec(guide.slice(guide.indexOf(`## ${heading}\n`))) ?? []
  assert.ok(code, heading)
  return code
}

/** Returns the example for node:test of a guide, which finds the package as if it were installed. */
function nodeExample(guide?: string): string {
  const module = join(projectFolder, 'packages/cli/test-gateway.js')
  return codeAfter('From node:test', guide).replace("'gatehouse/test'", JSON.stringify(module))
}

for (const [guide, tests] of [
  ['sandboxes', 2],
  ['model-scripts', 1],
] as const)
  test(`that for node:test in ${guide} passes, as the package is installed`, { timeout: 300_000 }, async (t) => {
    const file = join(newFolder(t), 'example.test.mjs')
    writeFileSync(file, nodeExample(guide))
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await run(process.execPath, ['--test', file], { env })
    assert.match(stdout, new RegExp(`pass ${tests}\\n.*fail 0\\n`, 's'))
  })

test('that for Vitest passes', { timeout: 300_000 }, async (t) => {
  const folder = newFolder(t)
  const [, line] = /^With Vitest, the second line is `([^`]+)`/m.exec(guideOf('sandboxes')) ?? []
  assert.ok(line)
  const example = nodeExample()
  const ofVitest = example.replace(/^import .* from 'node:test'$/m, line)
  assert.notEqual(ofVitest, example)
  writeFileSync(join(folder, 'example.test.mjs'), ofVitest)
  const vitest = join(projectFolder, 'node_modules/vitest/vitest.mjs')
  const options = ['run', '--root', folder, '--hookTimeout=120000', '--testTimeout=120000']
  const { stdout } = await run(process.execPath, [vitest, ...options], { env: { ...process.env, NO_COLOR: '1' } })
  assert.match(stdout, /^ *Tests +2 passed \(2\)$/m)
})

test('that for pytest passes, with pytest where the machine has it, and always under CI', {
  timeout: 300_000,
}, async (t) => {
  const gateway = await openGateway(t)
  const file = join(newFolder(t), 'test_example.py')
  writeFileSync(file, `${codeAfter('From pytest')}${ownRunner}`)
  const env = { ...process.env, GATEHOUSE_URL: gateway.baseUrl, GATEHOUSE_KEY: gateway.key }
  const { stdout } = await run('python3', [file], { env })
  assert.equal(stdout.trim(), 'passed: test_an_outage, test_same_values_after_a_reset')
  const pytest = await pytestHere()
  if (pytest === undefined) return
  const { stdout: report } = await run(pytest, ['-q', '-p', 'no:cacheprovider', file], { env })
  assert.match(report, /^2 passed/m)
})

/** Returns the name of the program, which Debian calls `pytest-3`; throws without it under CI. */
async function pytestHere(): Promise<string | undefined> {
  const answers = (name: string) => run(name, ['--version']).then(Boolean, () => false)
  for (const name of ['pytest-3', 'pytest']) if (await answers(name)) return name
  if (process.env.CI === 'true') throw new Error('no pytest, and under CI nothing is left out')
  return undefined
}

/** Runs the functions as pytest does, which not every machine has. */
const ownRunner = `

if __name__ == "__main__":
    setup_module()
    names = sorted(name for name in globals() if name.startswith("test_"))
    for name in names:
        setup_function()
        globals()[name]()
    print("passed:", ", ".join(names))
`
