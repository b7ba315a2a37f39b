import { expect, test } from 'vitest'
import { drawBothWays, everywhere, pageIn } from '../runtime/render.test-helper.tsx'
import { recipientSteps, waitingReasons } from '../referral/recipient-steps.ts'
import { Component } from './dashboard-page.tsx'
import { isFinished, summarise, type OwnReferral } from './summarise-referrals.ts'

// The rows of the personal area are drawn once for each state (ui/row-shapes.tsx).

type Person = { number: string; product: string; other: string; initials: string; day: string }
type Recipient = OwnReferral['recipients'][number]

const mara = { number: 'MARA', product: 'Strom', other: 'Gas', initials: 'M. L.', day: '01' }
const hostile = {
  number: 'EVE',
  product: `</script><b>&"'${'lang '.repeat(20)}`,
  other: '$& <!-- --> {{product}}',
  initials: `& '`,
  day: '17',
}

const states = ['Ok', 'Abgelaufen', 'Offen', 'Freigegeben', 'Gezahlt', 'Storniert'] as const
const rewardStates = ['Offen', 'Bereitgestellt', 'Abgeholt', 'Ausgezahlt', 'Storniert', null]
const waits = [...waitingReasons, 'same-email', 'yearly-limit', 'done', 'unknown']

const recipientsOf = ({ product, other, initials, day }: Person): Recipient[][] => {
  const ways = waits.flatMap((waitsFor, at) =>
    [undefined, `2026-12-${day}`].map((nextOn) => ({
      step: recipientSteps[at % 4]!,
      steps: recipientSteps.map((name, nth) => ({
        name,
        doneOn: nth < at % 5 ? `2026-10-${day}` : null,
      })),
      waitsFor,
      ...(nextOn ? { nextOn } : {}),
    })),
  )
  const contract = (named: string) => ({
    ...ways[5]!,
    product: named,
    contractOn: `2026-09-${day}`,
  })
  const cancellation = (reward: 'keine' | 'entfallen' | 'zurueckgefordert') => ({
    cancellation: { cancelledOn: `2026-11-${day}`, reward },
  })
  const lists = [
    [],
    [contract(product)],
    [{ ...contract(product), cents: 2500 + Number(day) }, contract(other)],
    [{ ...contract(other), ...cancellation('keine') }],
    [{ ...contract(product), ...cancellation('entfallen') }],
    [{ ...contract(other), ...cancellation('zurueckgefordert'), cents: 0 }],
    [{ ...contract(other), refusal: 'Grund', objectUntil: `2026-12-${day}` }],
  ]
  return [
    [],
    ...ways.map((way) => [{ initials, ...way }]),
    ...lists.map((contracts) => [{ initials, ...ways[0]!, contracts }]),
    [
      { initials, ...ways[0]! },
      { initials, ...ways[1]!, contracts: lists[2]! },
    ],
  ]
}

/** Referrals in all states, of which a person has the words alone. */
function referralsOf(person: Person): OwnReferral[] {
  const { number, product, day } = person
  const recipients = recipientsOf(person)
  const most = Math.max(recipients.length, states.length * rewardStates.length)
  return Array.from({ length: most * 2 }, (_, at) => {
    const status = states[at % states.length]!
    return {
      number: `${number}${at}`,
      hex: number,
      code: `${number.slice(0, 2)}-${at}`,
      product,
      status,
      createdOn: `2026-08-${day}`,
      validUntil: at % 2 ? `2027-01-${day}` : `2026-10-${day}`,
      clicks: at % 4,
      link: number,
      recipients: recipients[at % recipients.length]!,
      reward: {
        cents: at % 7 ? 1000 + Number(day) : 0,
        status: rewardStates[Math.floor(at / states.length) % rewardStates.length]!,
        dueOn: null,
        id: number,
        ...(at % 11 ? {} : { claimedBack: true }),
      },
      rewards: [],
      expectedCents: at % 5 ? 0 : 5000 + Number(day),
    }
  })
}

test.each(everywhere)(
  'a row by its shape is the one drawn plainly: $address, $locale',
  async (where) => {
    const page = await pageIn(where)
    const draw = (person: Person) => {
      const all = referralsOf(person)
      const loaded = {
        summary: summarise([]),
        goodwill: [],
        banner: false,
        earnings: [],
        more: null,
        running: all.filter((one) => !isFinished(one)),
        finished: all.filter(isFinished),
        total: all.length,
      }
      return { ...drawBothWays(page, Component, loaded), total: all.length }
    }
    expect(draw(mara).byShape).toBe(0)
    const others = draw(hostile)
    expect(others.html).toBe(others.plain)
    // All that are not finished, which are drawn for each product.
    expect(others.byShape / others.total).toBeGreaterThan(0.4)
    for (const word of [mara.number, mara.product, mara.initials])
      expect(others.html).not.toContain(word)
    const alike = draw({ ...hostile, product: mara.product, other: mara.other })
    expect(alike.html).toBe(alike.plain)
    const isRefused = (one: OwnReferral) =>
      one.recipients.some(({ contracts = [] }) => contracts.some(({ refusal }) => refusal))
    expect(alike.byShape).toBe(alike.total - referralsOf(mara).filter(isRefused).length)
  },
)
