// gatehouse call: calls any endpoint of any API once, with parameters by their own names.
import type { Command } from 'commander'
import { printAnswer } from '../call/answer.ts'
import { readArguments } from '../call/arguments.ts'
import { fetchDocument, type Operation, operationOf } from '../call/document.ts'
import { exchangeOf } from '../call/exchange.ts'
import { send } from '../request.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { table } from '../table.ts'
import { printEndpoints } from './apis.ts'

/** Adds the command. */
export function addCall(program: Command, shell: Shell): void {
  const call = program
    .command('call')
    .description('call an endpoint')
    .argument('<slug>', 'listing')
    .argument('<endpoint>', 'endpoint, as listed by gatehouse apis <slug>')
    .argument('[parameters...]', '--name value for each parameter; repeat it for lists')
    .passThroughOptions()
    .allowUnknownOption()
    .addHelpText(
      'after',
      `
After the endpoint:
  --<name> <value>      a parameter; an object as JSON; --<name>=<value> when the value begins with --
  --body <json|@file>   body of the call; @- is the standard input
  --form <name=value>   field of a form, name=@file for a file; may be repeated
  --query <name=value>  query parameter that is not declared; may be repeated
  --header <name=value> header, such as x-gateway-provider=live; may be repeated
  --stream              ask for server-sent events; each is printed as it comes
  --raw                 print the bytes of the answer as they are
  --output <file>       keep the answer in a file
  --help                show the parameters of the endpoint

Options of the connection stand before the slug.

Examples:
  gatehouse call randomness dice --count 2
  gatehouse call exchange-rates onDate --date 2024-05-02 --base SEK
  gatehouse call --json translation translate --body '{"text":["Good morning"],"target_lang":"DE"}'`,
    )
  shell.action(withConnection(call), async (session, _options, [slug = '', id = '', ...words]) => {
    // `call <slug> --help` lists the endpoints: without one, there are no parameters to show
    if (id === '--help' || id === '-h') return printEndpoints(slug, session)
    const document = await fetchDocument(session.target.url, slug)
    const operation = operationOf(document, id)
    const args = readArguments(words, operation)
    if (args.help) return printHelp(operation, session)
    const { url, options } = await exchangeOf({ document, operation, args }, session.target, () => readStdin(session))
    await printAnswer(await send(url, options), session, args)
  })
}

function printHelp(operation: Operation, session: Session): void {
  const { id, method, path, summary, parameters, bodyTypes, bodyMembers } = operation
  const rows = parameters.map(({ name, required, type, doc }) => [`--${name}`, type, required ? 'required' : '', doc])
  const columns = [{ title: 'PARAMETER' }, { title: 'TYPE' }, { title: '' }, { title: 'MEANING' }]
  const list = rows.length > 0 ? `\n${table(columns, rows, session)}` : ''
  const body = bodyTypes.length > 0 ? `\nBody: ${bodyTypes.join(' or ')}\n${membersTable(bodyMembers, session)}` : ''
  session.io.out(`${id}: ${summary}\n${method} ${path}\n${list}${body}`)
}

function membersTable(members: Operation['bodyMembers'], session: Session): string {
  if (members.length === 0) return ''
  const columns = [{ title: 'MEMBER' }, { title: 'TYPE' }, { title: '' }, { title: 'MEANING' }]
  const rows = members.map(({ name, type, required, doc }) => [name, type, required ? 'required' : '', doc])
  return `\n${table(columns, rows, session)}`
}

async function readStdin({ io }: Session): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
