// A release moves the version forward and takes what is unreleased out of the changelog.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datedChangelog, ReleaseRefused, refuseStep } from './release.ts'

test('a version must be three numbers and come after the current one', () => {
  for (const next of ['0.1.1', '0.2.0', '1.0.0']) assert.equal(refuseStep('0.1.0', next), undefined)
  for (const next of ['0.1.0', '0.0.9', '0.2', 'v0.2.0', ''])
    assert.throws(() => refuseStep('0.1.0', next), ReleaseRefused)
})

test('what was unreleased moves below the new version, and unreleased is empty again', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0\n\nThe first.\n'
  const after =
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- A thing.\n\n## 0.1.0\n\nThe first.\n'
  assert.equal(datedChangelog(before, '0.2.0', '2026-12-01'), after)
})

test('a changelog that says nothing new releases nothing', () => {
  assert.throws(() => datedChangelog('## Unreleased\n\n## 0.1.0\n', '0.2.0', '2026-12-01'), /Say what changes/)
})
