// The rules in force: those of the operator's file first, then those that the operator set while the gateway runs.
import type { ProviderKit } from '#define'
import { cachedValue } from '#provider/budgets'
import { isJson } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { RouterTables } from '../tables.ts'
import { type Rule, RuleProblem, readRules } from './rule.ts'

export interface RuleStore {
  /** Rejects with ModelError 'permission' when stored rules cannot be run, as those of an earlier version. */
  list(): readonly Rule[] | Promise<readonly Rule[]>
  /** The rules set by the operator, as they were written. */
  written(): Promise<readonly unknown[]>
  /** The number of rules that the file adds before these. */
  readonly fileCount: number
  /** Replaces the rules set by the operator. Throws RuleProblem. */
  write(input: unknown): Promise<void>
}
const setting = 'guardrails'

/** Throws RuleProblem when the file is wrong. */
export function createRuleStore({
  db,
  now,
  config,
}: Pick<ProviderKit<RouterTables>, 'db' | 'now' | 'config'>): RuleStore {
  const ofFile = fileRules(config)
  const rules = cachedValue(async () => [...ofFile, ...readStored(await written())], now)

  async function written(): Promise<unknown[]> {
    const row = await db
      .selectFrom('model_routing_settings')
      .select('value')
      .where('name', '=', setting)
      .executeTakeFirst()
    const value: unknown = row ? JSON.parse(row.value) : []
    return Array.isArray(value) ? value : []
  }

  return {
    list: rules.get,
    written,
    fileCount: ofFile.length,
    async write(input) {
      readRules(input)
      const row = { value: JSON.stringify(input), updated_ms: now() }
      await db
        .insertInto('model_routing_settings')
        .values({ name: setting, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
      rules.invalidate()
    },
  }
}

/** Rules that were valid when they were stored. If one of them cannot be run, the call fails. */
function readStored(rules: readonly unknown[]): readonly Rule[] {
  try {
    return readRules(rules)
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error
    const what = 'A guardrail of this gateway cannot be run any more. Its operator has to write it again.'
    throw new ModelError('permission', what, { code: 'guardrail', cause: error })
  }
}

/** The rules of the operator's file. Throws RuleProblem. */
export const fileRules = (config: unknown): readonly Rule[] =>
  isJson(config) && config.guardrails !== undefined ? readRules(config.guardrails) : []
