import { daysLater, isBankDay } from './bank-days.ts'
import {
  camtOf,
  payeeReportOf,
  statusReportOf,
  type Entry,
  type Form,
  type Found,
  type Order,
  type Payment,
} from './bank-papers.ts'

// A bank that shares no code with the product: it reads payment files by their published elements and keeps its own book.

/** What it does with a payment, asked once for each. */
export type Fate =
  | { kind: 'arrives' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'returned'; reason: string; feeCents: number }

export type Bank = ReturnType<typeof openBank>

export function openBank(
  form: Form & { books: 'sums' | 'lines'; openingCents: number },
  fateOf: (payment: Payment) => Fate,
  foundOf: (payment: Payment) => Found,
) {
  const orders: Order[] = []
  const known = new Set<string>()
  const returns: { payment: Payment; day: string; reason: string; feeCents: number }[] = []
  const entries: Entry[] = []
  let balance = form.openingCents
  let papers = 0
  let references = 0

  function book(entry: Omit<Entry, 'reference'>) {
    balance += entry.direction === 'CRDT' ? entry.cents : -entry.cents
    entries.push({ ...entry, reference: `${form.iban.slice(-4)}${String(++references)}` })
  }

  return {
    form,
    orders,
    entries,
    balance: () => balance,

    /** Takes a file as banks do, once. @returns what it found of the payees */
    take(file: string): { order: Order; check: string } {
      const order = readOrder(file, form.iban)
      for (const id of [order.messageId, ...order.payments.map((payment) => payment.id)]) {
        if (known.has(id)) throw new Error(`The bank has ${id} already`)
        known.add(id)
      }
      orders.push(order)
      return { order, check: payeeReportOf(`V${++papers}`, order, foundOf) }
    },

    /** Is told to carry the order out as a whole. @returns its status report before the day */
    release(order: Order): string {
      if (order.state !== 'checked') throw new Error(`The bank has heard of ${order.messageId}`)
      order.state = 'released'
      for (const payment of order.payments) {
        const fate = fateOf(payment)
        if (fate.kind === 'rejected') payment.rejected = fate.reason
        if (fate.kind !== 'returned') continue
        const { reason, feeCents } = fate
        returns.push({ payment, day: daysLater(order.day, 2), reason, feeCents })
      }
      return statusReportOf(form, `P${++papers}`, order)
    },

    /** Is told to forget the order. */
    cancel(order: Order): void {
      if (order.state !== 'checked') throw new Error(`The bank has heard of ${order.messageId}`)
      order.state = 'cancelled'
    },

    /** Carries a day out. @returns the day's papers: notifications, then the statement; none where nothing moved */
    endDay(day: string, { isMonthsLast }: { isMonthsLast: boolean }): string[] {
      if (!isBankDay(day)) return []
      const opening = balance
      const first = entries.length
      for (const order of orders.filter((one) => one.day === day && one.state === 'released')) {
        const due = order.payments.filter(({ rejected }) => rejected === null)
        for (const payment of due) payment.bookedOn = day
        const sum = due.reduce((all, { cents }) => all + cents, 0)
        const { messageId } = order
        if (due.length === 0) continue
        if (form.books === 'sums')
          book({ day, direction: 'DBIT', cents: sum, what: { messageId, count: due.length } })
        else
          for (const payment of due)
            book({ day, direction: 'DBIT', cents: payment.cents, what: { payment } })
      }
      for (const { payment, reason, feeCents } of returns.filter((one) => one.day === day)) {
        payment.returnedOn = day
        const cents = payment.cents - feeCents
        book({ day, direction: 'CRDT', cents, what: { payment, reason, feeCents } })
      }
      if (isMonthsLast)
        book({ day, direction: 'DBIT', cents: 990, what: { fee: `Kontoführung ${day}` } })
      const own = entries.slice(first)
      if (own.length === 0) return []
      const single = own.filter(({ what }) => 'payment' in what)
      return [
        ...(single.length > 0 ? [camtOf(form, '054', `N${++papers}`, single)] : []),
        camtOf(form, '053', `S${++papers}`, own, { day, opening, closing: balance }),
      ]
    },
  }
}

const one = (text: string, name: string): string => {
  const found = [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))]
  if (found.length !== 1) throw new Error(`${found.length} of ${name}`)
  return found[0]![1]!
}

function readOrder(file: string, iban: string): Order {
  const [head = '', ...blocks] = file.split('<CdtTrfTxInf>')
  const [group = '', block = ''] = head.split('</GrpHdr>')
  const cents = (text: string) => {
    const [, euros, rest] = /^(\d+)\.(\d\d)$/.exec(text) ?? []
    if (euros === undefined) throw new Error(`${text} is no amount`)
    return Number(euros) * 100 + Number(rest)
  }
  const payments = blocks.map((text): Payment => {
    const own = text.split('</CdtTrfTxInf>')[0]!
    return {
      id: one(own, 'EndToEndId'),
      cents: cents(one(own, 'InstdAmt')),
      iban: one(own, 'IBAN'),
      name: one(own, 'Nm'),
      bookedOn: null,
      returnedOn: null,
      rejected: null,
    }
  })
  const sum = payments.reduce((all, payment) => all + payment.cents, 0)
  for (const part of [group, block]) {
    if (cents(one(part, 'CtrlSum')) !== sum) throw new Error('The sum of the file is wrong')
    if (Number(one(part, 'NbOfTxs')) !== payments.length) throw new Error('The number is wrong')
  }
  if (one(block, 'IBAN') !== iban) throw new Error('The file is of another account')
  const day = one(block, 'Dt')
  if (!isBankDay(day)) throw new Error(`${day} is no day of banks`)
  return { messageId: one(group, 'MsgId'), day, payments, state: 'checked' }
}
