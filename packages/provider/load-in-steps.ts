// A large module graph loads in one tick of the event loop when it is imported at once: 150 to 250 ms for the 200
// modules of a router. A provider that runs on the forwarding thread loads its code in steps instead.
import { readFile } from 'node:fs/promises'
import { createPacer } from './event-loop.ts'

/** What a module imports or re-exports from files beside it, but not types only. */
const importPattern = /^(?:import|export)\s(?!type\b)[^'";]*?\bfrom\s+'(\.{1,2}\/[^']+)'|^import\s+'(\.{1,2}\/[^']+)'/gm

/**
 * Imports the modules that `entry` needs, those without imports of their own first, and yields to the event loop at
 * least every 5 ms. Afterwards `import()` of the entry takes no time. An import that it overlooks, such as one of a
 * package, is loaded together with the module that needs it. Rejects as `import()` does.
 */
export async function loadInSteps(entry: URL): Promise<void> {
  const pace = createPacer()
  const seen = new Set<string>()
  const load = async (module: URL): Promise<void> => {
    if (seen.has(module.href)) return
    seen.add(module.href)
    for (const needed of importedBy(await readFile(module, 'utf8'), module)) await load(needed)
    await pace()
    await import(module.href)
  }
  await load(entry)
}

function importedBy(source: string, module: URL): URL[] {
  return [...source.matchAll(importPattern)].map(([, from, bare]) => new URL(from ?? bare ?? '', module))
}
