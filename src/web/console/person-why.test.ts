import { expect, test } from 'vitest'
import { addTexts, loadTexts, textsOf } from '../runtime/texts.ts'
import type { PageView } from '../runtime/page-context.tsx'
import { whySentence, type Wait } from './person-why.ts'

addTexts(
  import.meta.glob<Record<string, string>>('/src/web/texts/*/consoleWhy.json', {
    import: 'default',
  }),
)

const wait: Wait = {
  why: 'review',
  count: 1,
  cents: 5_000,
  until: '2026-12-09',
  daysLate: null,
  collectBy: null,
  claimMonths: null,
  decides: 'review',
  next: null,
  reasons: ['Empfehler und Kontakt haben dieselbe IBAN angegeben.'],
  problem: null,
  refusal: null,
  takenAs: null,
  shop: null,
  objection: null,
  objectBy: null,
  repayment: null,
  reportedOn: null,
  kept: null,
}

const say = async (more: Partial<Wait>, locale: 'de' | 'en' = 'de') => {
  const view = { tenant: { code: 'standard', address: 'Sie' }, locale } as unknown as PageView
  const t = textsOf(await loadTexts(locale, ['consoleWhy']), view)('consoleWhy')
  return whySentence({ ...wait, ...more }, t, locale).replaceAll('\u00a0', ' ')
}

test('what is read aloud says nothing of what a review found, which is about others and tells how fraud is found', async () => {
  for (const locale of ['de', 'en'] as const)
    for (const more of [{}, { why: 'review-late', daysLate: 2 }, { why: 'question' }] as const)
      expect(await say(more, locale)).not.toMatch(/IBAN|Empfehler|Kontakt/)
})

test('what is held and can be collected says both: the review’s day, and that it is paid only after it', async () => {
  const said = await say({ collectBy: '2027-11-22' })
  expect(said).toContain('50,00 € warten bis 09.12.2026:')
  expect(said).toContain('Es entscheidet: Prüfung.')
  expect(said).toContain('bis 22.11.2027; gezahlt wird erst nach der Prüfung')
  expect(await say({})).not.toContain('Abholen')
  expect(await say({ collectBy: '2027-11-22' }, 'en')).toContain('paid only after the review')
})

test('a refusal says its day, why, and until when the person may object', async () => {
  const refused = {
    why: 'refused',
    until: '2026-11-26',
    decides: 'nobody',
    refusal: 'Es bestand schon eine Kundenbeziehung.',
    objectBy: '2026-12-10',
  } as const
  expect(await say({ ...refused, objection: 'open' })).toBe(
    '50,00 €: Abgelehnt am 26.11.2026. Es bestand schon eine Kundenbeziehung. Widerspruch bis 10.12.2026.',
  )
  expect(await say({ ...refused, objection: 'over' })).toContain('war bis 10.12.2026 möglich')
  for (const [objection, said] of [
    ['granted', 'Der Widerspruch hatte Erfolg'],
    ['rejected', 'es bleibt bei der Ablehnung'],
  ] as const)
    expect(await say({ ...refused, objection, objectBy: null })).toContain(said)
  expect(await say({ ...refused, objectBy: null })).not.toContain('Widerspruch')
})

test('what is to be paid back says the same as its mails: transfer nothing yet, who decides, and from when it is set off', async () => {
  const back = { why: 'claimed-back', until: '2026-11-26', decides: 'support' } as const
  const none = { repaid: null, toldOn: null, setOffFrom: null, byItself: false, reference: null }
  const untold = await say({ ...back, repayment: { state: 'untold', ...none } })
  expect(untold).toContain('50,00 € sind zurückzuzahlen')
  expect(untold).toContain('Bitte noch nichts überweisen')
  expect(untold).toContain('Frühestens 14 Tage danach')
  expect(untold).toContain('Es entscheidet: Kundenservice.')
  const days = { repaid: null, toldOn: '2026-11-26', setOffFrom: '2026-12-10' }
  const told = (byItself: boolean) =>
    say({ ...back, repayment: { state: 'told', ...days, byItself, reference: 'Rückzahlung A12' } })
  expect(await told(true)).toContain(
    'vom 26.11.2026 schreibt; als Verwendungszweck gehört dazu: Rückzahlung A12. Ohne Antwort wird ab 10.12.2026',
  )
  expect(await told(false)).toContain('Ohne Antwort kann ab 10.12.2026')
  const proposed = {
    ...back,
    decides: 'approver',
    repayment: { state: 'proposed', ...none },
  } as const
  expect(await say(proposed)).toContain('Vorgeschlagen ist, darauf zu verzichten.')
  const paid = { state: 'repaid', ...none, repaid: { cents: 5_000, paidOn: '2026-11-25' } } as const
  const repaid = await say({ ...back, decides: 'approver', repayment: paid })
  expect(repaid).toContain('Eine Rückzahlung über 50,00 € vom 25.11.2026 ist eingegangen')
  expect(repaid).toContain('Es entscheidet: eine zweite Person der Prüfung oder der Auszahlung.')
  expect(repaid).not.toContain('verzichten')
  const atBank = await say({
    ...back,
    decides: 'bank',
    repayment: { state: 'at-bank', ...none },
  })
  expect(atBank).toContain('als die Überweisung von 50,00 € schon bei der Bank war')
  expect(atBank).not.toContain('nach der Auszahlung')
  for (const state of ['at-bank', 'untold', 'proposed'] as const)
    expect(await say({ ...back, repayment: { state, ...none } }, 'en')).toMatch(/transfer nothing/i)
})

test('who took a voucher hears of which shop, and that no transfer comes', async () => {
  const paid = { why: 'paid', until: '2026-07-13', decides: 'nobody' } as const
  expect(await say({ ...paid, takenAs: 'cash' })).toBe('50,00 €: Ausgezahlt am 13.07.2026.')
  expect(await say({ ...paid, takenAs: 'voucher', shop: 'Buchladen' })).toBe(
    '50,00 €: Am 13.07.2026 als Gutschein genommen: Buchladen. Eine Überweisung gibt es dazu nicht.',
  )
  expect(await say({ ...paid, takenAs: 'set-off' })).toContain('mit einer Rückforderung verrechnet')
})

test('of a code that is said to be faulty it says since when, and who decides', async () => {
  const paid = { why: 'paid', until: '2026-07-13', takenAs: 'voucher', shop: 'Buchladen' } as const
  const said = await say({ ...paid, decides: 'approver', reportedOn: '2026-11-25' })
  expect(said).toContain('seit dem 25.11.2026 als fehlerhaft gemeldet')
  expect(said).toContain('Es entscheidet: eine zweite Person der Prüfung oder der Auszahlung.')
})

test('of a code that is not replaced it says when that was refused, and why', async () => {
  const paid = { why: 'paid', until: '2026-07-13', takenAs: 'voucher', shop: 'Buchladen' } as const
  const kept = { on: '2026-11-26', why: 'Der Code ist schon eingelöst.' }
  expect(await say({ ...paid, decides: 'nobody', kept })).toContain(
    'Der Ersatz eines Codes davon wurde am 26.11.2026 abgelehnt: Der Code ist schon eingelöst.',
  )
})

test('without a contract it says until when a missing one can be reported', async () => {
  for (const why of ['no-contract', 'own-contract'] as const)
    expect(await say({ why, until: null, claimMonths: 6, decides: 'provider' })).toContain(
      'bis 6 Monate nach dem Abschluss',
    )
})
