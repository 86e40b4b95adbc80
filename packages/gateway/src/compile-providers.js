// Loads the code of embedded providers, which the program itself loads with their first calls, so that it is in the
// compile cache from then on. Nothing runs: modules only declare. Run by compile-ahead.js.
import { globSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './thread-heaps.js'

const root = new URL('../../../', import.meta.url)
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/gatehouse/', root)))

for (const path of globSync('apis/*/provider.ts', { cwd: fileURLToPath(root) })) {
  const file = new URL(path, root)
  const source = readFileSync(file, 'utf8')
  for (const [, name] of source.matchAll(/\bimport\('(\.[^']+)'\)/g)) await import(new URL(name, file).href)
}
