// Code that must and must not compile with the client. types.test.ts replaces each comment `// must not compile:` by
// its code, and expects an error there and nowhere else.
import { connect, GatewayError } from './mod.ts'

export async function check(): Promise<void> {
  const gw = connect({ url: 'http://127.0.0.1:8787', key: 'gh_live_…' })

  const { picked, index } = await gw.randomness.pick({ options: 'tea,coffee' })
  const text: string = picked
  const position: number = index
  await gw.randomness.number()
  await gw.randomness.number({ min: 1, max: null }, { timeoutMs: 1000, headers: { 'x-gateway-provider': 'live' } })
  const { coin } = await gw.randomness.bool({ signal: AbortSignal.timeout(1) })
  const side: 'heads' | 'tails' = coin
  const whole: { data: readonly unknown[] } = await gw.collegeFootball.venues({ raw: true })
  const unwrapped: readonly unknown[] = await gw.collegeFootball.venues()
  const { usage } = await gw.modelRouting.chatCompletions({ body: { model: 'm', messages: [] } })
  for await (const chunk of gw.modelRouting.chatCompletions.stream({ body: { model: 'm', messages: [] } }))
    chunk.id.at(0)
  const chunks = await gw.modelRouting.chatCompletions({ body: { model: 'm', messages: [], stream: true } })
  for await (const chunk of chunks) chunk.id.at(0)
  const image: Uint8Array = await gw.backgroundRemoval.removeBackground({
    body: { image_url: 'https://example.org/a.jpg' },
  })
  for await (const { name } of gw.characters.listCharacters.items({ status: 'alive' })) name.at(0)
  for await (const fact of gw.catFacts.facts.items()) fact.length.toFixed()
  for await (const { info } of gw.characters.listCharacters.pages()) info.pages.toFixed()
  const response: Response = await gw.randomness.bool().response()
  const left: number | undefined = gw.remaining.minute
  const code: string | undefined = new GatewayError('', details).code
  use(text, position, side, whole, unwrapped, usage, image, left, code, response)

  // a required parameter is missing
  // must not compile: await gw.randomness.pick()
  // must not compile: await gw.randomness.pick({})
  // must not compile: await gw.randomness.pick({ options: null })
  // a parameter is misspelt
  // must not compile: await gw.randomness.pick({ options: 'a', option: 'b' })
  // must not compile: await gw.randomness.dice({ side: 6 })
  // a value has the wrong type
  // must not compile: await gw.randomness.pick({ options: ['a', 'b'] })
  // must not compile: await gw.randomness.dice({ count: '2' })
  // an endpoint without input takes none
  // must not compile: await gw.randomness.bool({ count: 2 })
  // an endpoint or an API is unknown
  // must not compile: await gw.randomness.cards()
  // must not compile: await gw.randomnes.bool()
  // an answer has no such member, or another type
  // must not compile: use((await gw.randomness.bool()).side)
  // must not compile: const wrong: number = (await gw.randomness.pick({ options: 'a' })).picked
  // must not compile: use((await gw.randomness.bool()).coin === 'edge')
  // the untouched body is not the unwrapped one
  // must not compile: use((await gw.collegeFootball.venues({ raw: true })).length)
  // a body member is missing or misspelt
  // must not compile: await gw.modelRouting.chatCompletions({ body: { messages: [] } })
  // must not compile: await gw.modelRouting.chatCompletions({ body: { model: 'm', messages: [], tempature: 1 } })
  // a stream is not an answer, and not every endpoint streams
  // must not compile: use((await gw.modelRouting.chatCompletions({ body: { model: 'm', messages: [], stream: true } })).usage)
  // must not compile: gw.randomness.bool.stream()
  // the key of the provider is not the caller's business
  // must not compile: await gw.newspaperBooks.listNames({ 'api-key': 'secret' })
  // not every endpoint has pages, and results have the type of their list
  // must not compile: gw.randomness.bool.pages()
  // must not compile: for await (const { nme } of gw.characters.listCharacters.items()) use(nme)
  // what is left cannot be set
  // must not compile: connect({ url: 'http://127.0.0.1:8787', key: 1 })
  // must not compile: gw.remaining.minute = 5
}

const details = { status: 404, code: undefined, requestId: undefined, retryAfter: undefined, body: undefined }

function use(...values: readonly unknown[]): void {
  if (values.length === 0) throw new Error('nothing to use')
}
