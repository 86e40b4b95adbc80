// Checks that members are not read or written by `Reflect`, which is a cast in disguise: a guard such as `isRecord`, or
// `memberOf` beside it, says the form that a value is taken to have.
import { isGenerated, isTest, type SourceFile, sourceFiles } from './files.ts'

/** Files that read values of any form by names that only the caller knows. */
const exceptions: readonly string[] = [
  // columns of the rows of any table
  'packages/provider/sql/bulk.ts',
  'packages/provider/import/published-rows.ts',
  // all members of any JSON value, without a copy
  'packages/provider/json-write.ts',
  'packages/provider/json-strings.ts',
  'packages/derive/body-fields.ts',
  'packages/gateway/src/call/read.ts',
  'packages/gateway/src/embedded/threads/worker/program.ts',
  // a JSON Pointer, which may lead through lists
  'packages/gateway/src/upstream/error-member.ts',
  // undici's parser (decision 0091)
  'packages/gateway/src/upstream/skip-continue.ts',
]

export function reflection(): string[] {
  return sourceFiles(/^(?:apis|packages|scripts)\/.*\.ts$/)
    .filter(({ path }) => !isTest(path) && !isGenerated(path) && !exceptions.includes(path))
    .flatMap(reflectionIn)
}

export function reflectionIn({ path, text }: SourceFile): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      /(?<!['"`\w.])Reflect\.(?:get|set)\(/.test(line)
        ? [`${path}:${at + 1}: Reflect casts in disguise: check the form with a guard, and read the member`]
        : [],
    )
}
