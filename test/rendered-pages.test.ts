import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { demoTenants } from '../src/server/demo/seed-demo.ts'
import { pageTenant } from '../src/server/pages/page-tenant.ts'
import { readTenant } from '../src/server/tenant/read-tenant.ts'
import { PaperCard } from '../src/web/referral/paper-card.tsx'
import * as recipientPage from '../src/web/referral/recipient-page.tsx'
import { ShareButtons } from '../src/web/referral/share-buttons.tsx'
import { PageProvider, type PageView } from '../src/web/runtime/page-context.tsx'
import { loadTexts, textsOf } from '../src/web/runtime/texts.ts'
import { CheckboxField } from '../src/web/ui/form/checkbox-field.tsx'
import { FormContext, type FormState } from '../src/web/ui/form/form-context.ts'
import { RadioCards, RadioRow } from '../src/web/ui/form/radio-cards.tsx'
import { SelectField } from '../src/web/ui/form/select-field.tsx'
import { TextArea } from '../src/web/ui/form/text-area.tsx'
import { TextField } from '../src/web/ui/form/text-field.tsx'
import { IbanField } from '../src/web/ui/iban/iban-field.tsx'
import { FileField } from '../src/web/agency/file-field.tsx'
import { PasswordField } from '../src/web/access/password-field.tsx'

// Components with what they are told, as the server writes them; neither built nor served.

// Nothing calls here; the build makes the table of calls.
vi.mock('virtual:wire', () => ({ wire: {} }))

const tenants = demoTenants.map(({ tenant }) => pageTenant(readTenant(tenant)))
const cases = tenants.flatMap((tenant) => tenant.locales.map((locale) => ({ tenant, locale })))

async function render(
  { tenant, locale }: (typeof cases)[number],
  Component: ComponentType,
  loaded: unknown = null,
) {
  const i18n = await loadTexts(locale, ['account', 'common', 'recipient', 'referral'])
  const view = { tenant, locale, formToken: 'x', user: null } as unknown as PageView
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component }])
  const hydrationData = { loaderData: { page: loaded } }
  const html = renderToStaticMarkup(
    createElement(I18nextProvider, {
      i18n,
      children: createElement(PageProvider, {
        view,
        children: createElement(Stub, { hydrationData }),
      }),
    }),
  )
  return { html, text: html.replace(/<[^>]+>/g, ' '), texts: textsOf(i18n, view) }
}

const offer = {
  problem: null,
  validUntil: '2027-01-16',
  recipientCents: 1234,
  recipientAmount: '12,34\u00a0€',
  referrerCents: 5678,
  referrerAmount: '56,78\u00a0€',
  referrerMayGetMore: false,
  price: null,
  product: 'Ökostrom',
  inSentence: 'den Ökostrom',
  firstName: 'Ida',
  confirmed: true,
  description: '',
  picture: '/x.svg',
  preview: '/x.png',
  agent: null,
  key: 'x',
}

test.each(cases)(
  'the page of a stranger says what they get, and ticks nothing for them ($tenant.code, $locale)',
  async (where) => {
    const { html, text, texts } = await render(where, recipientPage.Component, offer)
    const big = /<strong class="offer-amount[^"]*">([^<]*)</.exec(html)?.[1]
    expect(big).toBe(offer.recipientAmount)
    expect(text).toContain(texts('recipient')('steps.reward', { amount: offer.recipientAmount }))
    expect(text).toContain(offer.referrerAmount)
    const boxes = html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? []
    expect(boxes.map((box) => /name="(\w+)"/.exec(box)?.[1])).toContain('advertising')
    expect(boxes.filter((box) => / checked/.test(box))).toEqual([])
    const meta = recipientPage.meta({ data: offer, texts } as unknown as Parameters<
      typeof recipientPage.meta
    >[0])
    expect(meta.description).toContain(offer.recipientAmount)
  },
)

test.each(cases)(
  'what is shared and printed names the amount of the contact ($tenant.code, $locale)',
  async (where) => {
    const qr = { size: 1, path: '' } as never
    const shown = {
      ...offer,
      title: offer.product,
      shortUrl: 'http://localhost/k/X',
      code: 'X',
      qr,
    }
    const referral = { ...shown, channels: ['wa', 'ml'] }
    const shared = await render(where, () =>
      createElement(ShareButtons, { referral: referral as never }),
    )
    const said = decodeURIComponent(/wa\.me\/\?text=([^"]*)/.exec(shared.html)?.[1] ?? '')
    expect(said).toContain(offer.recipientAmount)
    const card = { ...shown, product: offer.product }
    const { text } = await render(where, () => createElement(PaperCard, { card, copy: false }))
    expect(text).toContain(offer.recipientAmount)
    expect(said + text).not.toContain(offer.referrerAmount)
  },
)

const names = ['text', 'area', 'select', 'box', 'cards', 'row', 'file', 'password', 'iban'] as const
const fields = () => [
  createElement(TextField, { key: 1, name: 'text', hint: 'Hint' }),
  createElement(TextArea, { key: 2, name: 'area', hint: 'Hint' }),
  createElement(SelectField, { key: 3, name: 'select', options: [], empty: '' }),
  createElement(CheckboxField, { key: 4, name: 'box', children: 'x' }),
  createElement(RadioCards, { key: 5, name: 'cards', cards: [{ value: 'a', title: 'A' }] }),
  createElement(RadioRow, { key: 6, name: 'row', options: [{ value: 'a', title: 'A' }] }),
  createElement(FileField, { key: 7, name: 'file', accept: '*', hint: 'Hint' }),
  createElement(PasswordField, {
    key: 8,
    name: 'password',
    autoComplete: 'off' as never,
    withRules: true,
  }),
  createElement(IbanField, { key: 9, texts: { hint: 'Hint', hintGerman: '', ok: '' } }),
]
const form = (isWrong: boolean): FormState => ({
  id: 'form',
  labels: Object.fromEntries(names.map((name) => [name, `Label of ${name}`])),
  values: {},
  errors: {},
  required: () => false,
  messageOf: (name) => (isWrong ? `Wrong ${name}` : null),
  working: false,
})
const renderFields = async (isWrong: boolean) => {
  const Fields = () => createElement(FormContext, { value: form(isWrong) }, ...fields())
  return (await render(cases[0]!, Fields)).html
}

test('every hint and every error of a form field belongs to its field', async () => {
  for (const isWrong of [false, true]) {
    const html = await renderFields(isWrong)
    const ids = [...html.matchAll(/ id="([^"]*-(?:hint|error|rules|bank))"/g)].map(([, id]) => id)
    const described = [...html.matchAll(/ aria-describedby="([^"]*)"/g)].flatMap(([, all = '']) =>
      all.split(' '),
    )
    expect(described.toSorted()).toEqual(ids.toSorted())
    expect(ids.length).toBe(isWrong ? 6 + names.length : 6)
  }
})

test('a group of radio buttons begins with the legend that names it, and no box is ticked at first', async () => {
  const html = await renderFields(false)
  const groups = html.match(/<fieldset.*?<\/fieldset>/gs) ?? []
  expect(groups.map((group) => /^<fieldset[^>]*><legend[^>]*>([^<]*)</.exec(group)?.[1])).toEqual([
    'Label of cards',
    'Label of row',
  ])
  expect(html.replaceAll(/<fieldset.*?<\/fieldset>/gs, '')).not.toContain('type="radio"')
  expect(html).not.toMatch(/<input[^>]* checked/)
})
