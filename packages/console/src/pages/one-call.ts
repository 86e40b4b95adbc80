// One call: its record, a breakdown of its time, and how to repeat it.
import { html, nothing, type TemplateResult } from 'lit-html'
import { href } from '../address.ts'
import { statusState, verbOf } from '../kit/call-states.ts'
import { bytes, milliseconds, secondOf } from '../kit/format.ts'
import { codeBlock, empty, facts, heading, identifier, linkButton, section } from '../kit/parts.ts'
import { loadNames, named } from '../names.ts'
import { readApi } from '../reference/index-file.ts'
import type { Role } from '../session.ts'
import { type CallRow, type Source, sourceOf } from '../source.ts'
import type { View } from '../view.ts'

export const oneCall: View = async ({ role, query }) => {
  const id = query.get('id') ?? ''
  const at = role === 'operator' ? '/operator' : ''
  if (id === '')
    return () =>
      html`${heading('Call')}${empty('No call was chosen', html`Choose one from the list of <a href=${href(`${at}/calls`)}>calls</a>.`)}`
  const source = await sourceOf(role)
  const [call, { calls: same }] = await Promise.all([readCall(source, id), source.listCalls({ id, limit: 10 })])
  await loadNames(role, [call.key, call.account])
  const operation = (await readApi(call.listing))?.operations.find(({ id: one }) => one === call.endpoint)
  return () => html`
    ${heading(operation?.summary ?? (call.endpoint || 'No endpoint has this path'), {
      lead: html`${call.listing}, ${secondOf(call.at)} (${new Date(call.at).toISOString()})`,
      actions: html`<a class="button" href=${href(`${at}/calls`, { listing: call.listing, endpoint: call.endpoint })}>Calls of this endpoint</a>${
        role === 'account' && operation
          ? linkButton(href('/try', { slug: call.listing, operation: operation.id }), 'Try it again', 'try')
          : nothing
      }`,
    })}
    <div class="panel">${facts(factsOf(call, role))}</div>
    ${section('Where the time went', timeline(call))}
    ${same.length > 1 ? section('Calls with the same id', sameId(at, same), { lead: 'Callers may choose ids by x-request-id. The newest is shown above.' }) : nothing}
    ${operation ? section('Make it again', codeBlock(curlOf(call, operation), 'curl'), { lead: 'Values of path, query and body are not recorded: fill them in.' }) : nothing}
    ${call.code ? section('What the code means', html`<p>The <a href=${operation ? `/docs/${call.listing}#error-${call.code}` : '/docs'}>reference</a> says what <code>${call.code}</code> means; calls with the same code: <a href=${href(`${at}/calls`, { code: call.code })}>all of them</a>.</p>`) : nothing}`
}

async function readCall(source: Source, id: string): Promise<CallRow> {
  return source.getCall({ id })
}

function factsOf(call: CallRow, role: Role) {
  const at = role === 'operator' ? '/operator' : ''
  return [
    ['Outcome', statusState(call)],
    ['Answered by', call.provider],
    ['Made by', verbOf(call.surface)],
    ['Endpoint', html`<code>${call.endpoint || '–'}</code>`],
    ['Key', html`<a href=${href(`${at}/keys`, { search: call.key })}>${named(call.key)}</a>`],
    ...(call.account === undefined
      ? []
      : ([
          ['Account', html`<a href=${href('/operator/account', { id: call.account })}>${named(call.account)}</a>`],
        ] as const)),
    ['Received and sent', `${bytes(call.bytesIn)} and ${bytes(call.bytesOut)}`],
    ...(call.cost === null ? [] : ([['Cost', `$${call.cost}`]] as const)),
    ['Request id', identifier(call.id)],
  ] as const
}

/** Draws the provider's share of the time as a bar; without a provider the gateway took all of it. */
function timeline({ ms, upstreamMs }: CallRow): TemplateResult {
  const whole = Math.max(ms, 0.001)
  const wait = Math.min(upstreamMs ?? 0, whole)
  const share = (100 * wait) / whole
  return html`<div class="panel stack">
    <svg class="share phases" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="4"></rect><rect class="part" width=${share.toFixed(1)} height="4"></rect>
    </svg>
    ${facts([
      ['Whole call', milliseconds(ms)],
      ['Until the provider’s first byte', upstreamMs === null ? 'not asked' : milliseconds(upstreamMs)],
      ['Gateway, and the body on its way', milliseconds(ms - wait)],
    ])}
  </div>`
}

function sameId(at: string, calls: readonly CallRow[]): TemplateResult {
  return html`<ul class="stack">${calls.map((call) => html`<li>${secondOf(call.at)} ${statusState(call)} <a href=${href(`${at}/calls`, { id: call.id })}>${call.listing}</a></li>`)}</ul>`
}

function curlOf({ listing }: CallRow, { method, path }: { method: string; path: string }): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`
  return `curl${verb} -H "x-gateway-key: $KEY" '${location.origin}/v1/proxy/${listing}${path}'`
}
