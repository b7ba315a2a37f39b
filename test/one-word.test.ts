import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rewardNames } from '../src/domain/reward-names.ts'
import { say } from '../src/domain/say.ts'
import { rewardWords } from '../src/domain/tenant.ts'
import { rowsOf } from '../src/server/billing/agency-invoices.ts'
import { csvHead } from '../src/server/agency/csv-columns.ts'
import { cellOf } from '../src/server/agency/show-report-file.ts'
import { statisticsWords } from '../src/server/agency/statistics-words.ts'
import { makeDocument } from '../src/server/gateways/invoice-files/invoice-files.test-helper.ts'
import { notesOf } from '../src/server/gateways/invoice-files/invoice-document.ts'
import { demoTenants } from '../src/server/demo/demo-tenants.ts'
import {
  readBonusTexts,
  readInterfaceTexts,
  readMailTexts,
  readProviderTexts,
} from '../src/server/gateways/content/default-texts.ts'
import { demoTexts } from '../src/web/demo/demo-texts.ts'

// One word for one thing (decision 386): what is recommended is a recommendation, by a referrer, to a contact. An order waits for
// the withdrawal and review period; the withdrawal period alone is the one of a law.

const others = {
  // A referral is nothing by itself: only its programme, code and link are called so.
  en: /\breferrals?\b(?! (programme|code|link)s?\b)|\brefer(s|red|ring)?\b(?! to\b)|\brecommenders?\b|\brecipients?\b(?! of the data)|\brecipient’s\b|\b(complaint|checking) period|withdrawal period(?! under section)/i,
  // Whoever gets data is a recipient by the words of the law; Empfängerüberprüfung is the banks' word.
  de: /(?<!## \d\. )Empfänger(?!daten|überprüfung)|Empfehler(prämie|bon)|Empfohlene[nr]?\b|Empfehlende[nr]?\b|[Gg]eworben|\b[Ww]erben\b|\b[Ww][ie]rb(st|t)\b|Weiterempfehlung|Serviceentgelt|Widerspruchsfrist|Beschwerdefrist|Widerrufsfrist(?! nach §)/,
} as const

type Text = { where: string; text: string }
const wrongIn = (language: 'de' | 'en', texts: Text[]) =>
  texts.flatMap(({ where, text }) => {
    const at = text.search(others[language])
    return at < 0 ? [] : [`${where}: …${text.slice(Math.max(0, at - 40), at + 40)}`]
  })

const entries = (texts: Record<string, string>, where: string): Text[] =>
  Object.entries(texts).map(([key, text]) => ({ where: `${where} ${key}`, text }))

/** Every text that is written in a language, wherever it stands. */
function* textsIn(value: unknown, language: 'de' | 'en', path = ''): Generator<Text> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (name === language && typeof part === 'string') yield { where: path, text: part }
    else yield* textsIn(part, language, `${path}.${name}`)
  }
}

/** What the code of the server says in a language: messages of the API, words of files and documents. */
const saidByCode = (language: 'de' | 'en'): Text[] =>
  globSync('src/{server,domain,contract}/**/*.ts')
    .filter((file) => !/\.test\.ts$|test-helper/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          new RegExp(`\\b(?:${language}|du): (['\`])(.*?)\\1,?\\s`, 'g'),
        ),
      ].map(([, , text = '']) => ({ where: file, text })),
    )

