// The calls that the tests of an API make, taken from a run of them.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Example } from '#define/reflect'
import { modulesOf } from '../../scripts/shared-processes.ts'
import { projectFolder } from '../harness/program.ts'

/** A call as a handler got it. */
export interface NotedCall {
  readonly id: string
  readonly params: Readonly<Record<string, unknown>>
  /** JSON, or fields of which some are files. */
  readonly body?: unknown
  /** A body of bytes, in base64. */
  readonly bytes?: string
  readonly contentType?: string
  /** The answer, if it is JSON. */
  readonly output?: Example['output']
}

/** Runs test files of an API, and returns the calls that reach its provider, each once, in order. */
export async function callsOf(slug: string, files: readonly string[]): Promise<NotedCall[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-calls-'))
  try {
    const path = join(folder, 'calls.jsonl')
    const noted = { ...oneDatabase, GATEHOUSE_NOTED_API: slug, GATEHOUSE_NOTED_CALLS: path }
    for (const module of modulesOf(files, { root: projectFolder, folder })) await run(module, noted)
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
    return onlyOnce(lines.map((line): NotedCall => JSON.parse(line)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The other databases get the same calls. */
const nowhere = '127.0.0.1:1'
const oneDatabase = {
  CI: 'false',
  GATEHOUSE_TEST_POSTGRES: `postgres://${nowhere}/none`,
  GATEHOUSE_TEST_REDIS: `redis://${nowhere}`,
}

/** Returns the test files of an API that call its provider, those named after its behaviour first. */
export function suiteOf(slug: string): string[] {
  const opens = /\/world\.ts'|#provider\/test'|open-gateway\.ts'/
  const isNamed = (file: string) => file.endsWith('behaviour.test.ts')
  return globSync(`apis/${slug}/**/*.test.ts`, { cwd: projectFolder })
    .filter((file) => opens.test(readFileSync(join(projectFolder, file), 'utf8')))
    .sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)) || (one < other ? -1 : 1))
}

function run(module: string, noted: Readonly<Record<string, string>>): Promise<void> {
  // in the form of `npm test`, whose calls are enough
  const { NODE_TEST_CONTEXT: _test, GATEHOUSE_FUZZ_SEED: _seed, ...env } = process.env
  const flags = ['--import=./tests/harness/fixed-seed.ts', '--import=./tests/sandboxes/note-calls.ts']
  const child = spawn(process.execPath, [...flags, module], {
    cwd: projectFolder,
    env: { ...env, ...noted },
    stdio: 'ignore',
    timeout: longestRunMs,
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
}

const longestRunMs = 300_000

function onlyOnce(calls: readonly NotedCall[]): NotedCall[] {
  const seen = new Set<string>()
  return calls.filter(({ output: _, ...call }) => {
    const text = JSON.stringify(call)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
}
