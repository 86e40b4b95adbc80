// gatehouse webhooks: addresses to which events are sent, and what came of it.
import { setTimeout } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { readDuration, readLimit, readPast, showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { allPages } from '../pages.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'

/** The endpoints of webhooks, which are the same for an account and for the operator. */
type Api = Pick<
  ReturnType<Session['self']>,
  | 'createWebhook'
  | 'listWebhooks'
  | 'testWebhook'
  | 'listDeliveries'
  | 'retryDelivery'
  | 'rotateWebhook'
  | 'deleteWebhook'
  | 'recoverWebhook'
>
type Webhook = Awaited<ReturnType<Api['listWebhooks']>>['webhooks'][number]
type Delivery = Awaited<ReturnType<Api['listDeliveries']>>['deliveries'][number]
interface Whose {
  readonly all?: boolean
}

const usualDeliveries = 50
/** The longest wait for the answer to a test: an attempt ends within 15 s. */
const testMs = 20_000
const testPollMs = 500

/** Adds the commands. */
export function addWebhooks(program: Command, shell: Shell): void {
  const group = program.command('webhooks').description('webhooks: addresses to which events are sent')
  const add = (line: string, description: string) =>
    withConnection(
      group
        .command(line)
        .description(description)
        .option('--all', 'of the operator, for events of all accounts (needs the operator key)'),
    )
  addCreate(add('create <url>', 'create a webhook; its secret is shown only once'), shell)
  shell.action<Whose>(add('list', 'list the webhooks'), async (session, { all }) => {
    const { webhooks } = await apiOf(session, all).listWebhooks()
    session.show({ webhooks }, () => webhookTable(webhooks, session))
  })
  addTest(add('test <id>', 'send a message, and wait for the answer'), shell)
  addDeliveries(add('deliveries <id>', 'list what was sent, the newest event first'), shell)
  const retry = add('retry <id> <event>', 'send an event again')
  shell.action<Whose>(retry, async (session, { all }, [id = '', event = '']) => {
    await apiOf(session, all).retryDelivery({ id, event })
    session.show({ id, event, retried: true }, () => `${event} is sent again.\n`)
  })
  const rotate = add('rotate <id>', 'replace the secret').option(
    '--grace <duration>',
    'how long messages are also signed by the old secret',
    readDuration,
    86_400_000,
  )
  shell.action<Whose & { grace: number }>(rotate, async (session, { all, grace }, [id = '']) => {
    const body = { graceSeconds: Math.ceil(grace / 1000) }
    const rotated = await apiOf(session, all).rotateWebhook({ id, body })
    session.show(rotated, () => pairs([['secret', rotated.secret]]))
    session.note('This secret is shown only once.')
  })
  const recover = add('recover <id>', 'send again what failed or was missed')
  recover.requiredOption('--since <when>', 'start, such as 6h (ago) or 2026-11-01')
  shell.action<Whose & { since: string }>(recover, async (session, { all, since }, [id = '']) => {
    const done = await apiOf(session, all).recoverWebhook({ id, body: { since: readPast(since, session.io.now()) } })
    session.show(done, () => `${done.deliveries} events are sent.\n`)
  })
  shell.action<Whose>(
    add('delete <id>', 'delete a webhook with its deliveries'),
    async (session, { all }, [id = '']) => {
      await apiOf(session, all).deleteWebhook({ id })
      session.show({ id, deleted: true }, () => `${id} is deleted.\n`)
    },
  )
}

function apiOf(session: Session, all: boolean | undefined): Api {
  return all ? session.operator() : session.self()
}

function addCreate(create: Command, shell: Shell): void {
  create
    .option('--events <patterns>', 'types of events or beginnings of them, such as limit.*,budget.*; default all')
    .addOption(
      new Option('--format <format>', 'form of the messages').choices(['standard', 'slack']).default('standard'),
    )
    .addHelpText(
      'after',
      `
Examples:
  gatehouse webhooks create https://hooks.example.com/gatehouse --events 'limit.*,budget.*'
  gatehouse webhooks create https://hooks.slack.com/services/… --format slack --all`,
    )
  type Options = Whose & { readonly events?: string; readonly format: Webhook['format'] }
  shell.action<Options>(create, async (session, { all, events, format }, [url = '']) => {
    const patterns = events === undefined || events === '*' ? '*' : events.split(',').map((one) => one.trim())
    const webhook = await apiOf(session, all).createWebhook({ body: { url, events: patterns, format } })
    const { id, secret } = webhook
    session.show(webhook, () =>
      pairs([
        ['id', id],
        ['secret', secret],
      ]),
    )
    session.note('This secret is shown only once. It verifies the signatures of messages.')
  })
}

function addTest(test: Command, shell: Shell): void {
  shell.action<Whose>(test, async (session, { all }, [id = '']) => {
    const api = apiOf(session, all)
    const { event } = await api.testWebhook({ id, body: {} })
    for (const end = session.io.now() + testMs; session.io.now() < end; await setTimeout(testPollMs)) {
      const { deliveries } = await api.listDeliveries({ id, limit: 20 })
      const delivery = deliveries.find((one) => one.event === event)
      if (!delivery?.attempts.length) continue
      session.show(delivery, () => `${event}: ${resultOf(delivery)}\n`)
      if (delivery.state !== 'delivered') throw new CliError('The webhook did not accept it.', exitCodes.failed)
      return
    }
    throw new CliError(`${event} has not been sent yet. See: gatehouse webhooks deliveries ${id}`, exitCodes.failed)
  })
}

function addDeliveries(deliveries: Command, shell: Shell): void {
  deliveries
    .addOption(new Option('--state <state>', 'only these').choices(['waits', 'delivered', 'failed']))
    .option('--limit <count>', 'maximum number of deliveries', readLimit, usualDeliveries)
  type Options = Whose & { readonly state?: Delivery['state']; readonly limit: number }
  shell.action<Options>(deliveries, async (session, { all, state, limit }, [id = '']) => {
    const api = apiOf(session, all)
    const rows = await allPages<Delivery>(session, limit, async (page) => {
      const query = { id, limit: Math.min(100, page.limit), ...(state !== undefined && { state }) }
      const { deliveries: some, next } = await api.listDeliveries({
        ...query,
        ...(page.after !== undefined && { before: page.after }),
      })
      return { rows: some, ...(next !== undefined && { next }) }
    })
    session.show({ deliveries: rows }, () => deliveryTable(rows, session))
  })
}

function webhookTable(webhooks: readonly Webhook[], session: Session): string {
  if (webhooks.length === 0) return 'There are no webhooks. Create one with: gatehouse webhooks create <url>\n'
  const titles = ['ID', 'ADDRESS', 'EVENTS', 'FORMAT', 'STATE', 'FAILING SINCE (UTC)']
  const rows = webhooks.map(({ id, url, events, format, enabled, disabledBecause, failingSince }) => [
    ...[id, url, events === '*' ? '*' : events.join(' '), format],
    ...[enabled ? 'on' : (disabledBecause ?? 'off'), showTime(failingSince)],
  ])
  return table(
    titles.map((title) => ({ title })),
    rows,
    session,
  )
}

function deliveryTable(deliveries: readonly Delivery[], session: Session): string {
  if (deliveries.length === 0) return 'Nothing was sent.\n'
  const titles = ['EVENT', 'TYPE', 'STATE', 'TRIES', 'LAST RESULT', 'NEXT TRY (UTC)']
  const rows = deliveries.map((one) => [
    ...[one.event, one.type, one.state, String(one.attempts.length), resultOf(one), showTime(one.dueAt)],
  ])
  return table(
    titles.map((title) => ({ title })),
    rows,
    session,
  )
}

function resultOf({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  if (!last) return '-'
  return last.status === null ? (last.error ?? '-') : `${last.status} in ${last.ms} ms`
}