describe.each(['de', 'en'] as const)('one word for one thing in %s', (language) => {
  test('in pages and mails, whatever the tenant', async () => {
    const [pages, mails, bonus, provider] = [
      await readInterfaceTexts(),
      await readMailTexts(),
      await readBonusTexts(),
      await readProviderTexts(),
    ]
    const texts = [
      ...entries(pages[language], 'page'),
      ...entries(mails[language], 'mail'),
      ...entries(provider[language], 'mail (provider)'),
      ...(language === 'de' ? entries({ ...bonus.pages, ...bonus.mails }, 'bonus') : []),
      { where: 'demo pages', text: JSON.stringify(demoTexts[language]).replaceAll(/"\w+":/g, '') },
    ]
    expect(texts.length).toBeGreaterThan(1000)
    expect(wrongIn(language, texts)).toEqual([])
  })

  test.each(demoTenants.map((demo) => [demo.tenant.code, demo] as const))(
    'in all that %s says itself, its terms and privacy text included',
    (_, demo) => {
      const texts = [...textsIn(demo, language)]
      expect(texts.length).toBeGreaterThan(50)
      expect(wrongIn(language, texts)).toEqual([])
    },
  )

  test('in messages of the API', () => {
    const texts = saidByCode(language)
    expect(texts.length).toBeGreaterThan(150)
    expect(wrongIn(language, texts)).toEqual([])
  })

  test('in the words of exported tables', () => {
    const tenant = { address: 'Sie', rewardWord: 'Prämie' } as const
    const { steps, heads, channels } = statisticsWords(language, tenant)
    const texts = [
      ...Object.values({ ...steps, ...heads, ...channels }),
      ...Object.values(csvHead).map((head) => say(head, { locale: language, tenant })),
    ].map((text) => ({ where: 'csv', text }))
    expect(wrongIn(language, texts)).toEqual([])
  })
})

describe.each(rewardWords)('where the reward is called %s, whose reward it is', (rewardWord) => {
  const tenant = { address: 'Sie', rewardWord } as const
  const named = {
    referrer: `${rewardWord} des Empfehlers`,
    recipient: `${rewardWord} des Kontakts`,
  }
  const sides = ['referrer', 'recipient'] as const

  test('has one name at the desk, in invoices and in files', async () => {
    const bonus = rewardWord === 'Bonus' ? (await readBonusTexts()).pages : {}
    const pages = { ...(await readInterfaceTexts()).de, ...bonus }
    for (const side of sides) {
      const wire = side === 'referrer' ? 'Empfehler' : 'Empfaenger'
      const row = { beneficiary: wire } as unknown as Parameters<typeof cellOf>[1]
      expect([
        say(rewardNames[side], { locale: 'de', tenant }),
        pages[`agencyReports.record.for.${wire}`],
        cellOf('beneficiary', row, { locale: 'de', tenant }),
        invoiced(side),
      ]).toEqual([named[side], named[side], named[side], `${named[side]} zum Auftrag 42`])
    }
    expect(pages['agencyMoney.record.forContact']).toBe(named.recipient)
  })

  test('and nothing else in a document has another word', () => {
    const rows = sides.flatMap(rowsFor)
    const texts = [...rows.map(({ text }) => text), ...notesOf(makeDocument(rows, { rewardWord }))]
    expect(texts.length).toBeGreaterThan(2)
    const said = texts.map((text) => ({ where: 'document', text }))
    expect(wrongIn('de', said)).toEqual([])
  })

  const invoiced = (beneficiary: 'referrer' | 'recipient') => rowsFor(beneficiary)[0]?.text
  const rowsFor = (beneficiary: 'referrer' | 'recipient') =>
    rowsOf(
      [
        {
          side: 'billed',
          beneficiary,
          event: 'released',
          rewardId: '0197a1b2-0000-7000-8000-000000000001',
          orderNumber: '42',
          externalNumber: null,
          referralNumber: 'A7KM-Q2X9',
          happenedOn: '2026-11-05',
          rewardCents: 2500,
          feeCents: 0,
          taxesReward: false,
          vatPercent: 19,
          corrects: null,
          billedNumber: null,
        },
      ],
      rewardWord,
    )
})

test('in English whose reward it is has one name at the desk and in files', async () => {
  const { en } = await readInterfaceTexts()
  expect(en['agencyReports.record.for.Empfaenger']).toBe(rewardNames.recipient.en)
  expect(en['agencyMoney.record.forContact']).toBe(rewardNames.recipient.en)
  expect(en['agencyReports.record.for.Empfehler']).toBe(rewardNames.referrer.en)
})
