// The fields of an order. The provider reads them from the query or a form (SOURCES 1.3); the specification has them in
// the query.
import { anyOf, num, str } from '#define'

/** Returns the fields of the specification; `beyond` if they are in the body. */
export function orderFields<const B extends boolean>(beyond: B) {
  return {
    last_name: str({ beyond, doc: 'Last name of the buyer.' }),
    first_name: str({ beyond, doc: 'First name of the buyer.' }),
    bill_addr: str({ beyond, doc: 'Billing street address.' }),
    bill_city: str({ beyond, doc: 'Billing city.' }),
    bill_state: str({ beyond, doc: 'Billing state; its code in the US and Canada.' }),
    bill_country: str({ beyond, doc: 'Billing country, ISO 3166 alpha-2.', example: 'US' }),
    bill_zip_code: str({ beyond, doc: 'Billing postal code.' }),
    ship_addr: str({ beyond, doc: 'Shipping street address.' }),
    ship_city: str({ beyond, doc: 'Shipping city.' }),
    ship_state: str({ beyond, doc: 'Shipping state; its code in the US and Canada.' }),
    ship_country: str({ beyond, doc: 'Shipping country, ISO 3166 alpha-2.' }),
    ship_zip_code: str({ beyond, doc: 'Shipping postal code.' }),
    email_domain: str({ beyond, doc: 'Domain of the e-mail address.', example: 'example.com' }),
    user_phone: str({ beyond, doc: 'Phone number, digits.' }),
    email: str({ beyond, doc: 'E-mail address; makes email_hash unnecessary.' }),
    email_hash: str({ beyond, doc: 'Hash of the e-mail address: 40 hex digits, or 64 in the newer form.' }),
    username_hash: str({ beyond, doc: 'Hash of the user name, made like email_hash.' }),
    password_hash: str({ beyond, secret: true, doc: 'Hash of the password, made like email_hash.' }),
    bin_no: str({ beyond, doc: 'First 6 to 9 digits of the card.' }),
    card_hash: str({ beyond, secret: true, doc: 'Hash of the card number, made like email_hash.' }),
    avs_result: str({ beyond, doc: 'Result letter of the address verification.' }),
    cvv_result: str({ beyond, doc: 'Result letter of the card-code verification.' }),
    user_order_id: str({ beyond, doc: 'Order number of the shop, up to 15 characters.' }),
    user_order_memo: str({ beyond, doc: 'Note of the shop, up to 200 characters.' }),
    currency: str({ beyond, doc: 'ISO 4217 code of the amount.', example: 'USD' }),
    department: str({ beyond, doc: 'Department of the shop.' }),
    payment_mode: str({
      beyond,
      doc: 'In any case: creditcard, affirm, paypal, googlecheckout, bitcoin, cod, moneyorder, wired, bankdeposit, elviauthorized, paymitco, cybersource, sezzle, viabill, amazonpay, pmnts_gateway, giftcard, others.',
      example: 'creditcard',
    }),
    flp_checksum: str({ beyond, doc: 'Device value produced by the provider’s script in the browser.' }),
  }
}

/** Fields of the provider and its clients beyond the specification. */
export const furtherFields = {
  ship_first_name: str({ beyond: true, doc: 'First name of the receiver.' }),
  ship_last_name: str({ beyond: true, doc: 'Last name of the receiver.' }),
  username: str({ beyond: true, doc: 'User name in plain text, instead of its hash.' }),
  payment_gateway: str({ beyond: true, doc: 'Payment service of the shop.' }),
  items: str({ beyond: true, doc: 'Items as comma-separated sku:quantity:type.' }),
  session_id: str({ beyond: true, doc: 'Session of the buyer.' }),
  source: str({ beyond: true, doc: 'Application that sends the order.' }),
  source_version: str({ beyond: true, doc: 'Version of that application.' }),
  flp_check_sum: str({ beyond: true, doc: 'Another spelling of flp_checksum.' }),
}

/** Amounts in a body: numbers, or strings as in forms and from some clients. */
export const bodyAmounts = {
  amount: anyOf([num(), str()], { beyond: true, doc: 'Amount of the order, up to 10,000,000.' }),
  quantity: anyOf([num(), str()], { beyond: true, doc: 'Number of items, up to 100,000.' }),
}
