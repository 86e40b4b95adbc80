// Scripts of an account's sandboxes. The API that follows them says what they may be.
import { fail } from '#define'
import { createSandboxScriptsRepository, type Store } from '#store'
import type { ServedApis } from '../../call/served-apis.ts'
import type { SandboxViews } from './sandbox-views.ts'

/** Scripts in the form of the API that follows them. */
interface ScriptsOrder {
  readonly rules: readonly Readonly<Record<string, unknown>>[]
  readonly pace?: Readonly<Record<string, unknown>> | undefined
}

interface ScriptsDeps extends Pick<SandboxViews, 'find'> {
  readonly store: Store
  readonly served: Pick<ServedApis, 'loaded'>
}

/** Creates the functions, which fail with 'sandbox.unknown' for a name that the account does not have. */
export function createSandboxScriptRules({ store, served, find }: ScriptsDeps) {
  const rows = createSandboxScriptsRepository(store.db)

  async function view(id: string) {
    const found = await rows.find(id)
    if (found === undefined) return { rules: [] }
    const { rules, pace }: ScriptsOrder = JSON.parse(found) // checked when they were stored
    const counts = await rows.counts(id)
    return { rules: rules.map((rule, index) => ({ ...rule, matched: counts[index] })), ...(pace && { pace }) }
  }

  async function check(order: ScriptsOrder): Promise<void> {
    const follower = served.loaded.find(({ provider }) => provider?.checkScripts)?.provider
    const found = follower?.checkScripts
      ? await follower.checkScripts(order)
      : { problem: 'no API of this gateway follows scripts' }
    if (found) throw fail('input.invalid', { problems: found.problem })
  }

  return {
    copyScripts: rows.copy,
    /** Sets the counts of rules to 0. */
    restartScripts: rows.restart,
    scripts: async (account: string, name: string) => view((await find(account, name)).id),
    /** Replaces the scripts; fails with 'input.invalid' if the API cannot follow them. */
    async setScripts(account: string, name: string, order: ScriptsOrder) {
      const { id } = await find(account, name)
      await check(order)
      await rows.replace(id, JSON.stringify(order), order.rules.length)
      return view(id)
    },
  }
}
