// Groups test files into processes. Loading the modules of an API or of the gateway costs a file one to two seconds of
// CPU, which is more than most files take for their tests.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Maximum number of files, so that all cores have work until the end and a lost process costs few tests. */
const mostFiles = 8

/** Folders whose files share processes with their neighbours. */
const sharing = /^(?:apis|packages|tests\/(?:mcp|outbound|sdk|wire))\//

/**
 * Matches hooks that would apply to all files of a process, their use for what a file opens as a whole, and state that
 * a process has once or measures as a whole.
 */
const needsOwn =
  /^(?:before|after|beforeEach|afterEach)\(|^(?:const|let|await)\b[^\n]*\bafter\b|^ {2}\{ after\b|\bprocess\.|\bperformance\.|\bmock\.|\bglobalThis\./m

/** Returns the files in lists, one per process. */
export function processesFor(files: readonly string[], sourceOf: (file: string) => string): string[][] {
  const processes: string[][] = []
  let open: { folder: string; files: string[] } | undefined
  for (const file of files) {
    if (!sharing.test(file) || needsOwn.test(sourceOf(file))) {
      processes.push([file])
      continue
    }
    const folder = file.split('/').slice(0, 2).join('/')
    if (open?.folder !== folder || open.files.length >= mostFiles) {
      open = { folder, files: [] }
      processes.push(open.files)
    }
    open.files.push(file)
  }
  return processes
}

/** Returns the modules to run: a single file, or a module in `folder` that imports the files of a process. */
export function modulesOf(files: readonly string[], { root, folder }: { root: string; folder: string }): string[] {
  return processesFor(files, (file) => readFileSync(join(root, file), 'utf8')).map((together, number) => {
    const [first = ''] = together
    if (together.length === 1) return first
    const module = join(folder, `${first.split('/').slice(0, 2).join('-')}-${number}.mjs`)
    const imports = together.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)}\n`)
    writeFileSync(module, imports.join(''))
    return module
  })
}
