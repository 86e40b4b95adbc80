// The program: all commands, their help, and the errors of an invalid command line.
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addAccounts } from './commands/accounts.ts'
import { addApis } from './commands/apis.ts'
import { addBackup } from './commands/backup.ts'
import { addCall } from './commands/call.ts'
import { addCalls } from './commands/calls.ts'
import { addClient } from './commands/client.ts'
import { addCompletion } from './commands/completion.ts'
import { addDoctor } from './commands/doctor.ts'
import { addDrift } from './commands/drift.ts'
import { addEngines } from './commands/engines.ts'
import { addEvents } from './commands/events.ts'
import { addHealthcheck } from './commands/healthcheck.ts'
import { addImport } from './commands/import.ts'
import { addKeys } from './commands/keys.ts'
import { addLogs } from './commands/logs.ts'
import { addMarket } from './commands/market.ts'
import { addMcp } from './commands/mcp.ts'
import { addModels } from './commands/models.ts'
import { addOpen } from './commands/open.ts'
import { addPlans } from './commands/plans.ts'
import { addPrices } from './commands/prices.ts'
import { addProviderKeys } from './commands/provider-keys.ts'
import { addRecord } from './commands/record.ts'
import { addSandbox } from './commands/sandbox.ts'
import { addSpending } from './commands/spending.ts'
import { addStart } from './commands/start.ts'
import { addUpgrade } from './commands/upgrade.ts'
import { addUsage } from './commands/usage.ts'
import { addVault } from './commands/vault.ts'
import { addWebhooks } from './commands/webhooks.ts'
import { CliError, exitCodes } from './failure.ts'
import type { Io } from './io.ts'
import { createShell, withConnection } from './shell.ts'

const help = `
Address and keys come from the options, else from GATEHOUSE_URL, GATEHOUSE_KEY and GATEHOUSE_ADMIN_KEY, else from
the files of a gateway on this machine: <data>/first-run.json and <data>/admin.key, where <data> is --data,
GATEHOUSE_DATA or ./data; installed from a package, the last is ~/.local/share/gatehouse or what this platform has
instead. The market is called with GATEHOUSE_MARKET_URL and GATEHOUSE_MARKET_KEY.

Exit codes: 0 ok, 1 failed, 2 wrong command line, 3 gateway not reachable, 4 refused, 5 not found, 6 quota or budget used up.

First steps:
  gatehouse start
  gatehouse apis
  gatehouse call randomness dice --count 2`

/** Runs one command line, without the program's own name; returns the exit code. Never throws. */
export async function run(words: readonly string[], io: Io): Promise<number> {
  const shell = createShell(io)
  const program = new Command('gatehouse')
    .description('One address and one key for many data APIs.')
    .version(version(), '--version', 'print the version')
    .enablePositionalOptions()
    .showHelpAfterError('(see --help)')
    .addHelpText('after', help)
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'gatehouse: ')),
    })
    .exitOverride()
  withConnection(program)
  addStart(program, shell)
  addApis(program, shell)
  addClient(program, shell)
  addCall(program, shell)
  addProviderKeys(program, shell)
  addUsage(program, shell)
  addSpending(program, shell)
  addCalls(program, shell)
  addLogs(program, shell)
  addEvents(program, shell)
  addWebhooks(program, shell)
  addAccounts(program, shell)
  addKeys(program, shell)
  addPlans(program, shell)
  addPrices(program, shell)
  addSandbox(program, shell)
  addDrift(program, shell)
  addRecord(program, shell)
  addImport(program, shell)
  addEngines(program, shell)
  addMarket(program, shell)
  addMcp(program, shell)
  addModels(program, shell)
  addVault(program, shell)
  addBackup(program, shell)
  addUpgrade(program, shell)
  addHealthcheck(program, shell)
  addDoctor(program, shell)
  addOpen(program, shell)
  addCompletion(program, shell)
  try {
    await program.parseAsync(words, { from: 'user' })
    return shell.exitCode
  } catch (error) {
    return wrongLine(error, io)
  }
}

/** Returns the exit code of a parse error; help and version are errors too, which commander has already printed. */
function wrongLine(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  io.err(`gatehouse: ${error instanceof Error ? error.message : String(error)}\n`)
  return error instanceof CliError ? error.exitCode : exitCodes.failed
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const value =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined
  return typeof value === 'string' ? value : 'unknown'
}
