// Parses the arguments after the endpoint of `gatehouse call`: parameters by their own names, and a few options of the
// CLI. A declared parameter always wins over an option of the same name.
import { CliError, exitCodes } from '../failure.ts'
import type { Operation, Parameter } from './document.ts'

export interface CallArguments {
  /** Typed values by parameter name. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** Undeclared query parameters. */
  readonly query: readonly (readonly [string, string])[]
  readonly headers: readonly (readonly [string, string])[]
  /** JSON, `@file`, or `@-`. */
  readonly body: string | undefined
  /** Fields of a form: `name=text` or `name=@file`. */
  readonly form: readonly (readonly [string, string])[]
  readonly raw: boolean
  readonly stream: boolean
  readonly help: boolean
  readonly output: string | undefined
}

/** Options of the CLI; true for those with a value. */
const ownOptions: Readonly<Record<string, boolean>> = {
  body: true,
  form: true,
  query: true,
  header: true,
  output: true,
  raw: false,
  stream: false,
  help: false,
}

/** Reads the arguments. Throws CliError naming an argument that is unknown, missing or without a value. */
export function readArguments(words: readonly string[], operation: Operation): CallArguments {
  const values = new Map<string, string[]>()
  const own = new Map<string, string[]>()
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (name === undefined) throw usage(`${word} is not an option. Give parameters as --name value.`)
    const parameter = operation.parameters.find((one) => one.name === name)
    const home = parameter ? values : own
    if (!parameter && !Object.hasOwn(ownOptions, name)) throw unknownOption(name, operation)
    const value = inline ?? valueFor(name, { parameter, left })
    home.set(name, [...(home.get(name) ?? []), value])
  }
  return argumentsOf(values, own)
}

function argumentsOf(values: ReadonlyMap<string, string[]>, own: ReadonlyMap<string, string[]>): CallArguments {
  const pairsOf = (name: string) => (own.get(name) ?? []).map(readPair)
  return {
    values,
    query: pairsOf('query'),
    headers: pairsOf('header'),
    form: pairsOf('form'),
    body: own.get('body')?.at(-1),
    output: own.get('output')?.at(-1),
    raw: own.has('raw'),
    stream: own.has('stream'),
    help: own.has('help'),
  }
}

function valueFor(name: string, context: { parameter: Parameter | undefined; left: string[] }): string {
  const { parameter, left } = context
  const next = left[0]
  const isFlag = parameter ? parameter.type === 'boolean' : ownOptions[name] === false
  if (isFlag && (parameter === undefined || next === undefined || next.startsWith('--'))) return 'true'
  if (next === undefined || (parameter && next.startsWith('--')))
    throw usage(`--${name} needs a value. Write one that begins with -- as --${name}=value.`)
  left.shift()
  return next
}

function readPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw usage(`${text} is not a pair. Write it as name=value.`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}

function unknownOption(name: string, { id, parameters, bodyMembers, bodyTypes }: Operation): CliError {
  if (bodyMembers.some((one) => one.name === name)) {
    const isForm = bodyTypes.length > 0 && bodyTypes.every((type) => type === 'multipart/form-data')
    const way = isForm ? `--form ${name}=value` : `--body '{"${name}": …}'`
    return usage(`${name} is a member of the body of ${id}. Give it as ${way}; --help lists all members.`)
  }
  const names = parameters.map((one) => `--${one.name}`).join(', ')
  const known = names === '' ? `${id} takes no parameters` : `${id} takes ${names}`
  return usage(`--${name} is not a parameter of this endpoint: ${known}. Send undeclared ones with --query name=value.`)
}

function usage(message: string): CliError {
  return new CliError(message, exitCodes.usage)
}
