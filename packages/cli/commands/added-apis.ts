// gatehouse apis add, update, list, show, export, remove: APIs from OpenAPI descriptions of the operator's own.
import type { Command } from 'commander'
import { readDocument } from '../document-input.ts'
import { CliError, exitCodes } from '../failure.ts'
import { confirm } from '../question.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { clean, pairs, table } from '../table.ts'

type Added = Awaited<ReturnType<ReturnType<Session['operator']>['getAddedApi']>>
type Change = Added['changes'][number]

interface DocumentOptions {
  readonly title?: string
  readonly base?: string
  readonly server?: readonly string[]
  readonly check?: string
  readonly open?: boolean
  readonly scheme?: readonly string[]
  readonly keyHeader?: string
  readonly keyQuery?: string
  readonly tokenUrl?: string
  readonly scopes?: string
  readonly dryRun?: boolean
  readonly yes?: boolean
}
interface AddOptions extends DocumentOptions {
  readonly slug?: string
}

/** Adds the commands to the group `apis`. */
export function addAddedApis(group: Command, shell: Shell): void {
  addAdd(group, shell)
  addUpdate(group, shell)

  const list = group.command('list').description('list the APIs that were added')
  shell.action(withConnection(list), async (session) => {
    const { apis } = await session.operator().listApis()
    const added = apis.filter((one) => one.added)
    session.show({ apis: added }, () => listTable(added, session))
  })

  const show = group.command('show').description('show an added API').argument('<slug>', 'slug of the added API')
  shell.action(withConnection(show), async (session, _options, [slug = '']) => {
    const api = await session.operator().getAddedApi({ slug })
    session.show(api, () => textOf(api))
  })

  const exported = group
    .command('export')
    .description('print the document of an added API as it was given')
    .argument('<slug>', 'slug of the added API')
  shell.action(withConnection(exported), async (session, _options, [slug = '']) => {
    session.io.out(await session.operator().getAddedDocument({ slug }))
  })

  const remove = group
    .command('remove')
    .description('remove an added API, with the provider keys and settings of all accounts; the record of calls stays')
    .argument('<slug>', 'slug of the added API')
    .option('--yes', 'do not ask')
  shell.action<{ yes?: boolean }>(withConnection(remove), async (session, { yes }, [slug = '']) => {
    const { title } = await session.operator().getAddedApi({ slug })
    await confirm(`Remove ${title} (${slug}), with the provider keys that are stored for it?`, session.io, yes)
    await session.operator().removeApi({ slug })
    session.show({ slug, removed: true }, () => `${slug} is removed.\n`)
  })
}

function addAdd(group: Command, shell: Shell): void {
  const add = group
    .command('add')
    .description('add an API from an OpenAPI description, without a restart')
    .argument('<source>', 'file or address of the document; - is the standard input')
    .option('--slug <slug>', 'slug of the new API; by default made from the title')
  withDocumentOptions(add).addHelpText(
    'after',
    `
OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0, JSON or YAML, up to 32 MiB. An address is fetched by this command, not by the
gateway. A document names only public https addresses; any other needs --base.

Examples:
  gatehouse apis add petstore.yaml --dry-run
  gatehouse apis add https://example.com/openapi.json --slug example --yes
  gatehouse apis add internal.yaml --base http://localhost:3000 --check gateway`,
  )
  shell.action<AddOptions>(withConnection(add), async (session, options, [source = '']) => {
    const body = await readDocument(source, session.io)
    const input = { ...inputOf(options), ...(options.slug !== undefined && { slug: options.slug }), body }
    const preview = await session.operator().addApi({ ...input, dryRun: true }, { timeoutMs })
    if (options.dryRun) return session.show(preview, () => textOf(preview))
    session.note(textOf(preview).trimEnd())
    await confirm(`Add it as ${preview.slug}?`, session.io, options.yes)
    const added = await session.operator().addApi(input, { timeoutMs })
    session.show(added, () => `${clean(added.title)} is added as ${added.slug}.\n`)
  })
}

