import { showTenantOrdersFile as ordersFile } from '../../contract/betrieb-auftraege.ts'
import type { shownStates } from '../../contract/console-words.ts'
import type { Localised } from '../../domain/tenant.ts'
import { euros, serveListFile } from './list-file.ts'
import { filterOf, sayName, viewOf } from './order-list.ts'
import { readOrdersAfter } from './order-list-store.ts'

// The file of the orders' list, in its page's words (list-file.test.ts compares them).

const word = (de: string, en: string): Localised => ({ de, en })

const states: Record<(typeof shownStates)[number], Localised> = {
  'ohne-person': word('Ohne Person', 'No person'),
  gemeldet: word('Nur gemeldet', 'Only reported'),
  pruefzeit: word('In der Prüfzeit', 'In the review period'),
  freigegeben: word('Freigegeben', 'Released'),
  storniert: word('Storniert', 'Cancelled'),
  'nach-zahlung': word('Storniert nach Zahlung', 'Cancelled after payment'),
  abgelehnt: word('Nicht anerkannt', 'Not accepted'),
}

export const showTenantOrdersFile = serveListFile(ordersFile, {
  name: 'auftraege',
  read: async (tx, call, query, part) => {
    const say = sayName(call)
    const descending = query.descending !== 'false'
    const filter = filterOf(query)
    const rows = await readOrdersAfter(tx, call.tenant.code, { filter, descending, ...part })
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => viewOf(row, say)),
      last: last ? { value: last.contract_on, id: last.key } : null,
    }
  },
  columns: {
    order: {
      title: word('Auftrag', 'Order'),
      cell: ({ externalNumber, number, id }) => externalNumber ?? number ?? id,
    },
    state: { title: word('Stand', 'State'), cell: (row, locale) => states[row.state][locale] },
    contractOn: { title: word('Vertrag vom', 'Contract of'), cell: (row) => row.contractOn },
    person: { title: word('Kontakt', 'Contact'), cell: ({ name }) => name },
    product: {
      title: word('Produkt', 'Product'),
      cell: ({ product }, locale) => product[locale],
    },
    seller: { title: word('Vermittelt von', 'Sold by'), cell: ({ seller }) => seller },
    releasableOn: {
      title: word('Freigabe am', 'Release on'),
      cell: ({ releasableOn, state }) => (state === 'pruefzeit' ? releasableOn : null),
    },
    rewards: {
      title: { de: 'Prämien', bonus: { de: 'Boni' }, en: 'Rewards' },
      cell: ({ cents }, locale) => (cents === null ? null : euros(cents, locale)),
    },
  },
})
