// What `npm run` does with `ignore-scripts` set: npm then leaves out scripts that run before or after another.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

test('scripts that need dependencies install them themselves, not in a script that ignore-scripts leaves out', () => {
  const ahead = Object.keys(scripts).filter((name) => /^(?:pre|post)/.test(name) && name !== 'prepare')
  assert.deepEqual(ahead, [])
  assert.equal(scripts.start, 'node scripts/start.js')
  const own = Object.entries(scripts).filter(([, line]) => /\.ts\b/.test(line))
  assert.ok(own.length > 5)
  for (const [name, line] of own) assert.ok(line.startsWith('node scripts/install.js && '), name)
})
