// Handlers of the account's sandboxes.
import type { HandlersFor } from '#define'
import type { SandboxRules } from '../../accounts/sandboxes.ts'
import type { sandboxEndpoints } from '../endpoints/sandboxes.ts'

type SandboxEndpoints = typeof sandboxEndpoints

export function sandboxHandlers(rules: SandboxRules): HandlersFor<SandboxEndpoints, keyof SandboxEndpoints> {
  return {
    listSandboxes: async (_input, { account }) => ({ sandboxes: await rules.list(account) }),
    createSandbox: ({ body }, { account }) => rules.create(account, body),
    getSandbox: ({ name }, { account }) => rules.get(account, name),
    async deleteSandbox({ name }, { account }) {
      await rules.remove(account, name)
      return undefined
    },
    resetSandbox: ({ name }, { account }) => rules.reset(account, name),
    takeSnapshot: ({ name, body: { snapshot } }, { account }) => rules.takeSnapshot(account, name, snapshot),
    async listSnapshots({ name }, { account }) {
      const { snapshots } = await rules.get(account, name)
      return { snapshots }
    },
    async deleteSnapshot({ name, snapshot }, { account }) {
      await rules.removeSnapshot(account, name, snapshot)
      return undefined
    },
    restoreSnapshot: ({ name, body: { snapshot } }, { account }) => rules.restore(account, name, snapshot),
    setSandboxClock: ({ name, body }, { account }) => rules.moveClock(account, name, body),
    getFaults: ({ name }, { account }) => rules.faults(account, name),
    setFaults: ({ name, body: { rules: ordered } }, { account }) => rules.setFaults(account, name, ordered),
    getScripts: ({ name }, { account }) => rules.scripts(account, name),
    setScripts: ({ name, body }, { account }) => rules.setScripts(account, name, body),
    readJournal: ({ name, sort, after, limit }, { account }) => rules.journal(account, name, { sort, after, limit }),
  }
}
