// Runs the npm that has started the script, or the machine's.
import { execFileSync } from 'node:child_process'

/** Runs npm in a folder; returns what it prints. Throws when it fails. */
export function npm(folder: string, ...words: readonly string[]): string {
  const path = process.env.npm_execpath
  const [command, ...before] = path ? [process.execPath, path] : ['npm']
  // what another npm says to its scripts is not meant for this one
  const env = Object.entries(process.env).filter(([name]) => !/^npm_(?:config_local_prefix|package_)/.test(name))
  return execFileSync(command, [...before, ...words], { cwd: folder, env: Object.fromEntries(env), encoding: 'utf8' })
}
