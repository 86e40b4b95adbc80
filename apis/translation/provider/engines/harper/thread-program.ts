// The program of Harper's thread, which corrects one text at a time.
import { pathToFileURL } from 'node:url'
import { engineFile, readEngineFile } from '#provider'
import { serveTasks } from '#provider/run'
import { applied, type Correction } from './apply.ts'
import { type CorrectionTask, card, type HarperTask } from './harper.ts'

/** The part of harper.js in use. */
interface Harper {
  readonly Dialect: { readonly American: number; readonly British: number }
  readonly LocalLinter: new (options: { readonly binary: unknown; readonly dialect: number }) => Linter
}
interface Linter {
  lint(text: string, options: { readonly language: 'plaintext' }): Promise<Lint[]>
}
interface Lint {
  lint_kind(): string
  get_problem_text(): string
  span(): { readonly start: number; readonly end: number }
  suggestions(): { kind(): number; get_replacement_text(): string }[]
}

/** Kinds of suggestions that change content or style rather than correctness. */
const optional = ['Enhancement', 'Formatting', 'Readability', 'Redundancy', 'Style']
const kinds = ['replace', 'remove', 'insert'] as const
const linters = new Map<number, Linter>()
let loading: ReturnType<typeof load> | undefined

serveTasks(async (task: HarperTask) => {
  loading ??= load(task.enginesFolder)
  return correct(await loading, task)
})

async function load(enginesFolder: string): Promise<Harper & { readonly binary: unknown }> {
  for (const path of Object.keys(card.files)) await readEngineFile(enginesFolder, card, path)
  const file = (name: string) => pathToFileURL(engineFile(enginesFolder, card, `harper.js/dist/${name}`)).href
  const { Dialect, LocalLinter }: Harper = await import(file('index.js'))
  const { slimBinary }: { readonly slimBinary: unknown } = await import(file('slimBinary.js'))
  return { Dialect, LocalLinter, binary: slimBinary }
}

async function correct(harper: Harper & { readonly binary: unknown }, { text, variant }: CorrectionTask) {
  const { American, British } = harper.Dialect
  const found = async (dialect: number) => {
    const linter = linters.get(dialect) ?? new harper.LocalLinter({ binary: harper.binary, dialect })
    linters.set(dialect, linter)
    return (await linter.lint(text, { language: 'plaintext' })).flatMap(correctionOf)
  }
  if (variant) return applied(text, await found(variant === 'en-GB' ? British : American))
  const both = await found(British)
  const places = new Set(both.map(({ start, end }) => `${start} ${end}`))
  return applied(
    text,
    (await found(American)).filter(({ start, end }) => places.has(`${start} ${end}`)),
  )
}

function correctionOf(lint: Lint): Correction[] {
  const [suggestion] = lint.suggestions()
  // a capitalised unknown word is a name
  const isName = lint.lint_kind() === 'Spelling' && /^\p{Lu}/u.test(lint.get_problem_text())
  if (!suggestion || isName || optional.includes(lint.lint_kind())) return []
  const { start, end } = lint.span()
  return [{ start, end, kind: kinds[suggestion.kind()] ?? 'replace', text: suggestion.get_replacement_text() }]
}
