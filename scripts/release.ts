// `npm run release -- 0.2.0`: raises the version everywhere, dates the changelog, and commits and tags it, and
// makes the packages and archives with their sums. Nothing is pushed or published: the last lines say how.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tests.ts'

/** The reason of a refused release; the message has the remedy. */
export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused'
}

const versionForm = /^(\d+)\.(\d+)\.(\d+)$/

/** Throws ReleaseRefused unless `next` is a version after `current`. */
export function refuseStep(current: string, next: string): void {
  const [from, to] = [versionForm.exec(current), versionForm.exec(next)]
  if (!from || !to) throw new ReleaseRefused('A version is three numbers, such as 0.2.0.')
  const numbers = (match: RegExpExecArray) => match.slice(1).map(Number)
  const [a, b] = [numbers(from), numbers(to)]
  const at = b.findIndex((number, index) => number !== a[index])
  if (at < 0 || (b[at] ?? 0) < (a[at] ?? 0)) throw new ReleaseRefused(`${next} is not after ${current}.`)
}

/** Moves the unreleased changes of the changelog under the new version. Throws ReleaseRefused if there are none. */
export function datedChangelog(text: string, version: string, day: string): string {
  const heading = '## Unreleased\n'
  const start = text.indexOf(heading)
  const end = text.indexOf('\n## ', start + heading.length)
  if (start < 0 || text.slice(start + heading.length, end < 0 ? undefined : end).trim() === '')
    throw new ReleaseRefused('CHANGELOG.md has nothing below "Unreleased". Say what changes for users first.')
  return text.replace(heading, `${heading}\n## ${version} (${day})\n`)
}

function main(version: string): void {
  const path = (name: string) => join(root, name)
  const read = (name: string) => readFileSync(path(name), 'utf8')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const current = String(JSON.parse(read('package.json')).version)
  refuseStep(current, version)
  if (git('status', '--porcelain') !== '') throw new ReleaseRefused('There are uncommitted changes. Commit them first.')
  writeFileSync(
    path('CHANGELOG.md'),
    datedChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)),
  )
  for (const name of ['package.json', 'packages/client/package.json'])
    writeFileSync(path(name), read(name).replace(`"version": "${current}"`, `"version": "${version}"`))
  writeFileSync(path('compose.yaml'), read('compose.yaml').replace(/(?<=image: gatehouse:)[\d.]+/, version))
  const chart = 'deploy/helm/gatehouse/Chart.yaml'
  writeFileSync(path(chart), read(chart).replaceAll(current, version))
  // the lockfile names the version of the root twice, before any dependency
  const [head = '', between = '', ...rest] = read('package-lock.json').split(`"version": "${current}"`)
  writeFileSync(
    path('package-lock.json'),
    [`${head}"version": "${version}"${between}"version": "${version}"${rest.at(0) ?? ''}`, ...rest.slice(1)].join(
      `"version": "${current}"`,
    ),
  )
  execFileSync(process.execPath, ['scripts/generate.ts'], { cwd: root, stdio: 'inherit' })
  git('add', '--all')
  git('commit', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`)
  for (const script of ['scripts/build.ts', 'scripts/pack.ts', 'scripts/archives.ts'])
    execFileSync(process.execPath, [script], { cwd: root, stdio: 'inherit' })
  console.log(`Released ${version}. Push it with: git push --follow-tags`)
  console.log('Publish each package with: npm publish packed/<name>.tgz, and the archives beside SHA256SUMS.')
}

if (import.meta.main) {
  try {
    main(process.argv.at(2) ?? '')
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error
    console.error(`${error.message}\nUsage: npm run release -- <version>`)
    process.exitCode = 1
  }
}
