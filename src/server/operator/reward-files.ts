import { showRewardsFile as rewardsFile } from '../../contract/betrieb-praemien.ts'
import { showClawbacksFile as clawbacksFile } from '../../contract/betrieb-rueckforderungen.ts'
import { stateWord } from '../../contract/state-words.ts'
import { localDate } from '../../domain/dates.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import type { Localised } from '../../domain/tenant.ts'
import { readClawbacksAfter } from './clawback-list-store.ts'
import * as clawbacks from './clawback-list.ts'
import { clockTime, euros, serveListFile, type FileCall } from './list-file.ts'
import { readRewardsAfter } from './reward-list-store.ts'
import * as rewards from './reward-list.ts'

// The files of rewards and clawbacks, in the words of their pages (list-file.test.ts compares them).

const word = (de: string, en: string): Localised => ({ de, en })
const person = word('Person', 'Person')
const state = word('Stand', 'State')
const order = word('Auftrag', 'Order')
const side = word('Seite', 'Side')
const sides = { Empfehler: word('Empfehler', 'Referrer'), Empfaenger: word('Kontakt', 'Contact') }
const erased = word('Gelöscht', 'Erased')
const seesPeople = ({ caller }: FileCall) => operatorAbilities(caller.roles).can('read', 'people')

const claimedBack = word('Zurückgefordert', 'Claimed back')
const held = word('Gehalten', 'Held')
const failed = word('Zahlung fehlgeschlagen', 'Payment failed')
const waitsFor = word('Wartet auf', 'Waits for')
const untilWhen = word('Bis', 'Until')
const reported = word('Prüfung (Code)', 'review (code)')
const noDay = word('ohne Frist', 'no deadline')
const dueOn = word('Fällig am', 'Due on')
const expiresOn = word('Verfällt am', 'Expires on')
const createdOn = word('Angelegt', 'Made')
const goodwill = word('Kulanz', 'Goodwill')
const waits: Record<string, Localised> = {
  'payment-held': word('Klärung mit der Bank', 'the bank’s explanation'),
  blocked: word('Ende der Kontosperre', 'end of the account’s block'),
  review: word('Prüfung', 'review'),
  question: word('Antwort der Person', 'the person’s answer'),
  appeal: word('Antwort auf den Widerspruch', 'answer to the objection'),
  'appeal-late': word(
    'Antwort auf den Widerspruch (überfällig)',
    'answer to the objection (overdue)',
  ),
  'bank-data': word('neue Bankdaten', 'new bank data'),
  collect: word('Abholung', 'collection'),
  claim: word('Übernahme der Empfehlung', 'claim of the recommendation'),
  'claimed-back': word('Rückzahlung', 'repayment'),
  'bank-back': word(
    'Bestätigung, dass die Zahlung scheiterte',
    'confirmation that the payment failed',
  ),
  'bank-late': word('Antwort der Bank', 'the bank’s answer'),
  'at-bank': word('Bank', 'the bank'),
  due: word('Überweisung', 'transfer'),
  'due-late': word('Überweisung (überfällig)', 'transfer (overdue)'),
  'review-late': word('Prüfung (überfällig)', 'review (overdue)'),
  unclaimed: word('Übernahme durch Empfehler', 'claim by the referrer'),
  providing: word('Bereitstellung', 'being provided'),
}

