// Shared parts of all commands: connection options, clients, results as a table or as JSON, and the exit on failure.
import type { Command } from 'commander'
import { connect, connectMarket, type Gateway, type MarketClient } from '#client'
import { describeFailure } from './failure.ts'
import type { Io } from './io.ts'
import { clean } from './table.ts'
import { type ConnectionOptions, readTarget, requireKey, type Target } from './target.ts'

/** A running command. */
export interface Session {
  readonly io: Io
  /** True if results are printed as JSON. */
  readonly json: boolean
  readonly target: Target
  /** The operator API. Throws CliError if no operator key is known. */
  operator(): Gateway['admin']
  /** The self-service API. Throws CliError if no gateway key is known. */
  self(): Gateway['me']
  /** The item market. Throws CliError if no market key is known. */
  market(): MarketClient
  /** The operator's part of the item market. Throws CliError if no operator key is known. */
  marketOperator(): Gateway['itemMarketOperator']
  /** The operator's part of model routing. Throws CliError if no operator key is known. */
  models(): Gateway['modelRoutingOperator']
  /** Prints a result: `value` as JSON, or the text. */
  show(value: unknown, text: () => string): void
  /** Prints a line for people beside the result; nothing with --json. */
  note(line: string): void
  /** True if titles are bold, as on a terminal. */
  readonly styled: boolean
}
type Options = ConnectionOptions & { readonly json?: boolean }
/** The work of a command: options and arguments as commander parsed them. */
type Work<O> = (session: Session, options: O, args: readonly string[]) => Promise<void> | void

export interface Shell {
  readonly io: Io
  /** Creates the action of a command. A failure is printed and becomes the exit code. */
  action<O extends object>(command: Command, work: Work<O>): void
  /** The exit code. */
  readonly exitCode: number
}

/** Creates the shell of one run. */
export function createShell(io: Io): Shell {
  const state = { exitCode: 0 }
  return {
    io,
    get exitCode() {
      return state.exitCode
    },
    action(command, work) {
      command.action(async () => {
        const options = connectionOf(command)
        let url = options.url ?? ''
        try {
          const target = readTarget(options, io)
          url = target.url
          await work(sessionOf(io, options, target), command.opts(), command.args)
        } catch (error) {
          state.exitCode = tellFailure(io, { error, url, json: options.json === true })
        }
      })
    },
  }
}

/** Returns the connection options: the command's own override the program's. */
function connectionOf(command: Command): Options {
  const above: Options = command.parent ? connectionOf(command.parent) : {}
  const { key, gatewayKey, ...own }: Options & { gatewayKey?: string } = command.opts()
  const ownKey = command.options.some(({ long }) => long === gatewayKeyOption) ? gatewayKey : key
  return { ...above, ...own, ...(ownKey !== undefined && { key: ownKey }) }
}

/** The name of `--key` on commands that use `--key` for another key. */
const gatewayKeyOption = '--gateway-key'

/** Adds connection options to a command or to the program. */
export function withConnection(command: Command, options: { otherKey?: boolean } = {}): Command {
  const keyOption = options.otherKey ? gatewayKeyOption : '--key'
  return command
    .optionsGroup('Connection:')
    .option('--url <address>', 'address of the gateway (GATEHOUSE_URL)')
    .option(`${keyOption} <key>`, 'gateway key (GATEHOUSE_KEY)')
    .option('--admin-key <key>', 'operator key (GATEHOUSE_ADMIN_KEY)')
    .option('--data <folder>', 'data folder of a gateway on this machine (GATEHOUSE_DATA)')
    .option('--json', 'print JSON')
}

function sessionOf(io: Io, options: Options, target: Target): Session {
  const json = options.json === true
  const client = () =>
    connect({ url: target.url, key: target.key ?? '', operator: { key: target.adminKey ?? '' }, retries: 1 })
  return {
    io,
    json,
    target,
    styled: io.outIsTerminal && !io.env.NO_COLOR,
    operator() {
      requireKey(target, 'adminKey')
      return client().admin
    },
    self() {
      requireKey(target, 'key')
      return client().me
    },
    market: () => connectMarket({ url: target.marketUrl, key: requireKey(target, 'marketKey'), retries: 1 }),
    marketOperator() {
      requireKey(target, 'adminKey')
      return client().itemMarketOperator
    },
    models() {
      requireKey(target, 'adminKey')
      return client().modelRoutingOperator
    },
    show: (value, text) => io.out(json ? `${JSON.stringify(value, null, 2)}\n` : text()),
    note: (line) => {
      if (!json) io.err(`${line}\n`)
    },
  }
}

function tellFailure(io: Io, failure: { error: unknown; url: string; json: boolean }): number {
  const { exitCode, ...shown } = describeFailure(failure.error, failure.url)
  io.err(failure.json ? `${JSON.stringify({ error: shown })}\n` : `gatehouse: ${clean(shown.message)}\n`)
  return exitCode
}
