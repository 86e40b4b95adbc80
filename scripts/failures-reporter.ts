// A reporter for long runs: each failure in full, each printed note, and the closing counts in the form of the spec
// reporter.
import { inspect } from 'node:util'

interface TestEvent {
  readonly type: string
  readonly data: {
    readonly name?: string
    readonly file?: string
    readonly message?: string
    readonly details?: { readonly error?: unknown; readonly type?: string }
  }
}

export default async function* failures(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.details?.type !== 'suite')
      yield `\n✖ ${data.name} (${data.file})\n${inspect(data.details?.error, { depth: 6 })}\n`
    else if (type === 'test:stderr' || type === 'test:stdout')
      yield data.message?.includes('not run:') ? (data.message ?? '') : ''
    else if (type === 'test:diagnostic') yield `ℹ ${data.message}\n`
  }
}