function addUpdate(group: Command, shell: Shell): void {
  const update = group
    .command('update')
    .description('replace the document or the options of an added API, and show what changes')
    .argument('<slug>', 'slug of the added API')
    .argument('[source]', 'file or address of the new document; - is the standard input; by default the stored one')
  withDocumentOptions(update).addHelpText(
    'after',
    `
Options that are not given keep their values. Changes that break callers, or send stored keys elsewhere, are marked
with ! and need --yes, or your answer at a terminal.

Example:
  gatehouse apis update petstore petstore-2.yaml`,
  )
  shell.action<DocumentOptions>(withConnection(update), async (session, options, [slug = '', source]) => {
    const operator = session.operator()
    const body =
      source === undefined
        ? new Uint8Array(await operator.getAddedDocument({ slug }))
        : await readDocument(source, session.io)
    const input = { ...inputOf(options), slug, body }
    const preview = await operator.updateApi({ ...input, dryRun: true }, { timeoutMs })
    if (options.dryRun) return session.show(preview, () => textOf(preview) + changesOf(preview))
    session.note(changesOf(preview).trimEnd())
    const breaks = preview.changes.some((one) => one.breaking)
    if (breaks && !options.yes && !(session.io.stdin.isTTY && session.io.errIsTerminal))
      throw new CliError(`These changes break callers of ${slug}. Repeat with --yes to make them nevertheless.`)
    if (breaks) await confirm(`These changes break callers of ${slug}. Make them?`, session.io, options.yes)
    const updated = await operator.updateApi({ ...input, confirm: breaks }, { timeoutMs })
    session.show(updated, () => `${slug} is updated (revision ${updated.revision}).\n`)
  })
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** Reading takes at most 10 s; a queue and a slow connection come on top. */
const timeoutMs = 120_000

function withDocumentOptions(command: Command): Command {
  return command
    .option('--title <title>', 'title in place of the one in the document')
    .option('--base <address>', 'base address of live calls in place of those in the document')
    .option('--server <name=value>', 'value of a variable in the base address of the document; repeatable', collect)
    .option('--check <side>', 'who checks parameters and bodies: gateway or provider (the default)')
    .option('--open', 'forward paths below the base address that the document does not name')
    .option('--no-open', 'forward only what the document names (the default)')
    .option('--scheme <name>', 'security scheme whose key is stored, if there are several; repeatable', collect)
    .option('--key-header <name>', 'header for the key of every operation, whatever the document says')
    .option('--key-query <name>', 'query parameter for the key of every operation')
    .option('--token-url <address>', 'where tokens for client credentials come from')
    .option('--scopes <scopes>', 'scopes of these tokens, separated by spaces')
    .option('--dry-run', 'only show what would become of the document')
    .option('--yes', 'do not ask')
}

function inputOf({ title, base, server, check, open, scheme, ...keys }: DocumentOptions) {
  const { keyHeader, keyQuery, tokenUrl, scopes } = keys
  return {
    ...(title !== undefined && { title }),
    ...(base !== undefined && { base }),
    ...(server !== undefined && { server: [...server] }),
    ...(check !== undefined && { check: checkIn(check) }),
    ...(open !== undefined && { open }),
    ...(scheme !== undefined && { scheme: [...scheme] }),
    ...(keyHeader !== undefined && { keyHeader }),
    ...(keyQuery !== undefined && { keyQuery }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(scopes !== undefined && { scopes }),
  }
}

function checkIn(side: string): 'gateway' | 'provider' {
  if (side === 'gateway' || side === 'provider') return side
  throw new CliError('--check is gateway or provider.', exitCodes.usage)
}

function textOf(api: Added): string {
  const lines = pairs([
    ['slug', api.slug],
    ['title', api.title],
    ['document', `version ${api.version || '-'}, OpenAPI ${api.openapi}`],
    ['base address', api.base ?? '-'],
    ['operations', `${api.operations} taken, ${api.leftOutTotal} parts left out`],
    ...api.elsewhere.map(({ address, operations }): [string, string] => [
      'elsewhere',
      `${operations} operations at ${clean(address)}; add them as another API with --base`,
    ]),
    ['checked by', api.open ? `${api.check}; other paths are forwarded too` : api.check],
    ...api.keys.map(({ name, sent }): [string, string] => ['key', `${sent} (${name})`]),
    ...(api.otherKeys.length > 0 ? [['other keys', api.otherKeys.join(', ')] as const] : []),
  ])
  const leftOut = api.leftOut.map(({ pointer, reason }) => `  ${clean(pointer)}: ${clean(reason)}\n`)
  const parts = [lines, ...(leftOut.length > 0 ? ['left out:\n', ...leftOut] : [])]
  return [...parts, ...(api.firstCall === null ? [] : [`first call:\n${api.firstCall}\n`])].join('')
}

function changesOf({ changes, changesTotal }: Added): string {
  if (changesTotal === 0) return 'No operation changes.\n'
  const more = changesTotal > changes.length ? `  … and ${changesTotal - changes.length} more\n` : ''
  return `${changes.map(lineOf).join('')}${more}`
}

const lineOf = ({ change, breaking }: Change): string => `${breaking ? '!' : ' '} ${clean(change)}\n`

function listTable(apis: readonly { slug: string; title: string; endpoints: number }[], session: Session): string {
  if (apis.length === 0) return 'No API has been added yet. Add one with: gatehouse apis add <file or address>\n'
  const columns = [{ title: 'SLUG' }, { title: 'TITLE' }, { title: 'ENDPOINTS', right: true }]
  return table(
    columns,
    apis.map(({ slug, title, endpoints }) => [slug, title, String(endpoints)]),
    session,
  )
}
