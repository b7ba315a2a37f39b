// Steps of a recipient and what they wait for, by the codes of domain/referral.ts, in the order in which people live through them:
// they confirm their data before they go on to the provider's shop.

export const recipientSteps = [
  'data-confirmed',
  'contract-concluded',
  'order-confirmed',
  'reward-received',
] as const

export const waitingReasons = [
  'confirm-data',
  'conclude-contract',
  'order-confirmation',
  'complaint-period',
  'prepare-reward',
  'choose-reward',
  'payout',
] as const
