// Groups test files into processes. Loading the modules of an API or of the gateway costs a file one to two seconds of
// CPU, which is more than most files take for their tests.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Maximum number of files, so that all cores have work until the end and a lost process costs few tests. */
const mostFiles = 8

/** Folders whose files share processes with their neighbours. */
const sharing =
  /^(?:apis|packages|scripts|tests\/(?:added-apis|mcp|outbound|prices|providers|sdk|sockets|threads|upgrade|wire))\/|^tests\/(?!growth|every)[^/]+$/

/** Matches hooks, which would apply to all files of a process, and their use for what a file opens as a whole. */
const hooks = /^(?:before|after|beforeEach|afterEach)\(|^(?:const|let|await)\b[^\n]*\bafter\b|^ {2}\{ after\b/m
/** Matches state that a process has once or measures as a whole, other than its names and reading its environment. */
const ofProcess =
  /\bprocess\.(?!(?:argv|cwd|env|execPath|getuid|kill|nextTick|pid|platform|stdout\.write)\b)|\bprocess\.env\.\w+ = |\bperformance\.|\bmock\.|\bglobalThis\./

/** Returns the files in lists, one per process. */
export function processesFor(files: readonly string[], sourceOf: (file: string) => string): string[][] {
  const processes: string[][] = []
  let open: { folder: string; files: string[] } | undefined
  for (const file of files) {
    if (!sharing.test(file) || needsOwn(sourceOf(file))) {
      processes.push([file])
      continue
    }
    const folder = folderOf(file)
    if (open?.folder !== folder || open.files.length >= mostFiles) {
      open = { folder, files: [] }
      processes.push(open.files)
    }
    open.files.push(file)
  }
  return processes
}

const needsOwn = (source: string) => hooks.test(source) || ofProcess.test(source)

/** Returns the API, the package, or the folder of `tests` or `scripts`. */
const folderOf = (file: string) => file.split('/').slice(0, -1).slice(0, 2).join('/')

/** Returns the modules to run: a single file, or a module in `folder` that imports the files of a process. */
export function modulesOf(files: readonly string[], { root, folder }: { root: string; folder: string }): string[] {
  return processesFor(files, (file) => readFileSync(join(root, file), 'utf8')).map((together, number) => {
    const [first = ''] = together
    if (together.length === 1) return first
    const module = join(folder, `${folderOf(first).replace('/', '-')}-${number}.mjs`)
    const imports = together.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)}\n`)
    writeFileSync(module, imports.join(''))
    return module
  })
}
