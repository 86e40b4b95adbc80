// A reporter for long runs: each failure in full, each printed note, the slowest files, and the closing counts in the
// form of the spec reporter.
import { relative } from 'node:path'
import { inspect } from 'node:util'

interface TestEvent {
  readonly type: string
  readonly data: {
    readonly name?: string
    readonly file?: string
    /** The file under test. */
    readonly entryFile?: string
    readonly nesting?: number
    readonly message?: string
    readonly details?: { readonly error?: unknown; readonly type?: string; readonly duration_ms?: number }
  }
}

const shownFiles = 40

export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const spentMs = new Map<string, number>()
  for await (const { type, data } of events) {
    const { file, entryFile, nesting, details } = data
    // several files can share a process, and a suite can be defined in a file without tests
    const source = file?.endsWith('.test.ts') ? file : entryFile
    if (/^test:(?:pass|fail)$/.test(type) && nesting === 0 && source !== undefined)
      spentMs.set(source, (spentMs.get(source) ?? 0) + (details?.duration_ms ?? 0))
    if (type === 'test:fail' && data.details?.type !== 'suite')
      yield `\n✖ ${data.name} (${data.file})\n${inspect(data.details?.error, { depth: 6 })}\n`
    else if (type === 'test:stderr' || type === 'test:stdout')
      yield data.message?.includes('not run:') ? (data.message ?? '') : ''
    else if (type === 'test:diagnostic') {
      if (data.message?.startsWith('tests ')) yield* slowest(spentMs)
      yield `ℹ ${data.message}\n`
    }
  }
}

function* slowest(spentMs: ReadonlyMap<string, number>): Generator<string> {
  const files = [...spentMs].sort(([, one], [, other]) => other - one).slice(0, shownFiles)
  for (const [file, ms] of files) yield `ℹ ${(ms / 1000).toFixed(1)} s ${relative(process.cwd(), file)}\n`
}
