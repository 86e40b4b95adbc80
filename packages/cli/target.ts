// The gateway and keys of a command: options first, then the environment, then the files of a gateway on this machine.
// Keys from files go only to this machine or to the address in the same file.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CliError, exitCodes } from './failure.ts'
import type { Io } from './io.ts'
import { memberOf } from './member.ts'

/** Options of every command. */
export interface ConnectionOptions {
  readonly url?: string
  readonly key?: string
  readonly adminKey?: string
  readonly data?: string
}
export interface Target {
  readonly url: string
  readonly marketUrl: string
  readonly key: string | undefined
  readonly marketKey: string | undefined
  readonly adminKey: string | undefined
  /** The data folder that was searched. */
  readonly dataDir: string
  /** Address of the gateway whose keys are in the folder, if it differs from this one: the keys are not sent. */
  readonly keysOfOther: string | undefined
}

/** Names that only the command line reads; a gateway refuses unknown settings. */
const ownNames = new Set(['GATEHOUSE_URL', 'GATEHOUSE_KEY', 'GATEHOUSE_MARKET_URL', 'GATEHOUSE_MARKET_KEY'])

/** Returns the environment for a gateway that this process starts. */
export function gatewayEnvironment(env: Io['env']): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value !== undefined && !ownNames.has(name)) passed[name] = value
  return passed
}

/** Reads the target. Throws CliError if an address is not http or https. */
export function readTarget(options: ConnectionOptions, io: Pick<Io, 'env' | 'cwd'>): Target {
  const { env, cwd } = io
  const dataDir = resolve(cwd, options.data ?? env.GATEHOUSE_DATA ?? './data')
  const first = readFirstRun(join(dataDir, 'first-run.json'))
  const ownUrl = first.baseUrl ?? `http://127.0.0.1:${env.GATEHOUSE_PORT ?? '8787'}`
  const url = readUrl(options.url ?? env.GATEHOUSE_URL ?? ownUrl)
  const isOwn = url === readUrl(ownUrl) || isLoopback(url)
  const files = isOwn ? first : {}
  const adminFile = files === first ? readLine(join(dataDir, 'admin.key')) : undefined
  return {
    url,
    marketUrl: readUrl(env.GATEHOUSE_MARKET_URL ?? files.marketUrl ?? url),
    key: options.key ?? env.GATEHOUSE_KEY ?? files.gatewayKey,
    marketKey: env.GATEHOUSE_MARKET_KEY ?? files.marketKey,
    adminKey: options.adminKey ?? env.GATEHOUSE_ADMIN_KEY ?? adminFile ?? files.adminKey,
    dataDir,
    keysOfOther: isOwn || Object.keys(first).length === 0 ? undefined : readUrl(ownUrl),
  }
}

/** Returns the key. Throws CliError naming the possible sources. */
export function requireKey(target: Target, kind: 'key' | 'adminKey' | 'marketKey'): string {
  const key = target[kind]
  if (key !== undefined && key !== '') return key
  const ways = {
    key: 'No gateway key is known. Pass one with --key or GATEHOUSE_KEY',
    adminKey: 'No operator key is known. Pass it with --admin-key or GATEHOUSE_ADMIN_KEY',
    marketKey: 'No market key is known. Pass one with GATEHOUSE_MARKET_KEY',
  }
  const { url, dataDir, keysOfOther } = target
  const files = keysOfOther
    ? `: the keys in ${dataDir} are those of ${keysOfOther} and are not sent to ${url}.`
    : ', or name the data folder of a gateway on this machine with --data.'
  throw new CliError(`${ways[kind]}${files}`, exitCodes.usage)
}

/** The file that the first start writes to its data folder. */
interface FirstRun {
  readonly gatewayKey?: string
  readonly marketKey?: string
  readonly adminKey?: string
  readonly baseUrl?: string
  readonly marketUrl?: string
}
const firstRunNames = ['gatewayKey', 'marketKey', 'adminKey', 'baseUrl', 'marketUrl'] as const

function readFirstRun(path: string): FirstRun {
  const value = parsed(readText(path))
  const entries = firstRunNames.flatMap((name) => {
    const text = memberOf(value, name)
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : []
  })
  return Object.fromEntries(entries)
}

function readLine(path: string): string | undefined {
  return readText(path)?.trim() || undefined
}

/** Reads a file; missing or unreadable counts as absent, and the keys then come from another source or are missing. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CliError(`${text} is not an address. Write it like http://127.0.0.1:8787`, exitCodes.usage)
  return text.replace(/(?<!\/)\/+$/, '')
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
