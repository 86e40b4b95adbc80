// Categories and their rules on each database: the tree, what a rule does to new and existing transactions, and what
// remains when a category is removed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { idsOf, type Made, me, newAccount, newCategory, newTransaction, refusal } from '../../../test/ledger-calls.ts'
import { type Calls, type Household, openCalls } from '../../../test/world.ts'

interface Category extends Made {
  readonly children: readonly Category[]
}

await eachStore('categories', (database) => {
  let calls: Calls
  before(async () => {
    calls = await openCalls(database.target)
  })
  after(() => calls.close())
  const categoryOf = async (home: Household, id: number) =>
    Object((await home.ask<Made>('GET', `/transactions/${id}`)).category).id

  test('categories are returned as a tree, each level by title', async () => {
    const home = await calls.household()
    const top = await newCategory(home, 'Zoo', {
      colour: '#ABC',
      is_bill: true,
      roll_up: true,
      refund_behaviour: 'credits_are_refunds',
    })
    await newCategory(home, 'otters', { parent_id: top.id })
    const apes = await newCategory(home, 'Apes', { parent_id: top.id })
    await newCategory(home, 'Lemurs', { parent_id: apes.id })
    const shown = await home.ask<Category>('GET', `/categories/${top.id}`)
    assert.deepEqual(
      [shown.colour, shown.is_bill, shown.roll_up, shown.refund_behaviour],
      ['#abc', true, true, 'credits_are_refunds'],
    )
    assert.deepEqual(
      shown.children.map(({ title }) => title),
      ['Apes', 'otters'],
    )
    assert.deepEqual(
      shown.children[0]?.children.map(({ title, parent_id }) => [title, parent_id]),
      [['Lemurs', apes.id]],
    )
    const listed = await home.ask<Category[]>('GET', `${me}/categories`)
    assert.deepEqual(
      listed.find(({ id }) => id === top.id),
      shown,
    )
    assert.ok(listed.every(({ parent_id }) => parent_id === null))
    const titles = listed.map(({ title }) => String(title).toLowerCase())
    assert.deepEqual(titles, titles.toSorted())
  })

  test('a category stores changes; null and empty strings clear', async () => {
    const home = await calls.household()
    const { id } = await newCategory(home, 'Old', {
      colour: '#112233',
      parent_id: 8100,
      refund_behaviour: 'debits_are_deductions',
    })
    const changed = await home.ask<Category>('PUT', `/categories/${id}`, { title: 'New', is_transfer: true })
    assert.deepEqual(
      [changed.title, changed.colour, changed.parent_id, changed.is_transfer],
      ['New', '#112233', 8100, true],
    )
    const bare = await home.ask<Category>('PUT', `/categories/${id}`, {
      colour: '',
      parent_id: null,
      refund_behaviour: null,
    })
    assert.deepEqual([bare.colour, bare.parent_id, bare.refund_behaviour], [null, null, null])
  })

  test('a category can be moved neither below itself nor too deep', async () => {
    const home = await calls.household()
    const circle = [422, 'parent_id cannot be the category itself or one of its children']
    assert.deepEqual(await refusal(home, 'PUT', '/categories/8100', { parent_id: 8101 }), circle)
    assert.deepEqual(await refusal(home, 'PUT', '/categories/8100', { parent_id: 8100 }), circle)
    let parent = (await newCategory(home, 'level 0')).id
    for (let level = 1; level <= 8; level++)
      parent = (await newCategory(home, `level ${level}`, { parent_id: parent })).id
    const deep = [422, 'parent_id makes the categories too deep']
    assert.deepEqual(await refusal(home, 'POST', `${me}/categories`, { title: 'x', parent_id: parent }), deep)
    assert.deepEqual(await refusal(home, 'PUT', '/categories/8100', { parent_id: parent }), deep)
  })

  test('a rule categorises new transactions whose payee has all of its words, in any case', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const { id } = await newCategory(home, 'Ice')
    const rule = await home.ask<Made>('POST', `/categories/${id}/category_rules`, { payee_matches: 'GELATO piazza' })
    assert.deepEqual([Object(rule.category).id, rule.payee_matches], [id, 'GELATO piazza'])
    const categoryOf = async (members: object) => Object((await newTransaction(home, side, { ...members })).category).id
    assert.equal(await categoryOf({ payee: 'Piazza del Gelàto 12' }), id)
    assert.equal(await categoryOf({ payee: 'Gelato' }), undefined)
    assert.equal(await categoryOf({ payee: 'Piazza Gelato', category_id: 8101 }), 8101)
    assert.equal(await categoryOf({ payee: 'Piazza Gelato', category_id: '' }), undefined)
    assert.equal(await categoryOf({ payee: 'Piazza Gelato', category_id: null }), id)
    assert.deepEqual((await idsOf(home, `${me}/category_rules`)).at(-1), rule.id)
  })

  test('of several matching rules the newest decides', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    for (const id of [8121, 8140])
      await home.ask('POST', `/categories/${id}/category_rules`, { payee_matches: 'kiosk' })
    assert.equal(Object((await newTransaction(home, side, { payee: 'Kiosk' })).category).id, 8140)
  })

  test('a rule changes existing transactions only when requested', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const ids = {
      bare: (await newTransaction(home, side, { payee: 'Book barn' })).id,
      filed: (await newTransaction(home, side, { payee: 'Book barn', category_id: 8101 })).id,
      other: (await newTransaction(home, side, { payee: 'Barn' })).id,
    }
    const categories = async () => [
      await categoryOf(home, ids.bare),
      await categoryOf(home, ids.filed),
      await categoryOf(home, ids.other),
    ]
    const rule = (members: object) =>
      home.ask('POST', '/categories/8121/category_rules', { payee_matches: 'book', ...members })
    await rule({})
    assert.deepEqual(await categories(), [undefined, 8101, undefined])
    await rule({ apply_to_uncategorised: true })
    assert.deepEqual(await categories(), [8121, 8101, undefined])
    await rule({ apply_to_all: true })
    assert.deepEqual(await categories(), [8121, 8121, undefined])
  })

  test('a rule over more transactions than one batch reaches all of them', async () => {
    const home = await calls.household()
    const { headers } = await home.call('GET', `${me}/transactions?search=metro`)
    const total = Number(headers.get('total'))
    const all = Number((await home.call('GET', `${me}/transactions`)).headers.get('total'))
    assert.ok(all > 1000 || total > 100)
    const { id } = await newCategory(home, 'Everything')
    await home.ask('POST', `/categories/${id}/category_rules`, { payee_matches: 'e', apply_to_all: true })
    const moved = await home.call('GET', `/categories/${id}/transactions`)
    const without = await home.call('GET', `${me}/transactions?search=qqqq`)
    assert.equal(without.headers.get('total'), '0')
    assert.ok(Number(moved.headers.get('total')) > 0.9 * all, `${moved.headers.get('total')} of ${all}`)
  })

  test('a removed category leaves its transactions uncategorised and its children to its parent', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const top = await newCategory(home, 'Top')
    const middle = await newCategory(home, 'Middle', { parent_id: top.id })
    const low = await newCategory(home, 'Low', { parent_id: middle.id })
    const [one, other] = [
      await newTransaction(home, side, { category_id: middle.id }),
      await newTransaction(home, side, { category_id: low.id }),
    ]
    const rule = await home.ask<Made>('POST', `/categories/${middle.id}/category_rules`, { payee_matches: 'x' })
    await home.ask('POST', '/scenarios/6201/events', {
      category_id: middle.id,
      date: '2026-11-21',
      amount: -1,
      repeat_type: 'daily',
    })
    await home.ask('DELETE', `/categories/${middle.id}`)
    assert.deepEqual(await refusal(home, 'GET', `/categories/${middle.id}`), [404, 'Category not found'])
    assert.deepEqual([await categoryOf(home, one.id), await categoryOf(home, other.id)], [undefined, low.id])
    assert.ok((await idsOf(home, `${me}/transactions?uncategorised=1`)).includes(one.id))
    const shown = await home.ask<Category>('GET', `/categories/${top.id}`)
    assert.deepEqual(
      shown.children.map(({ id }) => id),
      [low.id],
    )
    assert.ok(!(await idsOf(home, `${me}/category_rules`)).includes(rule.id))
    const events = await home.ask<Made[]>('GET', `${me}/events?start_date=2026-11-21&end_date=2026-12-21`)
    assert.ok(events.every(({ category }) => Object(category).id !== middle.id))
  })
})
