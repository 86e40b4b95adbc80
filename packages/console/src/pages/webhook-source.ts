// The webhooks of the account, or those of the operator, behind the same functions.
import type { ListDeliveriesOutput, ListWebhooksOutput, Me } from '../../../client/own/mod.ts'
import { type Role, self } from '../session.ts'
import { operatorClient } from '../source.ts'

export type WebhookRow = ListWebhooksOutput['webhooks'][number]
export type DeliveryRow = ListDeliveriesOutput['deliveries'][number]
export type WebhookSource = Pick<
  Me,
  | 'listWebhooks'
  | 'getWebhook'
  | 'createWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'retryDelivery'
  | 'recoverWebhook'
  | 'listEvents'
>

export async function webhookSourceOf(role: Role): Promise<WebhookSource> {
  return role === 'account' ? self : await operatorClient()
}
