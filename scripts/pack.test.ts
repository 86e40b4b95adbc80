// The sums of packages are read by other programs.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sumsOf } from './pack.ts'

test('the sums are read by sha256sum, which finds a changed file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sums-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.tgz'), 'one')
  writeFileSync(join(folder, 'b.tgz'), 'two')
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(folder, ['a.tgz', 'b.tgz']))
  const check = () => execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder, stdio: 'pipe' })
  check()
  writeFileSync(join(folder, 'b.tgz'), 'three')
  assert.throws(check, ({ stdout }) => /b\.tgz: FAILED/.test(String(stdout)))
})
