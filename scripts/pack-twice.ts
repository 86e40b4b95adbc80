// `npm run pack -- --twice`: makes the packages of the current commit in two other folders, with other times of files
// and another mask, and compares their sums. It takes a minute or two, and is therefore no test.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run-tests.ts'

/** Returns the sums, which are equal. Throws with both when they differ. */
export function packTwice(): string {
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-twice-'))
  try {
    const archive = join(work, 'sources.tar')
    execFileSync('git', ['archive', '--output', archive, 'HEAD'], { cwd: root })
    const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim()
    const one = packIn(join(work, 'one'), archive, { time, mask: 0o022, unpack: [] })
    const other = packIn(join(work, 'a longer path', 'two'), archive, { time, mask: 0o077, unpack: ['--touch'] })
    if (one !== other) throw new Error(`Two builds of one commit differ:\n${one}\n${other}`)
    return one
  } finally {
    rmSync(work, { recursive: true })
  }
}

interface Circumstances {
  /** Seconds since the epoch. */
  readonly time: string
  readonly mask: number
  readonly unpack: readonly string[]
}

function packIn(folder: string, archive: string, { time, mask, unpack }: Circumstances): string {
  const before = process.umask(mask)
  try {
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-xf', archive, '-C', folder, ...unpack])
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const env = { ...process.env, SOURCE_DATE_EPOCH: time }
    for (const script of ['scripts/build.ts', 'scripts/pack.ts'])
      execFileSync(process.execPath, [script], { cwd: folder, env, stdio: 'ignore' })
    return readFileSync(join(folder, 'packed/SHA256SUMS'), 'utf8')
  } finally {
    process.umask(before)
  }
}
