// What `npm run` does with `ignore-scripts` set: npm then leaves out scripts that run before or after another.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

test('scripts that need dependencies install them themselves, not in a script that ignore-scripts leaves out', () => {
  // the program installs by itself, so what runs before it only saves time
  const ahead = Object.keys(scripts).filter((name) => /^(?:pre|post)/.test(name) && name !== 'prepare')
  assert.deepEqual(ahead, ['prestart'])
  const own = Object.entries(scripts).filter(([name, line]) => /\.ts\b/.test(line) && name !== 'start')
  assert.ok(own.length > 5)
  for (const [name, line] of own) assert.ok(line.startsWith('node scripts/install.js && '), name)
})
