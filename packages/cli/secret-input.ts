// Reads a secret from a file, the standard input, or a prompt without echo. A secret on the command line is also
// accepted, with a warning.
import { readFileSync } from 'node:fs'
import { CliError, exitCodes } from './failure.ts'
import type { Io } from './io.ts'

interface SecretSource {
  /** Value passed on the command line. */
  readonly fromOption?: string | undefined
  /** Path of a file; `-` is the standard input. */
  readonly file?: string | undefined
  readonly prompt: string
}

const longest = 64 * 1024

/** Reads the secret without its trailing line break. Throws CliError if there is none. */
export async function readSecret(source: SecretSource, io: Io): Promise<string> {
  const text = (await readRaw(source, io)).replace(/\r?\n$/, '')
  if (text === '') throw new CliError('The key is empty.', exitCodes.usage)
  return text
}

/**
 * Reads the parts of a key: asks for each on a terminal without echo, or takes a JSON object of them from a file or the
 * standard input.
 */
export async function readSecretParts(
  source: Omit<SecretSource, 'fromOption'>,
  names: readonly string[],
  io: Io,
): Promise<Record<string, string>> {
  if (source.file === undefined && io.stdin.isTTY) {
    const parts: [string, string][] = []
    for (const name of names)
      parts.push([name, await readSecret({ ...source, prompt: `${source.prompt}, ${name}` }, io)])
    return Object.fromEntries(parts)
  }
  const parts = parsed(await readSecret(source, io))
  if (!parts) throw new CliError(`This key has parts: give a JSON object with ${names.join(', ')}.`, exitCodes.usage)
  return parts
}

function parsed(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, String(part)]))
  } catch {
    // the parser's message would quote the key
    return undefined
  }
}

async function readRaw({ fromOption, file, prompt }: SecretSource, io: Io): Promise<string> {
  if (fromOption !== undefined) {
    io.err(
      'warning: a key on the command line stays in the shell history and is visible to other processes. Use --key-file or the prompt.\n',
    )
    return fromOption
  }
  if (file !== undefined && file !== '-') return readFile(file)
  return io.stdin.isTTY ? promptFor(prompt, io) : readAll(io)
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error'
    throw new CliError(`The file ${path} cannot be read (${code}).`, exitCodes.usage)
  }
}

async function readAll({ stdin }: Io): Promise<string> {
  let text = ''
  stdin.setEncoding('utf8')
  for await (const chunk of stdin) {
    text += chunk
    if (text.length > longest) throw new CliError('The standard input is too long for a key.', exitCodes.usage)
  }
  return text
}

/** Asks on the terminal without echo. */
function promptFor(prompt: string, { stdin, err }: Io): Promise<string> {
  err(`${prompt}: `)
  stdin.setRawMode?.(true)
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (finish: () => void) => {
      stdin.setRawMode?.(false)
      stdin.off('data', onData)
      stdin.pause()
      err('\n')
      finish()
    }
    const onData = (chunk: string) => {
      let read = 0
      for (const character of chunk) {
        read += character.length
        if (character === '\r' || character === '\n' || character === '\u0004') {
          end(() => resolve(text))
          // for the next prompt
          if (read < chunk.length) stdin.unshift(chunk.slice(read))
          return
        }
        if (character === '\u0003') return end(() => reject(new CliError('Nothing was stored.', 130)))
        text = character === '\u007f' || character === '\b' ? text.slice(0, -1) : text + character
      }
    }
    stdin.on('data', onData)
    stdin.resume()
  })
}
