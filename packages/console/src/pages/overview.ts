// Overview: the general state, the remaining calls, and problems that need attention.
import { html, type TemplateResult } from 'lit-html'
import { href, pathOf } from '../address.ts'
import { chart, shareBar, sparkline } from '../kit/chart.ts'
import { briefly, bytes, count, hourOf, milliseconds, percent } from '../kit/format.ts'
import { codeBlock, empty, heading, section, type Tile, tiles } from '../kit/parts.ts'
import { type Role, self } from '../session.ts'
import { operatorClient } from '../source.ts'
import type { View } from '../view.ts'
import { type Need, needList } from './needs.ts'

interface Sums {
  readonly calls: number
  readonly failed: number
  readonly bytesOut: number
  readonly p50: number | null
  readonly p95: number | null
}
interface Traffic {
  readonly last24h: Sums
  readonly before24h: Sums
  readonly hours: readonly { readonly at: number; readonly calls: number; readonly failed: number }[]
  readonly needs: readonly Need[]
}

export const overview: View = async ({ role }) => (role === 'operator' ? operatorOverview() : accountOverview())

async function accountOverview() {
  const answer = await self.overview()
  const { account, plan, limits } = answer
  const left: Tile[] = [
    {
      label: 'Left today',
      value: briefly(limits.hosted.remainingDay),
      note: `of ${count(limits.hosted.limitDay)} on plan ${plan.id}`,
      chart: usedBar(limits.hosted.limitDay, limits.hosted.remainingDay, 'calls of today'),
      href: href('/usage', { range: '7d', by: 'day' }),
    },
    {
      label: 'Left this minute',
      value: count(limits.hosted.remainingMinute),
      note: `of ${count(limits.hosted.limitMinute)}`,
      chart: usedBar(limits.hosted.limitMinute, limits.hosted.remainingMinute, 'calls this minute'),
    },
  ]
  return () => html`
    ${heading('Overview', { lead: html`${account.name}: calls of the last 24 hours, and what needs you.` })}
    ${traffic('account', answer, left)}`
}

async function operatorOverview() {
  const answer = await (await operatorClient()).overview()
  const { accounts, keys, providerKeys } = answer.counts
  const sizes: Tile[] = [
    {
      label: 'Accounts',
      value: briefly(accounts),
      note: `${count(providerKeys)} provider keys stored`,
      href: href('/operator/accounts'),
    },
    { label: 'Working keys', value: briefly(keys), href: href('/operator/keys', { state: 'works' }) },
  ]
  return () => html`
    ${heading('Overview', { lead: 'All accounts: calls of the last 24 hours, and what needs you.' })}
    ${traffic('operator', answer, sizes)}`
}

function traffic(
  role: Role,
  { last24h: now, before24h: before, hours, needs }: Traffic,
  more: readonly Tile[],
): TemplateResult {
  const at = role === 'operator' ? '/operator' : ''
  const list: Tile[] = [
    {
      label: 'Calls',
      value: briefly(now.calls),
      note: change(now.calls, before.calls),
      href: href(`${at}/calls`, { range: '24h' }),
      chart: sparkline(hours.map(({ calls }) => calls)),
    },
    {
      label: 'Failed',
      value: percent(now.failed, now.calls),
      note: `${count(now.failed)} calls; ${percent(before.failed, before.calls)} the day before`,
      href: href(`${at}/calls`, { range: '24h', failed: 'true' }),
      chart: sparkline(
        hours.map(({ failed }) => failed),
        'fail',
      ),
    },
    {
      label: 'Time, p95',
      value: milliseconds(now.p95),
      note: `median ${milliseconds(now.p50)}; ${bytes(now.bytesOut)} sent`,
      href: href(`${at}/usage`, { range: '24h', show: 'times' }),
    },
    ...more,
  ]
  return html`
    ${tiles(list)}
    ${section('Needs attention', needList(role, needs))}
    ${section('Calls by hour', now.calls === 0 && before.calls === 0 ? noCalls(role) : callsChart(at, hours), {
      actions: html`<a class="button small" href=${href(`${at}/usage`)}>Usage in detail</a>`,
    })}`
}

function callsChart(at: string, hours: Traffic['hours']): TemplateResult {
  return chart({
    caption: 'Calls by hour, last 24 hours',
    series: [
      { name: 'Succeeded', tone: 'c0' },
      { name: 'Failed', tone: 'fail' },
    ],
    format: briefly,
    points: hours.map((hour) => ({
      label: hourOf(hour.at),
      values: [hour.calls - hour.failed, hour.failed],
      href: href(`${at}/calls`, { from: hour.at, to: hour.at + 3_600_000 }),
    })),
  })
}

function noCalls(role: Role): TemplateResult {
  if (role === 'operator')
    return empty(
      'No calls yet',
      'To onboard someone, create an account, then a key for it.',
      'npx gatehouse accounts create "Weather desk"',
    )
  return html`${empty('No calls in the last two days', html`Make one in <a href=${pathOf('account', 'try')}>Try a call</a>, or from a shell:`)}
    ${codeBlock(`curl -H "x-gateway-key: $KEY" ${location.origin}/v1/me/limits`, 'a first call')}`
}

function usedBar(limit: number, remaining: number, what: string): TemplateResult {
  const used = limit - remaining
  return shareBar(used, limit, `${count(used)} of ${count(limit)} ${what} used`)
}

function change(now: number, before: number): string {
  if (before === 0) return '0 the day before'
  const difference = Math.round((100 * (now - before)) / before)
  if (difference === 0) return 'as many as the day before'
  return `${Math.abs(difference)}% ${difference > 0 ? 'more' : 'fewer'} than the day before`
}
