// Prints the response of `gatehouse call`: JSON formatted for people, events as they arrive, text cleaned, files to a
// file.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { showBytes, showCount } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import type { Session } from '../shell.ts'
import { cleanLines } from '../table.ts'
import type { CallArguments } from './arguments.ts'

/** Prints the body, and on a terminal a line about the call. */
export async function printAnswer(response: Response, session: Session, args: CallArguments): Promise<void> {
  const type = response.headers.get('content-type')?.toLowerCase() ?? ''
  if (args.output !== undefined) await save(response, args.output)
  else if (args.raw) await copy(response, session)
  else if (type.startsWith('text/event-stream')) await printEvents(response, session)
  else if (/^application\/(?:[\w.+-]+\+)?json/.test(type)) printJson(await response.text(), session)
  else if (type === '' || type.startsWith('text/') || /[/+]xml/.test(type)) printText(await response.text(), session)
  else await printBytes(response, session)
  // for scripts too: their users must not mistake sample data for the provider's
  if (response.headers.get('x-gateway-sample') === 'true') session.note(sampleNote)
  if (session.io.errIsTerminal) session.note(about(response))
}

const sampleNote = 'This is sample data that comes with the gateway, not data of the provider.'

function printJson(text: string, { io, json }: Pick<Session, 'io' | 'json'>): void {
  const value = parsed(text)
  // an empty answer may have the content type of others, and one that is broken off is shown as it came
  if (value === undefined) {
    printText(text, { io })
    return
  }
  const printed = json ? JSON.stringify(value) : JSON.stringify(unwrapped(value), null, 2)
  io.out(`${io.outIsTerminal ? cleanLines(printed) : printed}\n`)
}

/** Returns the content of the envelope; only programs need the envelope itself. */
function unwrapped(value: unknown): unknown {
  const wrapped = typeof value === 'object' && value !== null && Object.keys(value).length === 1 && 'data' in value
  return wrapped ? value.data : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function printText(text: string, { io }: Pick<Session, 'io'>): void {
  io.out(io.outIsTerminal ? `${cleanLines(text)}\n` : text)
}

async function printBytes(response: Response, session: Session): Promise<void> {
  if (!session.io.outIsTerminal) return copy(response, session)
  const length = response.headers.get('content-length')
  const size = length === null ? '' : ` of ${showBytes(Number(length))}`
  await response.body?.cancel()
  throw new CliError(
    `The response is a file${size} (${response.headers.get('content-type')}). Save it with --output <file>.`,
    exitCodes.usage,
  )
}

async function copy(response: Response, { io }: Session): Promise<void> {
  for await (const chunk of response.body ?? []) io.out(chunk)
}

async function save(response: Response, path: string): Promise<void> {
  if (!response.body) return
  await pipeline(Readable.fromWeb(response.body), createWriteStream(path))
}

/** Prints the data of each event on its own line (WHATWG HTML, section 9.2). */
async function printEvents(response: Response, { io }: Session): Promise<void> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of response.body ?? []) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    pending = lines.pop() ?? ''
    for (const line of lines) {
      const data = /^data: ?(.*)$/.exec(line)?.[1]
      if (data !== undefined && data !== '[DONE]') io.out(`${io.outIsTerminal ? cleanLines(data) : data}\n`)
    }
  }
}

function about({ status, headers }: Response): string {
  const left = headers.get('x-ratelimit-remaining-day')
  const notes = [
    String(status),
    headers.get('x-gateway-provider') ?? '',
    left === null ? '' : `${showCount(Number(left))} calls left today`,
  ]
  return notes.filter((fact) => fact !== '').join(', ')
}
