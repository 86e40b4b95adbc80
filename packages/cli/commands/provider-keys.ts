// gatehouse provider-keys: the keys that identify an account to providers. With --account for any account, by the
// operator key; otherwise for the account of the gateway key.
import type { Command } from 'commander'
import { showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { readSecret, readSecretParts } from '../secret-input.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'

type ProviderKey = Awaited<ReturnType<ReturnType<Session['self']>['getProviderKey']>>
type Verification = Awaited<ReturnType<ReturnType<Session['self']>['verifyProviderKey']>>

/** The four operations that an account itself and the operator share. */
interface ProviderKeys {
  list(): Promise<ProviderKey[]>
  /** Returns the names of the parts of an API's key; none if the key is one text. */
  partsOf(slug: string): Promise<readonly string[]>
  set(slug: string, body: KeyBody): Promise<ProviderKey>
  remove(slug: string): Promise<void>
  verify(slug: string): Promise<Verification>
}
type KeyBody = { key: string } | { parts: Record<string, string> }
interface AccountOption {
  readonly account?: string
}

/** Adds the commands. */
export function addProviderKeys(program: Command, shell: Shell): void {
  const group = program
    .command('provider-keys')
    .description('manage your provider keys; storing one switches that API to live')

  const list = group.command('list').description('list the stored provider keys (not the keys themselves)')
  shell.action<AccountOption>(withAccount(list), async (session, options) => {
    const providerKeys = await keysOf(session, options).list()
    session.show({ providerKeys }, () => keyTable(providerKeys, session))
  })

  addSet(group, shell)

  const remove = group
    .command('remove')
    .description('delete a provider key')
    .argument('<slug>', 'slug of the API or of one of its listings')
  shell.action<AccountOption>(withAccount(remove), async (session, options, [slug = '']) => {
    await keysOf(session, options).remove(slug)
    session.show({ slug, removed: true }, () => `The provider key of ${slug} is deleted.\n`)
  })

  const verify = group
    .command('verify')
    .description('ask the provider whether it accepts the stored key')
    .argument('<slug>', 'slug of the API or of one of its listings')
  shell.action<AccountOption>(withAccount(verify), async (session, options, [slug = '']) => {
    const result = await keysOf(session, options).verify(slug)
    session.show(result, () => `${sentenceOf(result)}\n`)
    if (!result.ok) throw new CliError(`The key of ${result.slug} is not verified.`)
  })
}

function addSet(group: Command, shell: Shell): void {
  const set = group
    .command('set')
    .description('store a provider key')
    .argument('<slug>', 'slug of the API or of one of its listings')
    .option('--key-file <file>', 'read the key from a file; - is the standard input')
    .option('--key <key>', 'the key itself; it stays in the shell history')
    .addHelpText(
      'after',
      `
Without --key-file and --key the key is asked for without being shown, or read from the standard input.
A key of several parts is asked for part by part; a file or the standard input has a JSON object of them.

Examples:
  gatehouse provider-keys set translation
  pass show deepl | gatehouse provider-keys set translation
  gatehouse provider-keys set translation --key-file /run/secrets/deepl`,
    )
  type Options = AccountOption & { keyFile?: string; key?: string }
  shell.action<Options>(withAccount(set, { otherKey: true }), async (session, options, [slug = '']) => {
    const keys = keysOf(session, options)
    const stored = await keys.set(slug, await bodyFrom(options, slug, { names: await keys.partsOf(slug), session }))
    session.show(stored, () => keyLines(stored))
    session.note(`Calls now go to the live provider. Check the key with: gatehouse provider-keys verify ${slug}`)
  })
}

async function bodyFrom(
  options: { keyFile?: string; key?: string },
  slug: string,
  { names, session }: { readonly names: readonly string[]; readonly session: Session },
): Promise<KeyBody> {
  const source = { fromOption: options.key, file: options.keyFile, prompt: `Provider key of ${slug}` }
  if (names.length === 0) return { key: await readSecret(source, session.io) }
  if (options.key !== undefined)
    throw new CliError(
      `The key of ${slug} has the parts ${names.join(', ')}. Use --key-file or the prompt.`,
      exitCodes.usage,
    )
  return { parts: await readSecretParts(source, names, session.io) }
}

function withAccount(command: Command, options: { otherKey?: boolean } = {}): Command {
  return withConnection(
    command.option('--account <id>', 'an account, by the operator key; default that of the gateway key'),
    options,
  )
}

function keysOf(session: Session, { account }: AccountOption): ProviderKeys {
  if (account === undefined) {
    const self = session.self()
    return {
      list: async () => (await self.listProviderKeys()).providerKeys,
      partsOf: async (slug) => partsIn((await self.listListings()).listings, slug),
      set: (slug, body) => self.setProviderKey({ slug, body }),
      remove: (slug) => self.removeProviderKey({ slug }),
      verify: (slug) => self.verifyProviderKey({ slug }),
    }
  }
  const operator = session.operator()
  return {
    list: async () => (await operator.listProviderKeys({ account })).providerKeys,
    partsOf: async (slug) => partsIn((await operator.listListings({ account })).listings, slug),
    set: (slug, body) => operator.setProviderKey({ account, slug, body }),
    remove: (slug) => operator.removeProviderKey({ account, slug }),
    verify: (slug) => operator.verifyProviderKey({ account, slug }),
  }
}

function partsIn(listings: readonly { slug: string; api: string; keyParts?: string[] }[], slug: string): string[] {
  return listings.find((listing) => listing.api === slug || listing.slug === slug)?.keyParts ?? []
}

function stateOf({ placeholder, verifiedAt }: ProviderKey): string {
  if (placeholder) return 'placeholder'
  return verifiedAt === null ? 'not verified' : 'verified'
}

function keyTable(keys: readonly ProviderKey[], session: Session): string {
  if (keys.length === 0) return 'No provider key is stored. Store one with: gatehouse provider-keys set <slug>\n'
  const columns = [
    ...[{ title: 'API' }, { title: 'TITLE' }, { title: 'ENDS WITH' }, { title: 'VERSION', right: true }],
    ...[{ title: 'STATE' }, { title: 'STORED (UTC)' }],
  ]
  const rows = keys.map((key) => [
    ...[key.slug, key.title, hintOf(key), String(key.version)],
    ...[stateOf(key), showTime(key.updatedAt)],
  ])
  return table(columns, rows, session)
}

function keyLines(key: ProviderKey): string {
  return pairs([
    ['api', key.slug],
    ['ends with', hintOf(key)],
    ['version', String(key.version)],
    ['state', stateOf(key)],
  ])
}

function hintOf({ hint, parts, placeholder }: ProviderKey): string {
  if (parts) return parts.map(({ name, hint: end }) => `${name}: ${end === '' ? '-' : `…${end}`}`).join(', ')
  return placeholder || hint === '' ? '-' : `…${hint}`
}

function sentenceOf({ slug, verdict, status }: Verification): string {
  if (verdict === 'accepted') return `The provider of ${slug} accepts the key.`
  if (verdict === 'refused')
    return `The provider of ${slug} refuses the key (${status}). Store another with: gatehouse provider-keys set ${slug}`
  return `The provider of ${slug} answered ${status}, which says nothing about the key. Try again later.`
}
