// A buyer is the same whether the caller sends the e-mail address, its hash or both: on both databases, against
// accounts whose orders always come in plain text.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { sampled } from '../../tests/harness/seed.ts'
import { eachStore } from '../../tests/harness/services.ts'
import { type OrderFields, openWorld, type ScreenedOrder, slowHash, type World } from './test/world.ts'

const hourMs = 3_600_000
const cards = ['a'.repeat(40), 'b'.repeat(40)]
const buyers = ['ada', 'Grace', 'linus'].map((name) => {
  const email = `${name}@shop.test`
  return { email, emailHash: slowHash(email), name, nameHash: slowHash(name) }
})
const [ada, grace] = buyers as [(typeof buyers)[0], (typeof buyers)[0]] // there are three

/** The first rule that matches says how often e-mail and user were seen, and with how many cards. */
const rules = [7, 6, 5, 4, 3, 2, 1, 0].flatMap((email) =>
  [4, 3, 2, 1, 0].flatMap((user) =>
    [2, 1, 0].map((card) => ({
      name: `${email} ${user} ${card}`,
      status: 'REVIEW',
      all: [
        { field: 'email_orders_day', above: email - 1 },
        { field: 'user_orders_day', above: user - 1 },
        { field: 'email_cards_day', above: card - 1 },
      ],
    })),
  ),
)

type Draw = ReturnType<typeof createSeededRandom>

/** The text, or its hash in one of the forms that clients send. */
function inSomeForm(draw: Draw, { text, sha1 }: { text: string; sha1: string }, [plain, hashed]: [string, string]) {
  const sha2 = hash('sha256', sha1)
  const form = [sha1, sha1.toUpperCase(), sha2, sha2.toUpperCase()][draw.int(0, 3)] ?? sha1
  return [{ [plain]: text }, { [hashed]: form }, { [plain]: text, [hashed]: form }][draw.int(0, 2)]
}

const withoutId = ({ fraudlabspro_id: _id, ...answer }: ScreenedOrder) => answer

