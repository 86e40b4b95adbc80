// Overview: the general state, what is used of the limits, and problems that need attention. An account without calls
// sees how to get started instead.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { OverviewOutput } from '../../../client/own/mod.ts'
import { href } from '../address.ts'
import { shareBar, sparkline } from '../kit/chart.ts'
import { briefly, bytes, count, dollars, milliseconds, percent } from '../kit/format.ts'
import { empty, heading, section, type Tile, tiles } from '../kit/parts.ts'
import { type Role, self } from '../session.ts'
import { operatorClient, readUsage, sourceOf } from '../source.ts'
import type { Stage, View } from '../view.ts'
import { type Need, needList } from './needs.ts'
import { callsOverTime, type TimeRow } from './over-time.ts'

interface Sums {
  readonly calls: number
  readonly failed: number
  readonly bytesOut: number
  readonly p50: number | null
  readonly p95: number | null
}
interface Traffic {
  readonly at: number
  readonly last24h: Sums
  readonly before24h: Sums
  readonly hours: readonly { readonly at: number; readonly calls: number; readonly failed: number }[]
  readonly needs: readonly Need[]
  readonly spentToday: string
}

export const overview: View = async (stage) => (stage.role === 'operator' ? operatorOverview() : accountOverview(stage))

async function accountOverview(stage: Stage) {
  const answer = await self.overview()
  const { account, plan, limits, needs } = answer
  const title = heading('Overview', { lead: html`${account.name}, on plan ${plan.id}: the last 24 hours.` })
  if (answer.last24h.calls + answer.before24h.calls === 0) {
    const { getStarted } = await import('./get-started.ts')
    const card = await getStarted(account, stage)
    // the card has the choice between embedded answers and keys
    const others = needs.filter(({ kind }) => !kind.startsWith('provider_key'))
    return () => html`${title} ${card()}
      ${others.length === 0 ? nothing : section('Needs attention', needList('account', others))}`
  }
  const rows = await statusRows('account', answer)
  const { hosted, market } = limits
  const used: Tile[] = [
    usedTile('Used today', usedOf(hosted, 'Day'), href('/usage', { range: '7d' })),
    usedTile('Used this minute', usedOf(hosted, 'Minute')),
    ...(market.remainingDay === market.limitDay ? [] : [usedTile('Item market today', usedOf(market, 'Day'))]),
  ]
  return () => html`${title} ${traffic('account', answer, { more: used, rows })}`
}

async function operatorOverview() {
  const answer = await (await operatorClient()).overview()
  const rows = await statusRows('operator', answer)
  const { accounts, keys, providerKeys } = answer.counts
  const sizes: Tile[] = [
    {
      label: 'Accounts',
      value: briefly(accounts),
      note: `${count(providerKeys)} provider keys stored`,
      href: href('/operator/accounts'),
    },
    { label: 'Active keys', value: briefly(keys), href: href('/operator/keys', { state: 'works' }) },
  ]
  return () => html`
    ${heading('Overview', { lead: 'All accounts: the last 24 hours.' })}
    ${traffic('operator', answer, { more: sizes, rows })}`
}

/** Reads the calls of the last 24 hours by hour and status; nothing if there are none. */
async function statusRows(role: Role, { at, last24h, hours }: Traffic): Promise<readonly TimeRow[]> {
  const from = hours.at(0)?.at
  if (last24h.calls === 0 || from === undefined) return []
  return (await readUsage(await sourceOf(role), { from, to: at + 1, by: 'hour', group: ['status'] })).rows
}

interface TrafficOptions {
  readonly more: readonly Tile[]
  readonly rows: readonly TimeRow[]
}

function traffic(role: Role, facts: Traffic, { more, rows }: TrafficOptions): TemplateResult {
  const { last24h: now, before24h: before, hours, needs, at: to } = facts
  const at = role === 'operator' ? '/operator' : ''
  const list: Tile[] = [
    {
      label: 'Calls',
      value: briefly(now.calls),
      note: before.calls === 0 ? `${bytes(now.bytesOut)} sent` : change(now.calls, before.calls),
      href: href(`${at}/calls`, { range: '24h' }),
      chart: sparkline(hours.map(({ calls }) => calls)),
    },
    {
      label: 'Failed',
      value: percent(now.failed, now.calls),
      note: `${count(now.failed)} calls${before.calls === 0 ? '' : `; ${percent(before.failed, before.calls)} the day before`}`,
      href: href(`${at}/calls`, { range: '24h', failed: 'true' }),
      chart: sparkline(
        hours.map(({ failed }) => failed),
        'fail',
      ),
    },
    {
      label: 'Time, p95',
      value: milliseconds(now.p95),
      note: now.p95 === null ? nothing : `95% of calls were at least as fast; half took ${milliseconds(now.p50)}`,
      href: href(`${at}/usage`, { range: '24h' }),
    },
    ...(facts.spentToday === '0'
      ? []
      : [
          {
            label: 'Spent today',
            value: dollars(facts.spentToday),
            note: 'since midnight UTC',
            href: href(`${at}/spending`),
          },
        ]),
    ...more,
  ]
  const from = hours.at(0)?.at ?? to
  return html`
    ${tiles(list)}
    ${section('Needs attention', needList(role, needs))}
    ${section(
      'Calls by hour',
      now.calls === 0 ? noCalls(role) : callsOverTime(rows, { role, from, to, step: 'hour' }),
      {
        actions: html`<a class="button small" href=${href(`${at}/usage`)}>Usage in detail</a>`,
      },
    )}`
}

function noCalls(role: Role): TemplateResult {
  if (role === 'account') return empty('No calls in the last 24 hours', 'The day before had some; see Usage.')
  return empty(
    'No calls in the last 24 hours',
    'To onboard someone, create an account, then a key for it.',
    'npx gatehouse accounts create "Weather desk"',
  )
}

interface Used {
  readonly used: number
  readonly limit: number
}

function usedOf(windows: OverviewOutput['limits']['hosted'], window: 'Day' | 'Minute'): Used {
  const limit = windows[`limit${window}`]
  return { limit, used: limit - windows[`remaining${window}`] }
}

function usedTile(label: string, { used, limit }: Used, address?: string): Tile {
  return {
    label,
    value: html`${briefly(used)} <small>of ${briefly(limit)}</small>`,
    note: `${percent(used, limit)} of the calls`,
    chart: shareBar(used, limit, `${label}: ${count(used)} of ${count(limit)} calls`),
    ...(address === undefined ? {} : { href: address }),
  }
}

function change(now: number, before: number): string {
  const difference = Math.round((100 * (now - before)) / before)
  if (difference === 0) return 'as many as the day before'
  return `${Math.abs(difference)}% ${difference > 0 ? 'more' : 'fewer'} than the day before`
}
