// Two ways to do a thing on a page: with the mouse, and with nothing but the keyboard.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

export interface Hand {
  readonly name: 'mouse' | 'keyboard'
  press(target: Locator): Promise<void>
  fill(target: Locator, text: string): Promise<void>
  /** Checks a box. */
  check(target: Locator): Promise<void>
  /** Chooses an option of a select by its value. */
  choose(target: Locator, value: string): Promise<void>
}

export function mouse(page: Page): Hand {
  return {
    name: 'mouse',
    press: (target) => target.click(),
    async fill(target, text) {
      await target.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    check: (target) => target.check(),
    async choose(target, value) {
      // as a click would, before a choice is made
      await target.focus()
      await target.selectOption(value)
    },
  }
}

const mostTabs = 250

const lookedAt = (element: Node) => ({ hasFocus: element === document.activeElement, isThere: element.isConnected })

export function keyboard(page: Page): Hand {
  /** Tabs until the target has the focus; a target that the keyboard cannot reach fails. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor()
    // searching the page for it by its role after each key costs more than the key
    let element = await target.elementHandle()
    for (let tabs = 0; tabs < mostTabs; tabs++) {
      const { hasFocus, isThere } = await element.evaluate(lookedAt)
      if (hasFocus) return
      if (!isThere) element = await target.elementHandle()
      else await page.keyboard.press('Tab')
    }
    assert.fail(`the keyboard does not reach ${target}`)
  }

  return {
    name: 'keyboard',
    async press(target) {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    async fill(target, text) {
      await reach(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    async check(target) {
      await reach(target)
      if (!(await target.isChecked())) await page.keyboard.press('Space')
    },
    async choose(target, value) {
      await reach(target)
      const values = await target.evaluate((element) =>
        element instanceof HTMLSelectElement ? [...element.options].map((option) => option.value) : [],
      )
      await page.keyboard.press('Home')
      for (let step = 0; step < values.indexOf(value); step++) await page.keyboard.press('ArrowDown')
      assert.equal(await target.inputValue(), value)
    },
  }
}
