import type { Words } from '../ui/row.tsx'
import type { OwnReferral } from './summarise-referrals.ts'

type Recipient = OwnReferral['recipients'][number]
type Contract = NonNullable<Recipient['contracts']>[number]

/** Without what its row only shows, and without what it does not show; null: with words of its own kind. */
export function emptiedReferral(
  referral: OwnReferral,
  words: Words,
  productOf = words.text,
): OwnReferral | null {
  const { recipients, reward, expectedCents } = referral
  const isRefused = recipients.some(({ contracts = [] }) => contracts.some((one) => one.refusal))
  if (isRefused) return null
  return {
    ...referral,
    number: words.code(referral.number),
    code: words.code(referral.code),
    product: productOf(referral.product),
    createdOn: words.date(referral.createdOn),
    validUntil: words.date(referral.validUntil),
    recipients: recipients.map((one) => emptiedRecipient(one, words, productOf)),
    reward: { ...reward, cents: words.cents(reward.cents), dueOn: null, id: null },
    ...(expectedCents === undefined ? {} : { expectedCents: words.cents(expectedCents) }),
    rewards: [],
    hex: '',
    link: '',
  }
}

const emptiedRecipient = (
  recipient: Recipient,
  words: Words,
  productOf: Words['text'],
): Recipient => ({
  ...recipient,
  ...emptiedWay(recipient, words),
  initials: words.text(recipient.initials),
  ...(recipient.contracts
    ? { contracts: recipient.contracts.map((one) => emptiedContract(one, words, productOf)) }
    : {}),
})

const emptiedContract = (contract: Contract, words: Words, productOf: Words['text']): Contract => ({
  ...contract,
  ...emptiedWay(contract, words),
  product: productOf(contract.product),
  contractOn: words.date(contract.contractOn),
  ...(contract.cents === undefined ? {} : { cents: words.cents(contract.cents) }),
  ...(contract.cancellation
    ? {
        cancellation: {
          ...contract.cancellation,
          cancelledOn: words.date(contract.cancellation.cancelledOn),
        },
      }
    : {}),
})

const emptiedWay = ({ steps, nextOn }: Pick<Recipient, 'steps' | 'nextOn'>, words: Words) => ({
  steps: steps.map(({ name, doneOn }) => ({ name, doneOn: doneOn && words.date(doneOn) })),
  ...(nextOn === undefined ? {} : { nextOn: words.date(nextOn) }),
})
