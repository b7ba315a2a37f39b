// Recipient steps and what they wait for, by the codes of domain/referral.ts, in order: data is confirmed before the provider's shop.

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
