// Finds the installed packages of bench/package.json. They are only measured for comparison, never used.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Installed {
  readonly version: string
  /** The file to run, if the package has a program. */
  readonly path: string
}

/** Returns undefined if the package is not installed. */
export function installed(name: string): Installed | undefined {
  const folder = fileURLToPath(new URL(`node_modules/${name}/`, import.meta.url))
  const manifest = `${folder}package.json`
  if (!existsSync(manifest)) return undefined
  const { version, bin }: { version: string; bin?: string | Record<string, string> } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  )
  const program = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0]
  return { version, path: program === undefined ? folder : folder + program.replace(/^\.\//, '') }
}
