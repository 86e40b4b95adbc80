// The score and the rules: every score can be computed from the table that is printed, and rules are tried in order.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { describeCondition, type Facts } from './provider/scoring/conditions.ts'
import { scoreRule, signUpRules } from './provider/scoring/rules.ts'
import { scoreOf, weights } from './provider/scoring/weights.ts'
import { type OrderFields, openWorld } from './test/world.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')

test('the README prints the weights and the rules as they are', () => {
  for (const { name, points, when } of weights)
    assert.ok(readme.includes(`| \`${name}\` | ${points} | ${when.map(describeCondition).join(', ')} |\n`), name)
  assert.equal(readme.match(/^\| `\w+` \|/gm)?.length, weights.length)
  const rules = [...signUpRules, scoreRule].map(({ name, status }) => `| ${name} | ${status} |\n`)
  assert.ok(readme.includes(rules.join('')))
})

/** Reads the table as a person does. */
const printed = [...readme.matchAll(/^\| `(\w+)` \| (-?\d+) \| (.+) \|$/gm)].map(([, , points, when = '']) => ({
  points: Number(points),
  holds: when.split(', ').map((words) => {
    const [, field = '', test = '', operand = ''] = /^(\S+) (is|above|below) (.+)$/.exec(words) ?? []
    return (facts: Facts) => {
      const fact = facts[field]
      if (test === 'is') return fact === operand
      if (typeof fact !== 'number') return false
      return test === 'above' ? fact > Number(operand) : fact < Number(operand)
    }
  }),
}))

test('any score follows from the printed table', () => {
  const fields = [...new Set(weights.flatMap(({ when }) => when.map(({ field }) => field)))]
  const fact = fc.oneof(
    fc.constantFrom('Y', 'N', 'NA', 'full', 'partial', 'none', 'M', 'Data Center/Web Hosting/Transit', undefined),
    fc.nat(12),
    fc.nat(20_000),
  )
  const facts = fc.record(Object.fromEntries(fields.map((field) => [field, fact])))
  fc.assert(
    fc.property(facts, (known: Facts) => {
      let sum = 1
      for (const { points, holds } of printed) if (holds.every((test) => test(known))) sum += points
      assert.equal(scoreOf(known), Math.max(1, Math.min(100, sum)))
    }),
  )
})

test('the score of an order is the sum of its rows', async () => {
  const world = await openWorld()
  const order: OrderFields = {
    ip: '8.8.8.8',
    bill_country: 'FR', // country_mismatch 12
    ship_country: 'VE', // high_risk_country 15, ship_other_country 12
    email_domain: 'gmail.com', // free_email 4
    avs_result: 'N', // avs_none 15
    cvv_result: 'M',
    amount: 4800,
    currency: 'EUR', // 6000 USD: amount_high 10
    bin_no: '999999', // bin_not_found 8
    quantity: 100, // 4
  }
  const { fraudlabspro_score, fraudlabspro_status, fraudlabspro_rules } = await world.screen(order)
  assert.equal(fraudlabspro_score, 1 + 12 + 15 + 12 + 4 + 15 + 10 + 8 + 4)
  assert.deepEqual([fraudlabspro_status, fraudlabspro_rules], ['REVIEW', ['Free e-mail and more than 500 USD']])
})

test('a score above 70 is reviewed by the rule that no file removes', async () => {
  const rules = [{ name: 'No bitcoin', status: 'REJECT', all: [{ field: 'payment_mode', is: 'bitcoin' }] }]
  const world = await openWorld({ kit: { config: { rules, points: { cvv_no_match: 75 } } } })
  const verdict = async (order: OrderFields) => {
    const answer = await world.screen(order)
    return [answer.fraudlabspro_score, answer.fraudlabspro_status, ...answer.fraudlabspro_rules]
  }
  assert.deepEqual(await verdict({ cvv_result: 'N' }), [76, 'REVIEW', 'Score above 70'])
  assert.deepEqual(await verdict({ cvv_result: 'N', payment_mode: 'BITCOIN' }), [76, 'REJECT', 'No bitcoin'])
  // the operator's rules take the place of the others
  assert.deepEqual((await verdict({ ship_country: 'CU' }))[1], 'APPROVE')
})

