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

for (const [guide, tests] of [
  ['sandboxes', 2],
  ['model-scripts', 1],
] as const)
  test(`that for node:test in ${guide} passes, as the package is installed`, { timeout: 300_000 }, async (t) => {
    const file = join(newFolder(t), 'example.test.mjs')
    const module = join(projectFolder, 'packages/cli/test-gateway.js')
    writeFileSync(file, codeAfter('From node:test', guide).replace("'gatehouse/test'", JSON.stringify(module)))
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await run(process.execPath, ['--test', file], { env })
    assert.match(stdout, new RegExp(`pass ${tests}\\n.*fail 0\\n`, 's'))
  })

test('that for pytest passes, with or without pytest', { timeout: 300_000 }, async (t) => {
  const gateway = await openGateway(t)
  const file = join(newFolder(t), 'test_example.py')
  writeFileSync(file, `${codeAfter('From pytest')}${ownRunner}`)
  const env = { ...process.env, GATEHOUSE_URL: gateway.baseUrl, GATEHOUSE_KEY: gateway.key }
  const { stdout } = await run('python3', [file], { env })
  assert.equal(stdout.trim(), 'passed: test_an_outage, test_same_values_after_a_reset')
})

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
