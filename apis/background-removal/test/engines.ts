// The engines that tests run: the classical one always, the neural one where it has been added to `.engines`, which
// `node packages/cli/gatehouse.js engines add u2netp --data .engines` does. Under CI=true it has to be there.
import { resolve } from 'node:path'
import { chooseEngines, type EngineChoice } from '../provider/engines/engine-choice.ts'

export const testEngines = resolve(import.meta.dirname, '../../../.engines/engines')
/** Native code is beside them, because the provider prefers it and the tests are to run what runs everywhere. */
export const nativeEngines = resolve(import.meta.dirname, '../../../.engines/native/engines')
/** A folder that does not exist. */
export const noEngines = resolve(import.meta.dirname, 'none')

export interface TestEngine {
  readonly name: string
  readonly choices: readonly EngineChoice[]
}

export function enginesToTest(): TestEngine[] {
  const classical = { name: 'classical', choices: [{ kind: 'classical' }] } as const
  const [best, ...others] = chooseEngines({ enginesFolder: testEngines, filesFolder: undefined })
  if (best?.kind === 'network') return [{ name: best.name, choices: [best, ...others] }, classical]
  if (process.env.CI === 'true') throw new Error(`no engine in ${testEngines}, and under CI nothing is left out`)
  return [classical]
}