await eachStore('buyers', (database) => {
  const open = (seed: number) =>
    openWorld({ database: database.store, migrated: true, seed, kit: { config: { rules } } })
  let world: World
  before(async () => {
    await openWorld({ database: database.store })
    world = await open(1)
  })
  const seen = async (fields: OrderFields, account: string) =>
    (await world.screen({ ip: '198.51.100.1', username: 'x', ...fields }, account)).fraudlabspro_rules[0]?.[0]

  test('any order of plain texts, hashes and both is answered as plain texts alone are', async () => {
    for (let seed = 1; seed <= sampled(10); seed++) {
      const draw = createSeededRandom(seed)
      const [account, model] = [`acc_any_${seed}`, `acc_plain_${seed}`]
      const ids: [string, string][] = []
      const history: string[] = []
      for (let step = 0; step < 60; step++) {
        const kind = draw.int(0, 19)
        if (kind === 0) {
          world.clock.advance(draw.int(1, 20) * hourMs)
          history.push('wait')
        } else if (kind === 1) {
          const { clock } = world
          await world.close()
          world = await open(seed * 100 + step)
          world.clock.set(new Date(clock.now()).toISOString())
          history.push('restart')
        } else if (kind === 2) {
          await world.runJob('prune')
          history.push('prune')
        } else if (kind < 6 && ids.length > 0) {
          const [id, modelId] = ids[draw.int(0, ids.length - 1)] ?? ['', '']
          const action = ['APPROVE', 'REJECT_BLACKLIST', 'IGNORE'][draw.int(0, 2)] ?? ''
          history.push(action)
          assert.deepEqual(await world.feedback(id, action, account), await world.feedback(modelId, action, model))
        } else {
          const buyer = buyers[draw.int(0, 2)] ?? ada
          const order = {
            ip: `198.51.${seed}.${step}`,
            email_domain: 'shop.test',
            ...(draw.int(0, 1) === 0 && { card_hash: cards[draw.int(0, 1)] ?? '' }),
          }
          const email = { text: buyer.email, sha1: buyer.emailHash }
          const user = draw.int(0, 3) > 0 && { text: buyer.name, sha1: buyer.nameHash }
          const sent = {
            ...inSomeForm(draw, email, ['email', 'email_hash']),
            ...(user && inSomeForm(draw, user, ['username', 'username_hash'])),
          }
          history.push(JSON.stringify(sent))
          const own = await world.screen({ ...order, ...sent }, account)
          const plain = { email: buyer.email, ...(user && { username: buyer.name }) }
          const reference = await world.screen({ ...order, ...plain }, model)
          assert.deepEqual(withoutId(own), withoutId(reference), `seed ${seed}: ${history.join(', ')}`)
          ids.push([own.fraudlabspro_id, reference.fraudlabspro_id])
        }
      }
    }
  })

  test('orders at the same time are one buyer in either form', async () => {
    const answers = await Promise.all([
      seen({ email: ada.email }, 'acc_at_once'),
      seen({ email_hash: ada.emailHash }, 'acc_at_once'),
      seen({ email: ada.email }, 'acc_at_once'),
      seen({ email_hash: hash('sha256', ada.emailHash) }, 'acc_at_once'),
    ])
    assert.deepEqual(answers.sort(), ['0', '1', '2', '3'])
  })

  test('a blacklisted buyer is found in either form however long ago the order was', async () => {
    const account = 'acc_blacklist'
    const forms = [{ email: grace.email }, { email_hash: grace.emailHash }]
    for (const form of forms) {
      const { fraudlabspro_id } = await world.screen(form, account)
      world.clock.advance(60 * hourMs)
      await world.runJob('prune')
      await world.feedback(fraudlabspro_id, 'REJECT_BLACKLIST', account)
      world.clock.advance(60 * hourMs)
      for (const other of forms) assert.equal((await world.screen(other, account)).is_email_blacklist, 'Y')
      assert.equal((await world.screen({ email: ada.email }, account)).is_email_blacklist, 'N')
      await world.feedback(fraudlabspro_id, 'APPROVE', account)
      for (const other of forms) assert.equal((await world.screen(other, account)).is_email_blacklist, 'N')
    }
  })

  test('a hash that is not that of the address beside it joins the order to nobody but its own address', async () => {
    const account = 'acc_other_hash'
    assert.equal(await seen({ email: ada.email }, account), '0')
    assert.equal(await seen({ email: ada.email, email_hash: grace.emailHash }, account), '0')
    assert.equal(await seen({ email: grace.email }, account), '1')
    assert.equal(await seen({ email: ada.email }, account), '1')
  })

  test('an address is one buyer in any case, whose hash may be of lower case', async () => {
    const account = 'acc_case'
    const forms = [
      { email: 'Ada@Shop.Test' },
      { email: 'ADA@SHOP.TEST' },
      { email: ada.email },
      { email_hash: ada.emailHash },
      { email: 'Ada@shop.test', email_hash: slowHash('Ada@shop.test') },
    ]
    for (const [at, form] of forms.entries()) assert.equal(await seen(form, account), String(at), JSON.stringify(form))
    for (const [at, form] of forms.entries()) {
      const own = `acc_case_${at}`
      const { fraudlabspro_id } = await world.screen(form, own)
      await world.feedback(fraudlabspro_id, 'REJECT_BLACKLIST', own)
      for (const other of forms)
        assert.equal((await world.screen(other, own)).is_email_blacklist, 'Y', JSON.stringify([form, other]))
      await world.feedback(fraudlabspro_id, 'APPROVE', own)
      for (const other of forms) assert.equal((await world.screen(other, own)).is_email_blacklist, 'N')
    }
  })

  test('an operator approves an address or a hash in whichever form the order has it', async () => {
    const forms = [{ email: ada.email }, { email_hash: ada.emailHash }, { email_hash: hash('sha256', ada.emailHash) }]
    for (const [at, listed] of [ada.email, ada.emailHash, hash('sha256', ada.emailHash)].entries()) {
      const kit = { config: { rules, whitelistedEmails: ['other@shop.test', listed] } }
      const approving = await openWorld({ database: database.store, migrated: true, seed: 7000 + at, kit })
      const status = async (fields: OrderFields) =>
        (await approving.screen({ username: 'x', ...fields }, `acc_${listed}`)).fraudlabspro_status
      for (const form of forms) assert.equal(await status(form), 'APPROVE', JSON.stringify([listed, form]))
      for (const form of [{ email: grace.email }, { email_hash: grace.emailHash }])
        assert.equal(await status(form), 'REVIEW', JSON.stringify([listed, form]))
    }
  })
})
