// `npm run archives`: makes an archive for each platform from the package in `packed/`, with the Node that runs it:
// unpack it anywhere and run `./gatehouse start`; nothing else is needed. `npm run archives -- linux-x64` makes those
// that are named. Their sums join the others. This needs the registry of npm, and GNU tar.
import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledNode } from '../packages/cli/bundled-node.js'
import { npm } from './npm.ts'
import { sumsOf } from './pack.ts'
import { root } from './run-tests.ts'

/** Platforms for which npm has the Node and the database engine. */
const platforms: Readonly<Record<string, { platform: NodeJS.Platform; arch: NodeJS.Architecture }>> = {
  'linux-x64': { platform: 'linux', arch: 'x64' },
  'linux-arm64': { platform: 'linux', arch: 'arm64' },
  'macos-x64': { platform: 'darwin', arch: 'x64' },
  'macos-arm64': { platform: 'darwin', arch: 'arm64' },
  'windows-x64': { platform: 'win32', arch: 'x64' },
}
const launcher = 'node_modules/gatehouse/packages/cli/gatehouse.js'

/** Makes the archive of a platform from the package, and returns its name. */
function writeArchive(name: string, packed: string): string {
  const target = platforms[name]
  if (target === undefined) throw new Error(`No platform is called ${name}: ${Object.keys(platforms).join(', ')}.`)
  const [tarball] = globSync('gatehouse-[0-9]*.tgz', { cwd: packed })
  if (tarball === undefined) throw new Error('There is no package. Run npm run pack first.')
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-archive-'))
  try {
    const folder = join(work, 'gatehouse')
    mkdirSync(folder)
    // what npm notes of its installation: paths and addresses of this machine
    const notes = ['package.json', 'node_modules/.package-lock.json'].map((each) => join(folder, each))
    writeFileSync(join(folder, 'package.json'), '{}')
    const { platform, arch } = target
    const system = ['--os', platform, '--cpu', arch, ...(platform === 'linux' ? ['--libc', 'glibc'] : [])]
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    npm(
      folder,
      'install',
      join(packed, tarball),
      ...system,
      '--ignore-scripts',
      '--no-bin-links',
      '--no-package-lock',
      ...quiet,
    )
    const node = bundledNode(join(folder, 'node_modules/gatehouse'), { platform, arch })
    if (node === undefined) throw new Error(`npm has installed no Node for ${name}.`)
    for (const note of notes) rmSync(note)
    writeLaunchers(folder, node.slice(folder.length + 1))
    const archive = tarball.replace(/\.tgz$/, `-${name}.tar.gz`)
    // nothing of the machine: two archives of one package are equal byte for byte
    const equal = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+w,go+rX,go-w']
    const tar = ['--create', '--use-compress-program=gzip -n', '--file', join(packed, archive), '-C', work, 'gatehouse']
    execFileSync('tar', [...equal, ...tar])
    return archive
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Writes the programs that start the gateway with the Node of its folder; a link to the first may be in a PATH. */
function writeLaunchers(folder: string, node: string): void {
  const lines = [
    '#!/bin/sh',
    'program=$0',
    'while [ -h "$program" ]; do',
    '  link=$(readlink "$program")',
    '  case $link in /*) program=$link ;; *) program=$(dirname "$program")/$link ;; esac',
    'done',
    'folder=$(cd "$(dirname "$program")" && pwd)',
    `exec "$folder/${node}" "$folder/${launcher}" "$@"`,
  ]
  const path = join(folder, node.endsWith('.exe') ? 'gatehouse.cmd' : 'gatehouse')
  const inWindows = (name: string) => `"%~dp0${name.replaceAll('/', '\\')}"`
  const isWindows = path.endsWith('.cmd')
  writeFileSync(path, isWindows ? `@${inWindows(node)} ${inWindows(launcher)} %*\r\n` : `${lines.join('\n')}\n`)
  chmodSync(path, 0o755)
}

function main(named: readonly string[]): void {
  const packed = join(root, 'packed')
  const made = (named.length > 0 ? named : Object.keys(platforms)).map((name) => writeArchive(name, packed))
  const sums = join(packed, 'SHA256SUMS')
  const others = readFileSync(sums, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !made.some((name) => line.endsWith(name)))
  writeFileSync(sums, `${others.join('\n')}\n${sumsOf(packed, made)}`)
  console.log(`${made.join('\n')}\nare in ${packed}. Unpack one and run: gatehouse/gatehouse start`)
}

if (import.meta.main) main(process.argv.slice(2))
