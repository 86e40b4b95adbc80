// The build of the web console and of the client library for browsers: `packages/console/dist`, which the gateway
// serves unchanged. Pages name their files below a version, which the gateway replaces by a hash of all files.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'

/** The script that starts each page. */
const entries = { 'index.html': 'src/main', 'docs.html': 'src/reference/main' } as const
const forBrowsers = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  logLevel: 'warning',
  // the same whether dependencies are here or linked
  preserveSymlinks: true,
} satisfies BuildOptions

/** Bundles the modules, joins the common styles in order of name, and writes the pages. */
export async function buildConsole(packages: string): Promise<void> {
  const sources = join(packages, 'console')
  const served = join(sources, 'dist')
  const folder = join(served, 'console')
  rmSync(served, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { metafile } = await build({
    ...forBrowsers,
    // the paths of `metafile` are relative to it
    absWorkingDir: folder,
    entryPoints: Object.values(entries).map((entry) => join(sources, `${entry}.ts`)),
    outbase: sources,
    outdir: folder,
    chunkNames: 'src/[name]-[hash]',
    splitting: true,
    metafile: true,
  })
  await build({
    ...forBrowsers,
    entryPoints: [join(packages, 'client/mod.ts')],
    outfile: join(served, 'client/mod.js'),
  })
  const sheets = { 'style.css': 'styles/*.css', 'reference.css': 'reference.css' }
  for (const [sheet, pattern] of Object.entries(sheets)) {
    const styles = globSync(pattern, { cwd: sources }).sort()
    const style = styles.map((name) => readFileSync(join(sources, name), 'utf8')).join('')
    writeFileSync(join(folder, sheet), (await transform(style, { loader: 'css', minify: true })).code)
  }
  cpSync(join(sources, 'icon.svg'), join(folder, 'icon.svg'))
  for (const [page, entry] of Object.entries(entries)) {
    const preloads = startingWith(`${entry}.js`, metafile).map(
      (path) => `<link rel="modulepreload" href="/console/{version}/console/${path}">`,
    )
    const html = readFileSync(join(sources, page), 'utf8').replace('{preloads}', preloads.join('\n'))
    writeFileSync(join(folder, page), html)
  }
}

/** Returns the module and all its static imports, so that a browser requests them together. */
function startingWith(entry: string, { outputs }: Metafile): string[] {
  const reached = new Set([entry])
  for (const path of reached)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') reached.add(imported)
  return [...reached]
}
