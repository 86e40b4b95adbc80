// The rules that hold: those of the file first, then those that the operator set while the gateway runs.
import type { ProviderKit } from '#define'
import type { Json } from '../../wire/json.ts'
import type { RouterTables } from '../tables.ts'
import { type Rule, readRules } from './rule.ts'

type StoreKit = ProviderKit<RouterTables>

export interface RuleStore {
  list(kit: StoreKit): Promise<readonly Rule[]>
  /** The rules of the operator as he wrote them. */
  written(kit: StoreKit): Promise<readonly unknown[]>
  /** In place of those before. Throws RuleProblem. */
  write(kit: StoreKit, given: unknown): Promise<void>
}

/** How long another process may go on with rules that were changed. */
const keptMs = 2000
const setting = 'guardrails'

export function createRuleStore(): RuleStore {
  let known: { readonly rules: readonly Rule[]; readonly until: number } | undefined

  async function written(kit: StoreKit): Promise<unknown[]> {
    const row = await kit.db
      .selectFrom('model_routing_settings')
      .select('value')
      .where('name', '=', setting)
      .executeTakeFirst()
    const value: unknown = row ? JSON.parse(row.value) : []
    return Array.isArray(value) ? value : []
  }

  return {
    written,
    async list(kit) {
      if (known && performance.now() < known.until) return known.rules
      const rules = [...fileRules(kit.config), ...readRules(await written(kit))]
      known = { rules, until: performance.now() + keptMs }
      return rules
    },
    async write(kit, given) {
      readRules(given)
      const row = { value: JSON.stringify(given), updated_ms: kit.now() }
      await kit.db
        .insertInto('model_routing_settings')
        .values({ name: setting, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
      known = undefined
    },
  }
}

const read = new WeakMap<object, readonly Rule[]>()

/** Rules of `<data>/config/model-routing.json`, read once. Throws RuleProblem. */
export function fileRules(config: unknown): readonly Rule[] {
  if (typeof config !== 'object' || config === null) return []
  const known = read.get(config)
  if (known) return known
  const { guardrails = [] } = config as Json // an object; what its members are is checked by the reader
  const rules = readRules(guardrails)
  read.set(config, rules)
  return rules
}
