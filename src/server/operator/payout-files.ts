import { showPayoutsFile as payoutsFile } from '../../contract/betrieb-auszahlungen.ts'
import type { Localised } from '../../domain/tenant.ts'
import { operatorNames } from '../team/operator-names.ts'
import { clockTime, euros, serveListFile } from './list-file.ts'
import { readPayoutsAfter } from './payout-list-store.ts'
import { payoutView, statesOf } from './payouts.ts'

// The file of payouts, in the words of their page (list-file.test.ts compares them).

const word = (de: string, en: string): Localised => ({ de, en })

const states = {
  offen: word('Wartet auf Freigabe', 'Waits for approval'),
  freigegeben: word('Dateien entstehen', 'Files are being written'),
  erteilt: word('Freigegeben', 'Approved'),
  abgelehnt: word('Abgelehnt', 'Refused'),
  zurueckgezogen: word('Zurückgezogen', 'Withdrawn'),
  abgelaufen: word('Abgelaufen', 'Expired'),
  geaendert: word('Überholt', 'Outdated'),
}
const outcomes = {
  ausgefuehrt: word('Ausgeführt', 'Carried out'),
  abgewiesen: word('Von der Bank abgewiesen', 'Refused by the bank'),
  zurueckgenommen: word('Zurückgenommen', 'Taken back'),
}
const cameBack = word('zurückgekommen', 'came back')
const schedule = word('Zeitplan', 'Schedule')

export const showPayoutsFile = serveListFile(payoutsFile, {
  name: 'auszahlungen',
  read: async (tx, call, query, part) => {
    const { orderBy = 'VorgeschlagenAm' } = query
    const rows = await readPayoutsAfter(tx, call.tenant.code, {
      states: statesOf(query),
      now: call.deps.clock.now(),
      orderBy,
      descending: query.descending === 'true',
      ...part,
    })
    const names = await operatorNames(
      tx,
      call.tenant.code,
      rows.map((row) => row.proposed_by),
    )
    const last = rows.at(-1)
    const values = last && {
      VorgeschlagenAm: last.proposed_at.toString(),
      SummeCent: last.total_cents,
    }
    return {
      rows: rows.map((row) => payoutView(row, names)),
      last: values ? { value: values[orderBy], id: last.proposal_id } : null,
    }
  },
  columns: {
    number: { title: word('Auszahlung', 'Payout'), cell: ({ id }) => id },
    state: {
      title: word('Stand', 'State'),
      cell: ({ state, outcome, returned }, locale) => {
        const said = (outcome ? outcomes[outcome] : states[state])[locale]
        return returned > 0 ? `${said}, ${returned} ${cameBack[locale]}` : said
      },
    },
    amount: { title: word('Summe', 'Sum'), cell: ({ cents }, locale) => euros(cents, locale) },
    payments: { title: word('Zahlungen', 'Payments'), cell: ({ payments }) => payments },
    proposed: {
      title: word('Vorgeschlagen', 'Proposed'),
      cell: ({ proposedAt }) => clockTime(proposedAt),
    },
    by: {
      title: word('Von', 'By'),
      cell: ({ proposedBy }, locale) => proposedBy ?? schedule[locale],
    },
    approvals: {
      title: word('Freigaben', 'Approvals'),
      cell: ({ approvals, approvalsNeeded }) => `${approvals}/${approvalsNeeded}`,
    },
    transit: { title: word('Unterwegs', 'On its way'), cell: ({ inTransit }) => inTransit },
    paid: { title: word('Ausgeführt', 'Carried out'), cell: ({ paid }) => paid },
    failed: { title: word('Fehlgeschlagen', 'Failed'), cell: ({ failed }) => failed },
  },
})
