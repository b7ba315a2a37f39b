import { createElement } from 'react'
import { expect, test } from 'vitest'
import { everywhere, render } from '../runtime/render.test-helper.tsx'
import { RewardState } from './reward-states.tsx'
import type { OwnReward } from './shown-reward.ts'
import { WhatComes } from './thanks.tsx'

const reward: OwnReward = {
  id: '1',
  status: 'Abgeholt',
  cents: 1500,
  amount: '15,00 €',
  beneficiary: 'Empfaenger',
  options: [],
  bankData: { holder: 'Konny Kontakt', maskedIban: 'DE12 **** 34' },
  held: true,
}

test.each(everywhere)('a held reward is being checked, not on its way: %o', async (where) => {
  const { text, texts } = await render(where, () => createElement(RewardState, { reward }))
  const t = texts('reward')
  expect(text).toContain(t('state.heldTitle'))
  expect(text).not.toContain(t('state.collectedTitle', { amount: reward.amount }))
})

test.each(everywhere)('the thanks page names its confirmation once: %o', async (where) => {
  const { amount, bankData } = reward
  for (const held of [true, undefined]) {
    const thanks = {
      id: reward.id,
      amount,
      bankData,
      held,
      owner: undefined,
      chosen: undefined,
      expectedOn: undefined,
    }
    const { text, texts } = await render(where, () => createElement(WhatComes, { thanks }))
    const t = texts('reward')
    expect(text).toContain(t(held ? 'thanks.held' : 'thanks.plain'))
    expect(text.match(/Bestätigung|confirmation/g)).toHaveLength(1)
  }
})