export const showRewardsFile = serveListFile(rewardsFile, {
  name: 'praemien',
  read: async (tx, call, query, part) => {
    const { tenant, today } = call
    const { orderBy = 'Angelegt', atLeast, language: locale = 'de' } = query
    const rows = await readRewardsAfter(tx, tenant.code, {
      filter: rewards.filterOf(
        { ...query, atLeast: atLeast === undefined ? undefined : Number(atLeast) },
        tenant,
        today,
      ),
      orderBy,
      descending: query.descending === 'true',
      ...part,
    })
    const seen = { tenant, today, locale, seesPeople: seesPeople(call) }
    const last = rows.at(-1)
    const values = last && { Angelegt: last.created_at.toString(), WertCent: last.cents }
    return {
      rows: rows.map((row) => rewards.viewOf(row, seen)),
      last: values ? { value: values[orderBy], id: last.reward_id } : null,
    }
  },
  columns: {
    person: { title: person, cell: ({ name }, locale) => name ?? erased[locale] },
    state: {
      title: state,
      cell: ({ isClaimedBack, isHeld, wait, ...row }, locale) => {
        if (isClaimedBack) return claimedBack[locale]
        if (isHeld) return held[locale]
        const hasFailed = wait.why === 'payment-held' || wait.why === 'bank-data'
        return hasFailed ? failed[locale] : stateWord(row.state, locale)
      },
    },
    amount: { title: word('Betrag', 'Amount'), cell: ({ cents }, locale) => euros(cents, locale) },
    waits: {
      title: waitsFor,
      cell: ({ wait }, locale) =>
        (wait.reportedOn === null ? waits[wait.why] : reported)?.[locale] ?? null,
    },
    until: {
      title: untilWhen,
      cell: ({ wait }, locale) => {
        if (wait.reportedOn !== null) return noDay[locale]
        return waits[wait.why] && wait.why !== 'claimed-back' ? wait.until : null
      },
    },
    due: { title: dueOn, cell: (row) => row.dueOn },
    expires: { title: expiresOn, cell: (row) => row.expiresOn },
    side: { title: side, cell: (row, locale) => sides[row.side][locale] },
    order: { title: order, cell: ({ orderNumber }, locale) => orderNumber ?? goodwill[locale] },
    created: {
      title: createdOn,
      cell: ({ createdAt }) => localDate(Temporal.Instant.from(createdAt)).toString(),
    },
  },
})

const clawbackStates = {
  offen: word('Offen', 'Open'),
  vorgeschlagen: word('Wartet auf zweite Person', 'Waits for a second person'),
  erledigt: word('Erledigt', 'Settled'),
}
const outcomes = {
  recovered: word('Zurückgezahlt', 'Paid back'),
  'set-off': word('Verrechnet', 'Set off'),
  'written-off': word('Verzichtet', 'Written off'),
}

export const showClawbacksFile = serveListFile(clawbacksFile, {
  name: 'rueckforderungen',
  read: async (tx, call, query, part) => {
    const { tenant, today } = call
    const { orderBy = 'Seit' } = query
    const rows = await readClawbacksAfter(tx, tenant.code, {
      states: clawbacks.statesOf(query),
      today,
      orderBy,
      descending: query.descending === 'true',
      ...part,
    })
    const last = rows.at(-1)
    const values = last && { Seit: last.opened_at.toString(), RestCent: last.left_cents }
    return {
      rows: rows.map((row) => clawbacks.viewOf(row, seesPeople(call))),
      last: values ? { value: values[orderBy], id: last.reward_id } : null,
    }
  },
  columns: {
    person: { title: person, cell: ({ name }, locale) => name ?? erased[locale] },
    state: {
      title: state,
      cell: (row, locale) =>
        (row.outcome ? outcomes[row.outcome] : clawbackStates[row.state])[locale],
    },
    left: {
      title: word('Noch offen', 'Still open'),
      cell: ({ leftCents }, locale) => euros(leftCents, locale),
    },
    amount: {
      title: word('Ausgezahlt waren', 'Was paid'),
      cell: ({ cents }, locale) => euros(cents, locale),
    },
    since: { title: word('Seit', 'Since'), cell: ({ openedAt }) => clockTime(openedAt) },
    reminded: {
      title: word('Zuletzt erinnert', 'Last reminded'),
      cell: ({ remindedAt }) => clockTime(remindedAt),
    },
    side: { title: side, cell: (row, locale) => sides[row.side][locale] },
    order: { title: order, cell: (row) => row.orderNumber },
  },
})
