// Every listing: who answers it for this account, and the account's provider key for it.
import { done, el, field, problem, table } from '../elements.ts'
import { sentence } from '../session.ts'
import type { ViewContext } from './view.ts'

type Listing = Awaited<ReturnType<ViewContext['gateway']['me']['listListings']>>['listings'][number]

export async function listings(context: ViewContext): Promise<HTMLElement> {
  const { listings: all } = await context.gateway.me.listListings()
  const status = el('div')
  const rows = all.map((listing) => [
    el('a', { href: `#try/${listing.slug}` }, listing.title),
    chooser(listing, context, status),
    keyState(listing),
    keyActions(listing, context, status),
  ])
  return el('section', {}, el('h1', {}, 'APIs'), status, table(['API', 'Answered by', 'Provider key', ''], rows))
}

/** Makes a change, shows the result, and renders the list again. */
async function act(change: () => Promise<string>, context: ViewContext, status: HTMLElement): Promise<void> {
  try {
    const message = await change()
    await context.again()
    document.querySelector('main h1')?.after(done(message))
  } catch (error) {
    status.replaceChildren(problem(sentence(error)))
  }
}

function chooser(listing: Listing, context: ViewContext, status: HTMLElement): HTMLElement {
  const option = (provider: 'embedded' | 'live') =>
    el('option', { value: provider, selected: listing.provider === provider }, provider)
  const choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement
    const provider = value === 'live' ? 'live' : 'embedded'
    void act(
      () =>
        context.gateway.me
          .chooseProvider({ slug: listing.slug, body: { provider } })
          .then(() => `${listing.title} is now answered by the ${provider} provider.`),
      context,
      status,
    )
  }
  return el(
    'select',
    { 'aria-label': `Provider of ${listing.title}`, onchange: choose },
    option('embedded'),
    option('live'),
  )
}

const keyTexts = { missing: 'none stored', placeholder: 'placeholder', stored: 'stored' } as const

function keyState(listing: Listing): string {
  return listing.providerKey === null ? 'not needed' : keyTexts[listing.providerKey]
}

function keyActions(listing: Listing, context: ViewContext, status: HTMLElement): HTMLElement | undefined {
  if (listing.providerKey === null) return undefined
  const { me } = context.gateway
  const input = el('input', {
    type: 'password',
    required: true,
    autocomplete: 'off',
    'aria-label': `Provider key of ${listing.title}`,
  })
  const store = (event: Event) => {
    event.preventDefault()
    void act(
      () =>
        me
          .setProviderKey({ slug: listing.api, body: { key: input.value } })
          .then(() => `The key of ${listing.title} is stored; its calls go to the provider.`),
      context,
      status,
    )
  }
  const verify = () =>
    void act(
      () =>
        me
          .verifyProviderKey({ slug: listing.api })
          .then(
            (answer) =>
              `${listing.title}: the provider answered ${answer.status}; the key is ${answer.ok ? 'accepted' : 'not accepted'}.`,
          ),
      context,
      status,
    )
  const remove = () =>
    void act(
      () => me.removeProviderKey({ slug: listing.api }).then(() => `The key of ${listing.title} is removed.`),
      context,
      status,
    )
  const stored = listing.providerKey === 'stored'
  return el(
    'form',
    { class: 'row', onsubmit: store },
    field('key', { label: stored ? 'Replace' : 'Store', control: input }),
    el('button', {}, 'Store'),
    stored ? el('button', { type: 'button', class: 'quiet', onclick: verify }, 'Verify') : undefined,
    stored ? el('button', { type: 'button', class: 'quiet', onclick: remove }, 'Remove') : undefined,
  )
}
