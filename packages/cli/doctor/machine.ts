// Checks of this machine: Node, settings, the data folder and the secret files in it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { showBytes } from '../amounts.ts'
import { isRecent } from '../bundled-node.js'
import type { Io } from '../io.ts'
import { type Check, good, problem } from './check.ts'

const leastFreeBytes = 500_000_000
const configMs = 20_000

export function checkNode(): Check {
  const { node } = process.versions
  if (isRecent(node)) return good('node', node)
  return problem(
    'node',
    `${node} is too old`,
    'Run npm ci, and start with npm start or packages/cli/gatehouse.js, which use the Node among the dependencies.',
  )
}

/** Reads the settings with the gateway's own reader, so that there is one table of them. */
export function checkSettings(env: Io['env'], dataDir: string): Check {
  const config = new URL('../../gateway/src/process/config.ts', import.meta.url)
  if (!existsSync(config)) return good('settings', 'not checked: the gateway is not part of this installation')
  const script = `const { readConfig } = await import(${JSON.stringify(config.href)}); try { readConfig(process.env) } catch (error) { process.stdout.write(error.message) }`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...env, GATEHOUSE_DATA: dataDir },
    encoding: 'utf8',
    timeout: configMs,
  })
  if (run.status !== 0) return problem('settings', 'could not be read', 'Start the gateway to see why: gatehouse start')
  const problems = run.stdout.split('\n').filter((line) => line !== '')
  if (problems.length > 0) return problem('settings', problems.join(' '), 'Change these environment variables.')
  const set = Object.keys(env).filter((name) => name.startsWith('GATEHOUSE_'))
  return good('settings', set.length === 0 ? 'all at their defaults' : `${set.sort().join(', ')} set`)
}

/** Checks the folder, each secret file in it, and every other file there that other users can read. */
export function checkData(env: Io['env'], dataDir: string): Check[] {
  if (!existsSync(dataDir)) return [good('data folder', `${dataDir} is created at the first start`)]
  const secrets = ['master.key', 'admin.key', 'first-run.json'].filter((name) => existsSync(join(dataDir, name)))
  const keys = secrets.map((name) => checkSecret(name, join(dataDir, name)))
  const lost = existsSync(join(dataDir, 'gatehouse.db')) && !secrets.includes('master.key') && !hasOtherMasterKey(env)
  const how =
    'Restore it from a backup of the data folder; without it the stored provider keys and gateway keys are lost.'
  const others = openFilesIn(dataDir).filter((path) => !secrets.some((name) => path === join(dataDir, name)))
  const open = others.map((path) => checkSecret(relative(dataDir, path), path))
  return [
    checkFolder(dataDir),
    ...keys,
    ...open,
    ...(lost ? [problem('master.key', `missing from ${dataDir}`, how)] : []),
  ]
}

function hasOtherMasterKey(env: Io['env']): boolean {
  return Boolean(env.GATEHOUSE_MASTER_KEY || env.GATEHOUSE_MASTER_KEY_COMMAND)
}

function checkFolder(path: string): Check {
  const name = 'data folder'
  if (!statSync(path).isDirectory())
    return problem(name, `${path} is not a folder`, 'Name a folder with GATEHOUSE_DATA.')
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return problem(name, `${path} cannot be written by this user`, `Run as its owner, or: chown -R "$(id -un)" ${path}`)
  }
  if (opensToOthers(path)) return problem(name, `${path} can be read by other users`, `chmod 700 ${path}`)
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  if (free < leastFreeBytes)
    return problem(
      name,
      `${path} has ${showBytes(free)} left`,
      'Free space on that disk, or move the folder and set GATEHOUSE_DATA.',
    )
  return good(name, `${path}, ${showBytes(free)} free`)
}

function checkSecret(name: string, path: string): Check {
  if (!opensToOthers(path)) return good(name, 'only its owner can read it')
  if (isOnReadOnlyMount(path)) return good(name, `${path} can be read by others; mount it with mode 0400`)
  return problem(name, `${path} can be read by other users`, `chmod ${modeFor(path)} ${path}`)
}

const maxFiles = 1000

/** Lists database, backups and the operator's files, as the gateway checks them at start. */
function openFilesIn(dataDir: string): string[] {
  const config = join(dataDir, 'config')
  const folders = [dataDir, config, join(dataDir, 'backups')].filter((path) => existsSync(path))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .slice(0, maxFiles)
      .map(({ name }) => join(folder, name)),
  )
  return [config, ...files].filter((path) => existsSync(path) && opensToOthers(path))
}

function modeFor(path: string): number {
  return statSync(path).isDirectory() ? 700 : 600
}

function opensToOthers(path: string): boolean {
  // Windows has no such mode bits
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
}

/** True on a mount from an orchestrator, which mounts secrets this way; their mode cannot be changed here. */
function isOnReadOnlyMount(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}
