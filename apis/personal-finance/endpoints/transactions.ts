// Single transactions and the attachments assigned to them.
import { body, bool, del, empty, get, int, list, num, obj, opt, post, put, str } from '#define'
import { amount, categoryId, transactionFields } from '../parameters.ts'
import { Attachment, Transaction, UpdatedTransaction } from '../schemas.ts'

const id = int({ doc: 'Transaction.' })

const splits = list(
  obj({
    amount: num(),
    payee: opt(str()),
    category_id: opt(categoryId),
    is_transfer: opt(bool()),
    date: opt(str()),
  }),
  {
    doc: 'Parts that become separate transactions; fields they omit are taken from this one. `amount` is required too and must be the remainder.',
  },
)

export const transactions = {
  getTransaction: get('/transactions/{id}', 'One transaction', {
    params: { id },
    invalid: 'provider',
    returns: Transaction,
  }),
  updateTransaction: put('/transactions/{id}', 'Changes to a transaction, or its split into several', {
    params: { id },
    body: body({
      payee: str(),
      amount,
      date: str({ doc: 'YYYY-MM-DD.' }),
      category_id: categoryId,
      ...transactionFields,
      splits,
    }),
    invalid: 'provider',
    returns: UpdatedTransaction,
  }),
  deleteTransaction: del('/transactions/{id}', 'Removal of a transaction', {
    params: { id },
    invalid: 'provider',
    returns: empty(),
    status: 204,
  }),
  listTransactionAttachments: get('/transactions/{id}/attachments', 'Attachments of a transaction', {
    params: { id },
    invalid: 'provider',
    returns: list(Attachment),
  }),
  assignAttachment: post('/transactions/{id}/attachments', 'Assignment of an attachment to a transaction', {
    params: { id },
    body: body({ attachment_id: int() }),
    invalid: 'provider',
    returns: Attachment,
    status: 201,
  }),
  unassignAttachment: del(
    '/transactions/{transaction_id}/attachments/{attachment_id}',
    'Removal of an attachment from a transaction',
    {
      params: { transaction_id: int(), attachment_id: int() },
      invalid: 'provider',
      returns: empty(),
      status: 204,
      doc: 'The attachment itself is kept.',
    },
  ),
}
