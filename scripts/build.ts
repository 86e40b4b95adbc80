// `npm run build`: builds `dist/` from the sources. It mirrors the tree: the code of `packages` and `apis` is bundled
// into the modules that are started or imported by address, each at the path of its source, with shared code in
// `dist/chunks`; data is copied. Packages stay in `node_modules`.
//
// In the build `import.meta.url` remains the module's address in that tree, so that data beside a source is found the
// same way from both. `new URL('./entry.ts', import.meta.url)` names a module, which is bundled separately: the form
// for modules of threads and processes.
//
// `dist` is a link to the newest build. A running program was loaded from the folder behind the link, so that it finds
// the rest of its own build there after the next one.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { isLeftOut, stampName, stateOfSources } from '../packages/cli/build-if-changed.js'
import { leastNode } from '../packages/cli/bundled-node.js'
import { buildConsole } from './build/console.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Modules that `npm start`, the launcher and the loader of APIs import by name. */
const entryPatterns = [
  'packages/{gateway/src,cli}/main.ts',
  'apis/*/{api,live,prepare,provider,examples}.ts',
  'apis/*/engines/report.ts',
]
const codePatterns = ['packages/{cli,define,derive,gateway,provider,store}/**/*.ts', 'apis/**/*.ts']
const dataPatterns = ['apis/**/*.*', 'packages/provider/**/*.json', 'package.json']

const builtConsole = 'packages/console/dist'

const filesOf = (patterns: readonly string[]) =>
  globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isLeftOut.test(path))
    .sort()

/** Matches the address of another module, and that of the module itself. */
const moduleAddress = /new URL\(\s*'(\.{1,2}\/[^']+)\.ts',\s*import\.meta\.url,?\s*\)/g

/** Bundles into a folder beside `link`, and makes that a link to the folder once everything is built. */
async function buildBehind(link: string): Promise<void> {
  const state = stateOfSources(root)
  const making = `${link}-${Date.now()}`
  mkdirSync(making)
  try {
    const named = filesOf(codePatterns).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(moduleAddress)].map(([, to]) => besides(path, `${to}.ts`)),
    )
    await build({
      absWorkingDir: root,
      entryPoints: [...new Set([...filesOf(entryPatterns), ...named])],
      outdir: making,
      outbase: root,
      chunkNames: 'chunks/[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: `node${leastNode}`,
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
      // the same whether dependencies are here or linked
      preserveSymlinks: true,
      inject: [join(root, 'scripts/build/regexp-escape.ts')],
      plugins: [packages, addresses],
    })
    for (const path of filesOf(dataPatterns))
      if (!path.endsWith('.ts') && statSync(join(root, path)).isFile()) cpSync(join(root, path), join(making, path))
    await buildConsole(join(root, 'packages'))
    cpSync(join(root, builtConsole), join(making, builtConsole), { recursive: true })
    await prepareFiles(making, link)
    writeFileSync(join(making, stampName), state)
    const previous = existsSync(link) ? realpathSync(link) : undefined
    rmSync(link, { recursive: true, force: true })
    // without rights of an administrator, Windows makes only junctions
    symlinkSync(basename(making), link, 'junction')
    removeBefore(previous ?? making)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
}

/** Removes the builds that are older than the previous one; programs that run from them have had a build to restart. */
function removeBefore(previous: string): void {
  const builds = dirname(previous)
  const isOlder = (name: string) => /^dist-\d+$/.test(name) && name < basename(previous)
  for (const name of readdirSync(builds).filter(isOlder)) rmSync(join(builds, name), { recursive: true })
}

/**
 * Has each API with a module `prepare` make its folder `prepared`, beginning with the files of the previous build: what
 * is prepared costs more than the rest of the build, and seldom changes.
 */
async function prepareFiles(making: string, previous: string): Promise<void> {
  for (const path of globSync('apis/*/prepare.js', { cwd: making })) {
    const prepared = join(dirname(path), 'prepared')
    if (existsSync(join(previous, prepared)))
      cpSync(join(previous, prepared), join(making, prepared), { recursive: true })
    const step: PrepareStep = await import(pathToFileURL(join(making, path)).href)
    await step.prepare(join(making, prepared), console.log)
  }
}

interface PrepareStep {
  readonly prepare: (folder: string, say: (line: string) => void) => Promise<void>
}

/** Packages of hundreds of plain modules, whose loading took half of a thread's start. */
const bundled = /^(?:kysely|typebox)(?:\/|$)/

/** Leaves other packages in `node_modules`: some are native, or find their own files by address. */
const packages: Plugin = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./#]/ }, ({ path }) =>
      isAbsolute(path) || bundled.test(path) ? undefined : { path, external: true },
    )
  },
}

/** Keeps the addresses that sources take from `import.meta.url`, wherever their code ends up. */
const addresses: Plugin = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes('import.meta.url') || path === treeModule) return undefined
      const own = posix.relative(root.replaceAll('\\', '/'), path.replaceAll('\\', '/'))
      const contents = source
        .replace(moduleAddress, (_, to) => `new URL('${besides(own, `${to}.js`)}', treeOfBuild)`)
        .replaceAll('import.meta.url', `new URL('${own}', treeOfBuild).href`)
      // on the first line, so that the source map stays true
      return { loader: 'ts', contents: `import { treeOfBuild } from ${JSON.stringify(treeModule)};${contents}` }
    })
  },
}
const treeModule = fileURLToPath(new URL('./build/tree.ts', import.meta.url))

function besides(path: string, relative: string): string {
  return posix.join(posix.dirname(path), relative)
}

if (import.meta.main) await buildBehind(join(root, 'dist'))
