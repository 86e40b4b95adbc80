// The engines that tests use, where they have been added to `.engines`, which
// `node packages/cli/gatehouse.js engines add indigo --data .engines` does. Under CI=true they have to be there.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

export const testEngines = resolve(import.meta.dirname, '../../../.engines/engines')

/** True if InChI can be read. */
export function hasIndigo(): boolean {
  const isThere = existsSync(resolve(testEngines, 'indigo/node_modules'))
  if (!isThere && process.env.CI === 'true')
    throw new Error(`no indigo in ${testEngines}, and under CI nothing is left out`)
  return isThere
}
