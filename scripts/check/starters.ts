// Checks that one file starts all threads and helper processes of the product: it decides what they inherit.
import { isGenerated, isTest, type SourceFile, sourceFiles } from './files.ts'

const starter = 'packages/provider/run/start.ts'
/** Matches starts of threads and processes, but not methods of the same name, such as that of `cluster`. */
const starts = /\bnew\s+(?:\w+\.)?Worker\(|(?<![\w.]|function )fork\(|\bchild_process\.fork\(/

/** Returns every other file that starts one. */
export function starters(files: readonly SourceFile[] = productFiles()): string[] {
  return files
    .filter(({ path, text }) => path !== starter && starts.test(text))
    .map(({ path }) => `${path} starts a thread or a process: use createThread of #provider/run`)
}

function productFiles(): SourceFile[] {
  return sourceFiles(/^(?:apis|packages)\/.*\.[jt]s$/).filter(({ path }) => !isTest(path) && !isGenerated(path))
}
