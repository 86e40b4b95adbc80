// gatehouse completion: a script for the shell that completes commands, APIs and endpoints.
import { Argument, type Command } from 'commander'
import { fetchDocument, fetchSlugs } from '../call/document.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'

/** Adds the command. */
export function addCompletion(program: Command, shell: Shell): void {
  const completion = program
    .command('completion')
    .description('print a script that completes commands, APIs and endpoints in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      '\nTo load it: source <(gatehouse completion bash). It needs `gatehouse` on the path, which `npm link` in the clone puts there.',
    )
  shell.action(completion, async ({ io }, _options, [name = '']) => io.out(scripts[name] ?? ''))

  const words = program.command('complete', { hidden: true }).argument('[words...]').allowUnknownOption()
  shell.action(withConnection(words), async (session, _options, typed) => {
    const candidates = await candidatesFor(program, session, typed)
    session.io.out(candidates.map((word) => `${word}\n`).join(''))
  })
}

/** Returns the possible next words; none if that requires an unreachable gateway. */
async function candidatesFor(program: Command, session: Session, typed: readonly string[]): Promise<string[]> {
  const [command, slug] = typed
  if (command === undefined) return visibleOf(program)
  const takesApi = command === 'call' || command === 'apis' || command === 'import'
  if (!takesApi) return typed.length === 1 ? visibleOf(program.commands.find((one) => one.name() === command)) : []
  try {
    if (slug === undefined) return await fetchSlugs(session.target.url)
    if (command !== 'call' || typed.length > 2) return []
    return (await fetchDocument(session.target.url, slug)).operations.map(({ id }) => id)
  } catch {
    return []
  }
}

function visibleOf(command: Command | undefined): string[] {
  return command
    ? command
        .createHelp()
        .visibleCommands(command)
        .map((one) => one.name())
    : []
}

const bash = `_gatehouse() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=($(compgen -W "$(gatehouse complete -- "\${words[@]}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _gatehouse gatehouse
`
const zsh = `#compdef gatehouse
_gatehouse() {
  local -a candidates
  candidates=("\${(@f)$(gatehouse complete -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  compadd -- $candidates
}
compdef _gatehouse gatehouse
`
const fish = `complete -c gatehouse -f -a '(gatehouse complete -- (commandline -opc)[2..] 2>/dev/null)'
`
const scripts: Readonly<Record<string, string>> = { bash, zsh, fish }
