// The file of scripts that embedded providers follow (GATEHOUSE_SCRIPTS). Each process counts for itself.
import { readFile } from 'node:fs/promises'
import type { Log } from '#define'
import type { ScriptProblem, Scripts } from '#define/scripts'
import type { LoadedApi } from '../process/load-apis.ts'
import { StartRefused } from '../process/start-refused.ts'

export interface FileScripts extends Scripts {
  /** Logs the rules that have matched no call. */
  reportUnmatched(): void
}

const maxLength = 4 * 1024 * 1024

/**
 * Reads the file, JSON or YAML. Throws StartRefused with the line of what the API that follows scripts cannot follow.
 */
export async function readScriptsFile(
  path: string,
  apis: readonly Pick<LoadedApi, 'provider'>[],
  log: Pick<Log, 'warn'>,
): Promise<FileScripts> {
  const check = apis.find(({ provider }) => provider?.checkScripts)?.provider?.checkScripts
  if (!check) throw new StartRefused('GATEHOUSE_SCRIPTS is set, but no API of this gateway follows scripts. Unset it.')
  const { scripts, lineOf } = await parse(path, await read(path))
  const found = await check(scripts)
  if (found) throw refusal(path, lineOf(found.rule), found.problem)
  return countInMemory(scripts, (rule) =>
    log.warn('a rule of the scripts has matched no call', { path, line: lineOf(rule) }),
  )
}

async function read(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8')
    if (text.length > maxLength) throw new StartRefused(`${path} is longer than 4 MiB.`)
    return text
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause
    throw new StartRefused(`GATEHOUSE_SCRIPTS names ${path}, which cannot be read: ${String(cause)}`)
  }
}

interface ParsedFile {
  readonly scripts: object
  /** Returns the line at which a rule begins; the first line for the whole. */
  lineOf(rule: ScriptProblem['rule']): number
}

async function parse(path: string, text: string): Promise<ParsedFile> {
  const { LineCounter, isNode, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const [error] = document.errors
  if (error) throw refusal(path, lineCounter.linePos(error.pos[0]).line, error.message)
  const scripts: unknown = document.toJS()
  if (typeof scripts !== 'object' || scripts === null) throw refusal(path, 1, 'scripts are an object with rules')
  return {
    scripts,
    lineOf(rule) {
      const node = rule === undefined ? undefined : document.getIn(['rules', rule], true)
      return isNode(node) && node.range ? lineCounter.linePos(node.range[0]).line : 1
    },
  }
}

const refusal = (path: string, line: number, problem: string) => new StartRefused(`${path}, line ${line}: ${problem}.`)

function countInMemory(scripts: object, reportRule: (rule: number) => void): FileScripts {
  const counts = new Map<number, number>()
  const rules: unknown = 'rules' in scripts ? scripts.rules : []
  return {
    current: async () => scripts,
    async countMatch(rule) {
      const count = (counts.get(rule) ?? 0) + 1
      counts.set(rule, count)
      return count
    },
    reportUnmatched() {
      for (const rule of Array.isArray(rules) ? rules.keys() : []) if (!counts.has(rule)) reportRule(rule)
    },
  }
}
