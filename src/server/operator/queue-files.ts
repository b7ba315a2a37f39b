import { showGoodwillFile as goodwillFile } from '../../contract/betrieb-kulanz.ts'
import { showMailsFile as mailsFile } from '../../contract/betrieb-mails.ts'
import { showClaimsFile as claimsFile } from '../../contract/betrieb-nachbuchungen.ts'
import { showReviewsFile as reviewsFile } from '../../contract/betrieb-pruefungen.ts'
import { mailNames } from '../../contract/mail-words.ts'
import type { Localised } from '../../domain/tenant.ts'
import { readRequestsAfter } from '../account/goodwill-request-store.ts'
import { readMailsAfter } from '../mail/list-store.ts'
import { operatorNames } from '../team/operator-names.ts'
import { readClaimsAfter } from './claim-queue-store.ts'
import * as claims from './claim-queue.ts'
import * as goodwill from './goodwill-requests.ts'
import { clockTime, euros, serveListFile } from './list-file.ts'
import { readCasesAfter } from './review-queue-store.ts'
import * as reviews from './review-queue.ts'
import * as mails from './show-mails.ts'

// The files of the lists that people decide from, in the words of their pages (test/list-files.test.ts compares them).

const word = (de: string, en: string): Localised => ({ de, en })
const person = word('Person', 'Person')
const state = word('Stand', 'State')
const reason = word('Grund', 'Reason')
const amount = word('Betrag', 'Amount')
const answerBy = word('Antwort bis', 'Answer by')
const since = word('Seit', 'Since')
const assignee = word('Bei', 'With')
const sides = { Empfehler: word('Empfehler', 'Referrer'), Empfaenger: word('Kontakt', 'Contact') }
const erased = word('Gelöscht', 'Erased')

const reviewReasons = {
  'same-email': word('Gleiche E-Mail', 'Same e-mail'),
  'same-bank-account': word('Gleiches Konto', 'Same account'),
  'same-household': word('Haushalt', 'Household'),
  'existing-customer': word('Schon Kunde', 'Customer before'),
  'yearly-limit': word('Jahresgrenze', 'Yearly limit'),
  'same-network': word('Gleiches Netz', 'Same network'),
  'by-hand': word('Von Hand', 'By hand'),
}
const outcomes = {
  approved: word('Anerkannt', 'Approved'),
  refused: word('Abgelehnt', 'Refused'),
  moot: word('Erledigt', 'Ended'),
}

export const showReviewsFile = serveListFile(reviewsFile, {
  name: 'pruefungen',
  read: async (tx, { tenant, caller, today }, query, part) => {
    const { orderBy = 'AntwortBis' } = query
    const rows = await readCasesAfter(tx, tenant.code, {
      filter: reviews.filterOf(query, caller.operatorId, today),
      orderBy,
      descending: query.descending === 'true',
      ...part,
    })
    const names = await operatorNames(
      tx,
      tenant.code,
      rows.map((row) => row.assigned_to),
    )
    const last = rows.at(-1)
    const values = last && {
      AntwortBis: last.queue_on,
      Seit: last.opened_at.toString(),
      WertCent: last.cents,
    }
    return {
      rows: rows.map((row) => reviews.viewOf(row, names, caller.operatorId, today)),
      last: values ? { value: values[orderBy], id: last.reward_id } : null,
    }
  },
  columns: {
    person: { title: person, cell: ({ name }, locale) => name ?? erased[locale] },
    reason: {
      title: reason,
      cell: ({ outcome, reasons }, locale) =>
        outcome
          ? outcomes[outcome][locale]
          : reasons.map((one) => reviewReasons[one][locale]).join(', '),
    },
    answerBy: { title: answerBy, cell: (row) => row.answerBy },
    amount: { title: amount, cell: ({ cents }, locale) => euros(cents, locale) },
    side: {
      title: word('Seite', 'Side'),
      cell: ({ beneficiary }, locale) => sides[beneficiary][locale],
    },
    order: { title: word('Auftrag', 'Order'), cell: ({ orderNumber }) => orderNumber },
    since: { title: since, cell: ({ openedAt }) => clockTime(openedAt) },
    assignee: { title: assignee, cell: (row) => row.assignee },
  },
})

const claimStates = {
  open: word('Offen', 'Open'),
  matched: word('Gefunden', 'Found'),
  accepted: word('Anerkannt', 'Accepted'),
  refused: word('Abgelehnt', 'Refused'),
  withdrawn: word('Zurückgezogen', 'Withdrawn'),
}

