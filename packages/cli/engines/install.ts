// Installs an engine into the data folder: npm installs exactly the packages of its lockfile, with their integrity
// hashes and without running their scripts; then unused files are removed, and the rest is checked.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { showBytes } from '../amounts.ts'
import { CliError } from '../failure.ts'
import { type Engine, folderOf } from './catalog.ts'

interface InstallOptions {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly arch: string
  /** Receives the current step and its progress, for people. */
  readonly onProgress?: (phase: string, note: string) => void
}

/** Interval between measurements of the downloaded size. */
const progressMs = 500

/** Installs the engine, replacing an earlier installation. Throws CliError and leaves everything unchanged. */
export async function installEngine(engine: Engine, options: InstallOptions): Promise<void> {
  const target = folderOf(options.dataDir, engine.name)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  // beside the target, so that it can be renamed into place
  const work = mkdtempSync(join(dirname(target), '.adding-'))
  try {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(engine.folder, name), join(work, name))
    await withProgress(work, options, () => runNpm(work, options))
    options.onProgress?.('checking', '')
    const ready = join(work, 'ready')
    keepUsed(engine, join(work, 'node_modules'), join(ready, 'node_modules'), options)
    checkFiles(engine, join(ready, 'node_modules'))
    rmSync(target, { recursive: true, force: true })
    renameSync(ready, target)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Reports progress from the size of the folder, because npm does not report any. */
async function withProgress(folder: string, { onProgress }: InstallOptions, work: () => Promise<void>): Promise<void> {
  onProgress?.('downloading', '')
  const timer = onProgress && setInterval(() => onProgress('downloading', showBytes(sizeOf(folder))), progressMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

function sizeOf(folder: string): number {
  let bytes = 0
  // npm moves files during the count
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0
  return bytes
}

function runNpm(folder: string, { env }: InstallOptions): Promise<void> {
  const npm = env.npm_execpath
  const windows = process.platform === 'win32'
  const [command, ...before] = npm ? [process.execPath, npm] : ['npm']
  const words = ['ci', '--ignore-scripts', '--omit=optional', '--legacy-peer-deps', '--no-audit', '--no-fund']
  return new Promise((resolve, reject) => {
    // on Windows npm is a batch file, which only a shell can start
    const child = spawn(command ?? 'npm', [...before, ...words, '--loglevel=error'], {
      cwd: folder,
      env,
      shell: !npm && windows,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-4000)
    })
    child.once('error', () => reject(new CliError('npm cannot be started. Install npm, or put it on the PATH.')))
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new CliError(`npm could not install the packages. It said: ${said.trim()}`)),
    )
  })
}

function keepUsed(engine: Engine, from: string, to: string, { platform, arch }: InstallOptions): void {
  for (const kept of engine.keep) {
    const path = kept.replace('{platform}', platform).replace('{arch}', arch)
    if (!existsSync(join(from, path)))
      throw new CliError(`${engine.name} is not available for ${platform} on ${arch}: it has no ${path}.`)
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(from, path), join(to, path), { recursive: true })
  }
}

function checkFiles({ name, files }: Engine, folder: string): void {
  const present = Object.entries(files).filter(([path]) => existsSync(join(folder, path)))
  if (present.length === 0) throw new CliError(`${name} has none of the files that it needs.`)
  for (const [path, expected] of present)
    if (
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex') !== expected
    )
      throw new CliError(`${name}: ${path} is not the expected file. Nothing was installed.`)
}
