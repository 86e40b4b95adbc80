// gatehouse drift: where answers of providers differ from what is declared.
import { type Command, Option } from 'commander'
import { collect, readDocument } from '../document-input.ts'
import { CliError, exitCodes } from '../failure.ts'
import { allPages } from '../pages.ts'
import { send } from '../request.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { clean, table } from '../table.ts'
import { requireKey } from '../target.ts'

type Operator = ReturnType<Session['operator']>
type Report = Awaited<ReturnType<Operator['compareHar']>>
type Endpoint = Report['endpoints'][number]
/** The worst first. */
const severities = ['breaking', 'warning', 'info'] as const

interface Options {
  readonly har?: string
  readonly kept: boolean
  readonly embedded: boolean
  readonly failOn?: (typeof severities)[number]
}

const mostEndpoints = 10_000
const harBytes = 64 * 1024 * 1024
const harMs = 10 * 60_000

/** Adds the command. */
export function addDrift(program: Command, shell: Shell): void {
  const command = program
    .command('drift')
    .description('where answers of providers differ from what is declared')
    .argument('[slug]', 'listing; default: all')
    .option('--har <file>', 'compare the answers of a HAR file; - reads the standard input')
    .option('--kept', 'compare the recorded answers of the account', false)
    .option(
      '--embedded',
      'with --har or --kept: send the reads to the embedded provider, and compare its answers',
      false,
    )
    .addOption(new Option('--fail-on <severity>', 'exit with 1 at findings of this severity').choices(severities))
    .addHelpText(
      'after',
      `
Without --har and --kept, prints what the gateway has found in live answers (GATEHOUSE_DRIFT_SAMPLE). A severity means worse ones too.

Examples:
  gatehouse drift exchange-rates
  gatehouse drift --har recorded.har --fail-on breaking
  gatehouse drift exchange-rates --kept --embedded`,
    )
  shell.action<Options>(withConnection(command), async (session, options, [slug]) => {
    const { har, kept, embedded } = options
    if (har !== undefined && kept) throw new CliError('Name one of --har and --kept.', exitCodes.usage)
    if (embedded && har === undefined && !kept)
      throw new CliError('--embedded needs --kept, or --har with a file of recorded answers.', exitCodes.usage)
    const ofFile = har === undefined ? undefined : await readDocument(har, session.io, harBytes)
    const file = kept ? await keptAnswers(session, slug) : ofFile
    const endpoints = file ? await showCompared(session, file, { slug, embedded }) : await showFound(session, slug)
    const failing = failingIn(endpoints, options.failOn)
    if (failing > 0) throw new CliError(`${failing} findings are ${options.failOn} or worse.`, exitCodes.failed)
  })
}

async function showFound(session: Session, slug: string | undefined): Promise<readonly Endpoint[]> {
  let share = 0
  const endpoints = await allPages<Endpoint>(session, mostEndpoints, async ({ after }) => {
    const page = await session.operator().listDrift({
      ...(slug !== undefined && { listing: slug }),
      ...(after !== undefined && { after }),
    })
    share = page.share
    return { rows: page.endpoints, ...(page.next !== undefined && { next: page.next }) }
  })
  session.show({ share, endpoints }, () => endpointsText(endpoints, session))
  if (share === 0)
    session.note('No live answers are compared. Set GATEHOUSE_DRIFT_SAMPLE to a share of them, such as 0.01.')
  return endpoints
}

/** Returns the recorded answers of the account as a HAR file. */
async function keptAnswers(session: Session, slug: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const { target } = session
  const query = slug === undefined ? '' : `?listing=${encodeURIComponent(slug)}`
  const headers = { 'x-gateway-key': requireKey(target, 'key') }
  const response = await send(`${target.url}/v1/me/answers/har${query}`, { headers, timeoutMs: harMs })
  return collect(response.body ?? ReadableStream.from([]), { source: 'What is recorded', most: harBytes })
}

async function showCompared(
  session: Session,
  body: Uint8Array<ArrayBuffer>,
  { slug, embedded }: { readonly slug: string | undefined; readonly embedded: boolean },
): Promise<readonly Endpoint[]> {
  const report = await session
    .operator()
    .compareHar({ embedded, ...(slug !== undefined && { slug }), body }, { timeoutMs: harMs })
  session.show(report, () => endpointsText(report.endpoints, session))
  if (report.skippedInAll > 0) session.note(skippedText(report))
  return report.endpoints
}

function failingIn(endpoints: readonly Endpoint[], failOn: Options['failOn']): number {
  if (failOn === undefined) return 0
  const failing: readonly string[] = severities.slice(0, severities.indexOf(failOn) + 1)
  return endpoints.flatMap(({ findings }) => findings).filter(({ severity }) => failing.includes(severity)).length
}

function endpointsText(endpoints: readonly Endpoint[], session: Session): string {
  if (endpoints.length === 0) return 'Nothing was compared.\n'
  const columns = [
    { title: 'ENDPOINT' },
    { title: 'SEVERITY' },
    { title: 'KIND' },
    { title: 'AT' },
    { title: 'DECLARED' },
    { title: 'SEEN' },
    { title: 'ANSWERS', right: true },
  ]
  const rows = endpoints.flatMap(({ listing, endpoint, compared, findings }) =>
    findings.map(({ severity, kind, pointer, declared, seen, count }) => [
      `${listing}.${endpoint}`,
      severity,
      kind,
      pointer === '' ? '(whole answer)' : pointer,
      declared,
      seen,
      `${count} of ${compared}`,
    ]),
  )
  const compared = endpoints.reduce((sum, one) => sum + one.compared, 0)
  const sum = `${compared} answers of ${endpoints.length} endpoints compared: ${countsOf(endpoints)}.\n`
  return rows.length === 0 ? sum : `${table(columns, rows, session)}\n${sum}`
}

function countsOf(endpoints: readonly Endpoint[]): string {
  const findings = endpoints.flatMap((one) => one.findings)
  return severities
    .map((severity) => `${findings.filter((one) => one.severity === severity).length} ${severity}`)
    .join(', ')
}

/** Names the reasons, and the first entry of each. */
function skippedText({ skipped, skippedInAll }: Report): string {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  const lines = [...byReason].map(([reason, entries]) => {
    const others = entries.length > 1 ? ` and ${entries.length - 1} more` : ''
    return `  entry ${entries[0]?.index}${others}: ${clean(reason)}`
  })
  return [`${skippedInAll} entries were not compared:`, ...lines].join('\n')
}
