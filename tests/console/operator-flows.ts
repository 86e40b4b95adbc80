// What operators do in the console, step by step, with either hand. Each flow ends with what must then be true.
import assert from 'node:assert/strict'
import { settled } from './console-page.ts'
import { button, channelKey, dialog, type Flow, submit } from './flows.ts'

export const operatorFlows: Readonly<Record<string, Flow>> = {
  'make an account and give it a key': async (context) => {
    const { at, page, hand, name } = context
    await at.open('/operator/accounts')
    await hand.press(button(page, 'New account'))
    await hand.fill(dialog(page).getByLabel('Name'), name('Desk'))
    await hand.choose(dialog(page).getByLabel('Plan'), 'free')
    await submit(context, 'Create account')
    await page.getByRole('heading', { name: name('Desk') }).waitFor()
    await hand.press(button(page, 'New key'))
    await hand.fill(dialog(page).getByLabel('Name'), 'First')
    await hand.press(button(dialog(page), 'Create key'))
    await submit(context, 'I have copied it')
    await page.locator('tr', { hasText: 'First' }).getByText('Active').waitFor()
  },
  'give an account a key and a budget by its name, and find both changes by it': async (context) => {
    const { at, page, hand, name } = context
    await at.open('/operator/keys')
    await hand.press(button(page, 'New key'))
    await hand.fill(dialog(page).getByLabel('Account', { exact: true }), 'No such desk')
    await hand.fill(dialog(page).getByLabel('Name', { exact: true }), name('Kitchen'))
    await hand.press(button(dialog(page), 'Create key'))
    await dialog(page).getByText('There is none of the name “No such desk”.').waitFor()
    await hand.fill(dialog(page).getByLabel('Account', { exact: true }), 'Weather desk')
    await hand.press(button(dialog(page), 'Create key'))
    await submit(context, 'I have copied it')
    await at.open('/operator/models')
    await hand.press(button(page, 'New budget'))
    await hand.fill(dialog(page).getByLabel('US dollars'), hand.name === 'mouse' ? '71' : '72')
    await hand.fill(dialog(page).getByLabel('Only this account'), 'Weather')
    await submit(context, 'Create budget')
    await at.open('/operator/audit')
    await hand.fill(page.getByLabel('What', { exact: true }), name('Kitchen'))
    await page.waitForURL(/target=key_/)
    await page.locator('.chip', { hasText: name('Kitchen') }).waitFor()
    await page.getByRole('link', { name: name('Kitchen'), exact: true }).waitFor()
  },
  'move an account to another plan, disable and enable it': async (context) => {
    const { at, page, hand } = context
    await at.open('/operator/accounts?search=Weather')
    await hand.press(page.getByRole('link', { name: 'Weather desk' }))
    await hand.press(button(page, 'Edit'))
    await hand.choose(dialog(page).getByLabel('Plan'), 'team')
    await submit(context, 'Save')
    await page.getByText('on plan team').waitFor()
    await hand.press(button(page, 'Disable'))
    await submit(context, 'Disable account')
    await page.getByText('This account is disabled').waitFor()
    await hand.press(button(page, 'Enable'))
    await submit(context, 'Enable account')
    await page.getByText('This account is disabled').waitFor({ state: 'detached' })
  },
  'change the quota of a plan': async (context) => {
    const { at, page, hand } = context
    await at.open('/operator/plans')
    await hand.press(button(page, 'Edit plan team'))
    const perMinute = hand.name === 'mouse' ? '7000' : '8000'
    await hand.fill(dialog(page).getByLabel('Calls per minute'), perMinute)
    await submit(context, 'Save plan')
    await page.getByText(hand.name === 'mouse' ? '7,000' : '8,000').waitFor()
  },
  'set the price of a call, change it and remove it': async (context) => {
    const { at, page, hand } = context
    await at.open('/operator/prices')
    await hand.press(button(page, 'New price'))
    await hand.choose(dialog(page).getByLabel('API'), 'word-finding')
    await hand.fill(dialog(page).getByLabel('US dollars of a call'), '0.75')
    await submit(context, 'Save price')
    await page.getByText('$0.75').waitFor()
    await hand.press(button(page, 'Edit the price of word-finding'))
    await hand.fill(dialog(page).getByLabel('US dollars of a call'), '0.5')
    await submit(context, 'Save price')
    await page.getByText('$0.5', { exact: true }).waitFor()
    await hand.press(button(page, 'Edit the price of word-finding'))
    await hand.fill(dialog(page).getByLabel('For each of'), '/answer/total')
    await hand.fill(dialog(page).getByLabel('At most'), '2.5')
    await submit(context, 'Save price')
    await page.getByText('for each of /answer/total, at most $2.5').waitFor()
    await hand.press(button(page, 'Remove the price of word-finding'))
    await submit(context, 'Remove price')
    await page.getByText('$0.5', { exact: true }).waitFor({ state: 'detached' })
  },
  'explain which channel would answer': async ({ at, page, hand }) => {
    await at.open('/operator/models')
    await hand.fill(page.getByLabel('Model', { exact: true }), 'gpt-5-mini')
    await page.getByText('A channel answers').waitFor()
    assert.ok(page.url().includes('model=gpt-5-mini'))
  },
  'connect a channel, test it and remove it': async (context) => {
    const { at, page, hand, name, world } = context
    await at.open('/operator/models')
    await hand.press(button(page, 'New channel'))
    await hand.fill(dialog(page).getByLabel('Name'), name('Spare'))
    await hand.fill(dialog(page).getByLabel('Address'), `${world.vendorUrl}/v1`)
    await hand.fill(dialog(page).getByLabel('Models'), 'spare-*')
    await hand.fill(dialog(page).getByLabel('Vendor key'), channelKey)
    await submit(context, 'Create channel')
    await hand.press(button(page, `Test ${name('Spare')}`))
    await dialog(page).waitFor()
    await hand.press(button(dialog(page), 'Close').last())
    await hand.press(button(page, `Remove ${name('Spare')}`))
    await submit(context, 'Remove channel')
    await page.locator('tbody').getByText(name('Spare')).waitFor({ state: 'detached' })
  },
  'read who changed what': async ({ at, page, hand }) => {
    await at.open('/operator/audit')
    await hand.fill(page.getByLabel('Action'), 'key.')
    await page.waitForURL(/action=key/)
    await settled(page)
    assert.ok((await page.locator('tbody tr').allTextContents()).every((row) => row.includes('key.')))
  },
  'sign the operator out': async ({ at, page, hand }) => {
    await at.open('/operator/system')
    await hand.press(button(page, 'Sign out'))
    await page.getByLabel('Operator key').waitFor()
    const { cookies } = await at.context.storageState()
    assert.deepEqual(cookies, [])
  },
}
