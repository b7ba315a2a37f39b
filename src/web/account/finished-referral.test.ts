import { createElement } from 'react'
import { expect, test } from 'vitest'
import { everywhere, render } from '../runtime/render.test-helper.tsx'
import { FinishedReferral } from './finished-referral.tsx'
import type { OwnReferral } from './summarise-referrals.ts'

const referral = {
  number: '1',
  code: 'X',
  product: 'Sonnenstrom',
  status: 'Storniert',
  createdOn: '2026-11-02',
  validUntil: '2027-01-01',
  clicks: 0,
  recipients: [],
  reward: { status: null, cents: 0 },
} as unknown as OwnReferral

test.each(everywhere)(
  'a recommendation taken back before anybody accepted is called withdrawn, not cancelled: %o',
  async (where) => {
    const { text, texts } = await render(where, () => createElement(FinishedReferral, { referral }))
    const t = texts('dashboard')
    expect(text).toContain(t('status.withdrawn'))
    expect(text).toContain(t('dash.withdrawn'))
    expect(text).not.toContain(t('status.Storniert'))
  },
)
