// What people do with webhooks in the console, against a receiver that answers as the flow says.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { until } from '../harness/until.ts'
import { button, dialog, type Flow, said, select, submit } from './flows.ts'

export const webhookFlows: Readonly<Record<string, Flow>> = {
  'make a webhook, test it, see it fail, send it again and recover it': async (context) => {
    const { at, page, hand } = context
    const receiver = await openReceiver()
    try {
      await at.open('/webhooks')
      await hand.press(button(page, 'New webhook'))
      await hand.fill(dialog(page).getByLabel('Address'), receiver.url)
      await hand.press(button(dialog(page), 'Create webhook'))
      assert.match((await dialog(page).locator('code').first().textContent()) ?? '', /^whsec_/)
      await submit(context, 'Done')
      await hand.press(page.locator('tbody').getByRole('link', { name: receiver.host }))
      receiver.answer = 503
      await hand.press(button(page, 'Test'))
      await dialog(page).getByText('does not accept it: 503').waitFor()
      await submit(context, 'Done')
      await hand.choose(select(page, 'State'), 'waits')
      // beside what other flows have done
      const ping = page.locator('tbody tr', { hasText: 'ping' })
      await ping.waitFor()
      receiver.answer = 410
      await hand.press(ping.getByRole('button', { name: /^Send evt_.* again$/ }))
      await page
        .getByText('Switched off')
        .waitFor({ state: 'attached' })
        .catch(() => {})
      await at.open('/webhooks')
      await page.locator('tbody').getByText('Switched off').waitFor()
      receiver.answer = 204
      await hand.press(button(page, `Edit ${receiver.host}`))
      await hand.choose(dialog(page).getByLabel('State'), 'yes')
      await submit(context, 'Save')
      await hand.press(page.locator('tbody').getByRole('link', { name: receiver.host }))
      await hand.press(button(page, 'Recover'))
      await submit(context, 'Send again')
      await said(page, /event.* sent/)
      await at.open('/webhooks')
      await hand.press(button(page, `Test ${receiver.host}`))
      await dialog(page).getByText('accepts it: 204').waitFor()
      await submit(context, 'Done')
      // an event is listed once it is two seconds old
      await until(async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'In the last day' }).waitFor()
        return page.locator('main li', { hasText: 'ping, a test' }).first().isVisible()
      }, 'the event in the list')
      await hand.press(button(page, `Delete ${receiver.host}`))
      await submit(context, 'Delete')
      await page.getByText('No webhooks').waitFor()
    } finally {
      receiver.close()
    }
  },
}

/** Opens a receiver of webhooks that answers as the flow says. */
async function openReceiver() {
  const receiver = { answer: 204, url: '', host: '', close: () => void server.close() }
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(receiver.answer).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  receiver.host = `127.0.0.1:${address.port}`
  receiver.url = `http://${receiver.host}/hook`
  return receiver
}
