// Search phrases by endpoint, in users' own words: agents find operations by these.
export const asks = {
  feedback: [
    'Tell the fraud service that the order was fine',
    'Approve or reject an order after review',
    'Mark a customer as fraudster, blacklist him',
    'Confirm a chargeback or a good customer',
  ],
  screen: [
    'Is this order fraudulent?',
    'Check a payment for risk before shipping',
    'Fraud score of a credit card purchase',
    "Is the buyer's IP a proxy?",
  ],
}

/** Further search words of users. */
export const words = {
  feedback:
    'outcome decision approve reject decline blacklist refund refunded chargeback scam fraud good legitimate tell report afterwards review result genuine mark order it was rejected',
  screen:
    'risk risky score stolen card payment purchase order buyer customer suspicious scam fraud ip proxy check checkout transaction trust genuine shipping billing mismatch legit is this fishy fake safe to ship',
}

/** Names that belong to the API. */
export const topics = 'visa mastercard paypal card ip chargeback buyer shipping billing'