export const showClaimsFile = serveListFile(claimsFile, {
  name: 'meldungen',
  read: async (tx, { tenant, caller, today }, query, part) => {
    const { orderBy = 'AntwortBis' } = query
    const rows = await readClaimsAfter(tx, tenant.code, {
      filter: claims.filterOf(query, caller.operatorId, today),
      orderBy,
      descending: query.descending === 'true',
      ...part,
    })
    const names = await operatorNames(
      tx,
      tenant.code,
      rows.map((row) => row.assigned_to),
    )
    const last = rows.at(-1)
    const values = last && { AntwortBis: last.answer_by, GemeldetAm: last.made_at.toString() }
    return {
      rows: rows.map((row) => claims.viewOf(row, names, caller.operatorId, today)),
      last: values ? { value: values[orderBy], id: last.claim_id } : null,
    }
  },
  columns: {
    person: { title: person, cell: ({ name }, locale) => name ?? erased[locale] },
    state: { title: state, cell: (row, locale) => claimStates[row.state][locale] },
    answerBy: { title: answerBy, cell: (row) => row.answerBy },
    contract: {
      title: word('Vertrag', 'Contract'),
      cell: ({ orderNumber, contractOn }) => orderNumber ?? contractOn,
    },
    product: {
      title: word('Produkt', 'Product'),
      cell: ({ product }, locale) => product[locale],
    },
    side: {
      title: word('Von', 'From'),
      cell: ({ claimant }, locale) => sides[claimant][locale],
    },
    file: {
      title: word('Beleg', 'Evidence'),
      cell: ({ hasFile }, locale) => (hasFile ? word('Ja', 'Yes')[locale] : null),
    },
    since: { title: word('Gemeldet', 'Claimed'), cell: ({ madeAt }) => clockTime(madeAt) },
    assignee: { title: assignee, cell: (row) => row.assignee },
  },
})

const goodwillStates = {
  offen: word('Wartet auf zweite Person', 'Waits for a second person'),
  gewaehrt: word('Gewährt', 'Granted'),
  abgelehnt: word('Abgelehnt', 'Refused'),
}

export const showGoodwillFile = serveListFile(goodwillFile, {
  name: 'kulanz',
  read: async (tx, { tenant, caller }, query, part) => {
    const { orderBy = 'Seit' } = query
    const states = [query.state ?? 'offen'].flat()
    const asked = { states, orderBy, descending: query.descending === 'true', ...part }
    const rows = await readRequestsAfter(tx, tenant.code, asked)
    const people = rows.flatMap(({ proposed_by, decided_by }) => [proposed_by, decided_by])
    const names = await operatorNames(tx, tenant.code, people)
    const last = rows.at(-1)
    const values = last && { Seit: last.proposed_at.toString(), WertCent: last.cents }
    return {
      rows: rows.map((row) => goodwill.viewOf(row, names, caller)),
      last: values ? { value: values[orderBy], id: last.request_id } : null,
    }
  },
  columns: {
    person: { title: person, cell: ({ name }) => name },
    state: { title: state, cell: (row, locale) => goodwillStates[row.state][locale] },
    amount: { title: amount, cell: ({ cents }, locale) => euros(cents, locale) },
    since: { title: since, cell: ({ proposedAt }) => clockTime(proposedAt) },
    proposedBy: {
      title: word('Vorgeschlagen von', 'Proposed by'),
      cell: (row) => row.proposedBy,
    },
    reason: { title: reason, cell: (row) => row.reason },
  },
})

const mailStates = {
  wartet: word('Wartet', 'Waiting'),
  gesendet: word('Gesendet', 'Sent'),
  gescheitert: word('Gescheitert', 'Failed'),
}

export const showMailsFile = serveListFile(mailsFile, {
  name: 'mails',
  read: async (tx, { tenant }, query, part) => {
    const filter = await mails.filterOf(tx, tenant.code, query)
    const rows = await readMailsAfter(tx, tenant.code, { filter, ...part })
    const last = rows.at(-1)
    return {
      rows: rows.map(mails.viewOf),
      last: last ? { value: last.created_at.toString(), id: last.mail_id } : null,
    }
  },
  columns: {
    template: {
      title: word('Mail', 'Mail'),
      cell: ({ template }, locale) => mailNames[template]?.[locale] ?? template,
    },
    state: { title: state, cell: (row, locale) => mailStates[row.state][locale] },
    at: { title: word('Zeit', 'Time'), cell: ({ at }) => clockTime(at) },
    address: {
      title: word('An', 'To'),
      cell: ({ address }, locale) => address ?? word('gelöscht', 'deleted')[locale],
    },
    sentAt: { title: word('Gesendet', 'Sent'), cell: ({ sentAt }) => clockTime(sentAt) },
  },
})
