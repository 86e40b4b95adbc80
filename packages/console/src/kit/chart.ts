// Charts as SVG that scales with the page: bars without text inside, labels around them, and a table with the same
// numbers behind each. Colours come from classes, so that the dark theme is a matter of CSS.
import { html, nothing, svg, type TemplateResult } from 'lit-html'
import type { Content } from './parts.ts'

export interface Point {
  readonly label: string
  /** Label under the bar; by default `label`. */
  readonly tick?: string
  /** One value per series. */
  readonly values: readonly number[]
  /** Link to the rows behind the point. */
  readonly href?: string
}
interface ChartOptions {
  readonly caption: string
  readonly series: readonly { readonly name: string; readonly tone: string }[]
  readonly points: readonly Point[]
  readonly format: (value: number) => string
  /** Values of the previous period, drawn behind as a line. */
  readonly before?: readonly number[] | undefined
}

const height = 100
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Draws stacked bars from the first point with a value on, or all points beside a previous period. */
export function chart(all: ChartOptions): TemplateResult {
  const options = all.before === undefined ? { ...all, points: fromFirst(all.points) } : all
  const { caption, series, points, format, before } = options
  const tops = points.map(({ values }) => sum(values))
  const top = roundUp(Math.max(...tops, ...(before ?? [])))
  const described = `${caption}: ${points.length} points, highest ${format(Math.max(0, ...tops))}, ${format(sum(tops))} in all. The table below has the numbers.`
  return html`<figure class="chart">
    <figcaption class="reader">${described}</figcaption>
    <div class="legend">
      ${series.map(({ name, tone }) => html`<span><i class="swatch ${tone}"></i>${name}</span>`)}
      ${before === undefined ? nothing : html`<span><i class="swatch before"></i>previous period</span>`}
      <span class="readout" aria-hidden="true"></span>
    </div>
    <div class="plot">
      <div class="scale" aria-hidden="true"><span>${format(top)}</span><span>${format(top / 2)}</span><span>0</span></div>
      <svg class="bars" viewBox="0 0 ${points.length * 10} ${height}" preserveAspectRatio="none" aria-hidden="true" @pointerover=${readOut} @pointerleave=${readOut}>
        ${points.map((point, at) => bar(point, at, options, top))}
        ${before === undefined ? nothing : line(before, top)}
      </svg>
      <svg class="ticks" aria-hidden="true">${ticksOf(points)}</svg>
    </div>
    ${numbers(options)}
  </figure>`
}

const fewestPoints = 6

/** Leaves out the time before the first value, so that the first day of an account is not an empty chart. */
function fromFirst(points: readonly Point[]): readonly Point[] {
  const first = points.findIndex(({ values }) => sum(values) > 0)
  return points.slice(Math.max(0, Math.min(first, points.length - fewestPoints)))
}

function bar({ label, values, href }: Point, at: number, { series, format }: ChartOptions, top: number) {
  let y = height
  const parts = values.map((value, index) => {
    const size = (value / top) * height
    y -= size
    return value === 0
      ? nothing
      : svg`<rect class=${series[index]?.tone ?? ''} x=${at * 10 + 1} width="8" y=${y.toFixed(2)} height=${Math.max(size, 0.6).toFixed(2)}></rect>`
  })
  const words = values.map((value, index) => `${series[index]?.name} ${format(value)}`).join(', ')
  const middle = at * 10 + 5
  const inside = svg`<rect class="hover" x=${at * 10} y="0" width="10" height=${height}></rect>${parts}
    <line class="cursor" x1=${middle} x2=${middle} y1="0" y2=${height}></line>`
  const text = `${label}: ${words}`
  // the table has the same links for the keyboard
  return href === undefined
    ? svg`<g data-text=${text}>${inside}</g>`
    : svg`<a href=${href} tabindex="-1" aria-label=${text} data-text=${text}>${inside}</a>`
}

/** Shows the numbers of the bar under the pointer. */
function readOut({ target, currentTarget, type }: Event): void {
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return
  const text = type === 'pointerleave' ? null : target.closest('[data-text]')?.getAttribute('data-text')
  const place = currentTarget.closest('.chart')?.querySelector('.readout')
  if (place) place.textContent = text ?? ''
}

function line(values: readonly number[], top: number) {
  const points = values.map((value, at) => `${at * 10 + 5},${(height - (value / top) * height).toFixed(2)}`)
  return svg`<polyline class="line before" points=${points.join(' ')}></polyline>`
}

/** Labels at most seven points, at equal distances, each under the middle of its bar. */
function ticksOf(points: readonly Point[]) {
  const step = Math.max(1, Math.ceil(points.length / 7))
  return points.map(({ label, tick = label }, at) =>
    at % step === 0
      ? svg`<text x=${`${((100 * (at + 0.5)) / points.length).toFixed(3)}%`} y="13">${tick}</text>`
      : nothing,
  )
}

function numbers({ caption, series, points, format }: ChartOptions): TemplateResult {
  const cell = (value: number, href: string | undefined, name: string, label: string): Content =>
    href === undefined || value === 0
      ? format(value)
      : html`<a href=${href} aria-label=${`${format(value)} ${name}, ${label}`}>${format(value)}</a>`
  return html`<details class="numbers">
    <summary>Show the numbers</summary>
    <div class="table" tabindex="0" role="group" aria-label=${`Numbers: ${caption}`}>
      <table>
        <caption class="reader">${caption}</caption>
        <thead><tr><th scope="col">Time</th>${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
        <tbody>${points.map(({ label, values, href }) => html`<tr><th scope="row">${label}</th>${values.map((value, index) => html`<td class="number">${cell(value, href, series[index]?.name ?? '', label)}</td>`)}</tr>`)}</tbody>
      </table>
    </div>
  </details>`
}

/** Draws a small line without axes, beside a number with the same value. */
export function sparkline(values: readonly number[], tone = 'c0'): TemplateResult {
  const top = Math.max(1, ...values)
  const points = values.map((value, at) => `${at},${(20 - (value / top) * 18).toFixed(1)}`)
  const last = Math.max(1, values.length - 1)
  return html`<svg class="spark ${tone}" viewBox="0 0 ${last} 20" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<polygon points="0,20 ${points.join(' ')} ${last},20"></polygon><polyline points=${points.join(' ')}></polyline>`}
  </svg>`
}

/** Draws a share of a whole as a bar; the label beside it has the numbers. */
export function shareBar(part: number, whole: number, label: string): TemplateResult {
  const share = whole === 0 ? 0 : Math.min(1, part / whole)
  const tone = share >= 0.95 ? 'bad' : share >= 0.8 ? 'warn' : ''
  return html`<svg class="share ${tone}" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${svg`<rect class="track" width="100" height="4"></rect><rect class="part" width=${(share * 100).toFixed(1)} height="4"></rect>`}
  </svg>`
}

/** Returns the next round number whose half is round too. */
function roundUp(value: number): number {
  if (value <= 0) return 2
  if (Number.isInteger(value) && value <= 10) return Math.ceil(value / 2) * 2
  const power = 10 ** Math.floor(Math.log10(value))
  const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]
  return (steps.find((step) => step * power >= value) ?? 10) * power
}
