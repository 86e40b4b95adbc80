// The account, what is left of its plan, and its calls in the last days.
import { el, table } from '../elements.ts'
import type { ViewContext } from './view.ts'

const dayMs = 86_400_000

export async function overview({ gateway }: ViewContext): Promise<HTMLElement> {
  const [who, limits, usage] = await Promise.all([
    gateway.me.me(),
    gateway.me.limits(),
    gateway.me.usage({ by: 'day', from: Date.now() - 7 * dayMs }),
  ])
  const { hosted } = limits
  return el(
    'section',
    {},
    el('h1', {}, who.account.name),
    el('p', {}, `Plan ${who.plan.id}: ${who.plan.perMinute} calls a minute, ${who.plan.perDay} a day.`),
    left('This minute', { left: hosted.remainingMinute, of: hosted.limitMinute, resetS: hosted.minuteResetS }),
    left('This day (UTC)', { left: hosted.remainingDay, of: hosted.limitDay, resetS: hosted.dayResetS }),
    el('h2', {}, 'Calls of the last seven days'),
    usage.rows.length === 0
      ? el('p', {}, 'None yet.')
      : table(
          ['Day', 'Listing', 'Provider', 'Calls', 'Failed', 'Mean ms'],
          usage.rows.map((row) => [
            new Date(row.at).toISOString().slice(0, 10),
            row.listing,
            row.provider,
            row.calls,
            row.failed,
            Math.round(row.ms / Math.max(1, row.calls)),
          ]),
        ),
  )
}

function left(title: string, quota: { left: number; of: number; resetS: number }): HTMLElement {
  const text = `${title}: ${quota.left} of ${quota.of} left, resets in ${duration(quota.resetS)}`
  return el('label', {}, text, el('meter', { min: 0, max: quota.of, value: quota.left }))
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
