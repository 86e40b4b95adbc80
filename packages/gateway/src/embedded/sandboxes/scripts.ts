// The scripts of a sandbox as its providers get them.
import type { Scripts } from '#define/scripts'
import type { SandboxScriptsRepository } from '#store'

/** Creates the scripts of a sandbox; they are read with each call, because any process may replace them. */
export function createSandboxScripts(rows: SandboxScriptsRepository, sandboxId: string): Scripts {
  let text: string | undefined
  let parsed: object | undefined
  return {
    async current() {
      const found = await rows.find(sandboxId)
      if (found !== text) parsed = found === undefined ? undefined : JSON.parse(found) // checked when they were stored
      text = found
      return parsed
    },
    // scripts that are replaced meanwhile have no such rule
    countMatch: async (rule) => (await rows.countMatch(sandboxId, rule)) ?? 1,
  }
}