test('the first rule that matches decides', async () => {
  const rules = [
    { name: 'Ours', status: 'APPROVE', all: [{ field: 'department', is: 'staff' }] },
    {
      name: 'Large',
      status: 'REJECT',
      any: [
        { field: 'amount', above: 100 },
        { field: 'quantity', above: 10 },
      ],
    },
    { name: 'Some', status: 'REVIEW', all: [{ field: 'currency', in: ['EUR', 'CHF'] }] },
  ]
  const world = await openWorld({ kit: { config: { rules } } })
  const ruleFor = async (order: OrderFields) => (await world.screen(order)).fraudlabspro_rules[0]
  assert.equal(await ruleFor({ department: 'Staff', amount: 500 }), 'Ours')
  assert.equal(await ruleFor({ amount: 101, currency: 'eur' }), 'Large')
  assert.equal(await ruleFor({ quantity: 11 }), 'Large')
  assert.equal(await ruleFor({ amount: 100, currency: 'eur' }), 'Some')
  assert.equal(await ruleFor({ amount: 100 }), undefined)
})

test('a whitelisted e-mail address is approved before any rule, by address or hash', async () => {
  const hash = '9aa28e82c8089eaef3c950d07234b01758dfdf62'
  const config = { whitelistedEmails: ['Friend@shop.test', hash] }
  const world = await openWorld({ kit: { config } })
  const status = async (order: OrderFields) =>
    (await world.screen({ ...order, ship_country: 'CU' })).fraudlabspro_status
  assert.equal(await status({ email: 'friend@shop.test', email_hash: '1'.repeat(40) }), 'APPROVE')
  assert.equal(await status({ email: 'test@example.com' }), 'APPROVE')
  assert.equal(await status({ email_hash: hash }), 'APPROVE')
  assert.equal(await status({ email_hash: '2'.repeat(40) }), 'REJECT')
})

test('amounts in another currency are compared in dollars, or as they are when there are no rates', async () => {
  const order = { email_domain: 'gmail.com', amount: 60_000, currency: 'JPY' }
  const amounts = await openWorld()
  assert.equal((await amounts.screen(order)).fraudlabspro_status, 'APPROVE')
  const without = await openWorld({ kit: { ask: () => Promise.reject(new Error('no rates')) } })
  assert.equal((await without.screen(order)).fraudlabspro_status, 'REVIEW')
  assert.match(without.logged.join('\n'), /without conversion/)
})

const mistakes: Record<string, [config: unknown, message: RegExp]> = {
  'a list for a file': [[], /the file must be an object/],
  'a misspelt setting': [{ rule: [] }, /rule is not one of rules/],
  'a rule without name': [{ rules: [{ status: 'REJECT' }] }, /rules\[0\].name must be/],
  'a rule without conditions': [{ rules: [{ name: 'x', status: 'REJECT' }] }, /rules\[0\] needs a condition/],
  'another status': [{ rules: [{ name: 'x', status: 'BLOCK' }] }, /rules\[0\].status must be/],
  'a member too many': [{ rules: [{ name: 'x', status: 'REJECT', when: [] }] }, /rules\[0\].when is not/],
  'an unknown fact': [
    { rules: [{ name: 'x', status: 'REJECT', all: [{ field: 'age', above: 1 }] }] },
    /all\[0\].field/,
  ],
  'two tests': [
    { rules: [{ name: 'x', status: 'REJECT', any: [{ field: 'score', above: 1, below: 5 }] }] },
    /any\[0\] needs exactly one/,
  ],
  'a word for a number': [
    { rules: [{ name: 'x', status: 'REJECT', any: [{ field: 'score', above: '1' }] }] },
    /any\[0\]/,
  ],
  'points of no row': [{ points: { shoes: 3 } }, /points.shoes is not a row/],
  'points beyond the score': [{ points: { proxy: 1000 } }, /points.proxy must be/],
  'no country': [{ highRiskCountries: ['Russia'] }, /highRiskCountries\[0\] must be a country code/],
  'no e-mail address': [{ whitelistedEmails: ['friend'] }, /whitelistedEmails\[0\] must be/],
  'a number out of bounds': [{ keepDays: 0 }, /keepDays must be an integer from 1/],
}
for (const [what, [config, message]] of Object.entries(mistakes))
  test(`${what} in the operator's file refuses the start`, () =>
    assert.rejects(openWorld({ kit: { config } }), message))
